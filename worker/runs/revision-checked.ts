import { type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { MainEffect } from "../outbox/effects.ts";

/** Stores what a run says about its revision: its work, and the check by its creator. */
export function revisionChecked(
  {
    run_id,
    user_id,
    level_id,
    revision,
    physics,
    work,
    counted,
  }: Extract<MainEffect, { type: "revision_checked" }>,
  when: SQL,
): Statement {
  const isCreator = sql`exists (select 1 from levels where id = ${level_id} and user_id = ${user_id})`;
  const isCheck = counted ? sql`(clear_run_id is null and ${isCreator})` : sql`0`;
  return statement`update level_revisions set work = max(coalesce(work, 0), ${work}),
      physics = case when ${isCheck} then ${physics} else physics end,
      clear_run_id = case when ${isCheck} then ${run_id} else clear_run_id end
    where level_id = ${level_id} and revision = ${revision} and ${when}
      and (work is null or work < ${work} or ${isCheck})`;
}
