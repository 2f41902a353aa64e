import { type Columns, type First, first, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { ClearCheck } from "#domain/build/publishing/api.ts";
import { KEEP_LOG_MS, KEEP_REFUSED_MS, type RunReason, reasonText } from "#domain/runs/rules.ts";

/** A recorded clear as it's stored. */
export type ClearCheckRow = Columns<
  "clear_checks",
  "id" | "level_id" | "user_id" | "state" | "content" | "reason"
>;

const columns = sql.raw("c.id, c.level_id, c.user_id, c.state, c.content, c.reason");

/** A clear check. `condition` is about `clear_checks c`. */
export const clearCheckQuery = (condition: SQL): Statement<ClearCheckRow> =>
  statement<ClearCheckRow>`select ${columns} from clear_checks c where ${condition}`;

const waitingChecks = (user: number, limit: number): SQL =>
  sql`select count(*) as value from (select 1 from clear_checks indexed by clear_checks_own_waiting
    where user_id = ${user} and state = 'waiting' limit ${sql.raw(String(limit))})`;

/** The number of a user's checks that wait, counted up to a limit. */
export const waitingChecksQuery = (user: number, limit: number): Statement<{ value: number }> =>
  statement(waitingChecks(user, limit));

/** Condition: another check of the user may wait. */
export const hasCheckRoom = (user: number, limit: number): SQL =>
  sql`(${waitingChecks(user, limit)}) < ${limit}`;

interface NewClearCheck {
  level: number;
  user: number;
  call: string;
  content: string;
  /** Asset uuids. */
  world: string;
  log: string;
  physics: number;
  start_tick: number;
  ticks: number;
}

/** Stores a recorded clear that waits for its check, once per call and under a condition. */
export const insertClearCheck = (check: NewClearCheck, now: number, isAllowed: SQL): Statement =>
  statement`insert into clear_checks (level_id, user_id, call, content, world, log, physics, start_tick, ticks, state,
      created_at, queued_at, keep_until)
    select ${check.level}, ${check.user}, ${check.call}, ${check.content}, ${check.world}, ${check.log}, ${check.physics},
      ${check.start_tick}, ${check.ticks}, 'waiting', ${now}, ${now}, ${now + KEEP_LOG_MS}
    where ${isAllowed}
    on conflict (call) do nothing`;

/** Condition: someone who may build the level has cleared exactly this content, or its creator has since it was published. */
export const isClearedContent = (level: number, hash: string): SQL => sql`(
  exists (select 1 from clear_checks where level_id = ${level} and content = ${hash} and state = 'cleared')
  or exists (select 1 from level_revisions where level_id = ${level} and content_hash = ${hash}
    and (clear_run_id is not null or clear_check_id is not null)))`;

/** The check that belongs to a content; null if there is none. */
export const clearCheckOf = (level: number, hash: string): SQL =>
  sql`(select min(id) from clear_checks where level_id = ${level} and content = ${hash} and state = 'cleared')`;

/** Statements that store the result of a check, once; `settled` returns a row if they did. */
export function settleClearCheck(
  { id, level_id, content }: Pick<ClearCheckRow, "id" | "level_id" | "content">,
  result: { ms: number } | { reason: RunReason },
  now: number,
): { settled: First<Columns<"clear_checks", "id">>; revisions: readonly Statement[] } {
  if ("reason" in result)
    return {
      settled: first`update clear_checks set state = 'refused', reason = ${result.reason}, verified_at = ${now},
          keep_until = ${now + KEEP_REFUSED_MS}
        where id = ${id} and state = 'waiting' returning id`,
      revisions: [],
    };
  return {
    settled: first`update clear_checks set state = 'cleared', ms = ${result.ms}, verified_at = ${now}
      where id = ${id} and state = 'waiting' returning id`,
    // Revisions that were published before they were cleared.
    revisions: [
      statement`update level_revisions set clear_check_id = ${id}
      where level_id = ${level_id} and content_hash = ${content} and clear_check_id is null
        and exists (select 1 from clear_checks where id = ${id} and state = 'cleared')`,
      keepUsedChecks(level_id),
    ],
  };
}

/** The schedule keeps the checks that revisions rely on. */
export const keepUsedChecks = (level: number): Statement =>
  statement`update clear_checks set keep_until = null where keep_until is not null
    and id in (select clear_check_id from level_revisions where level_id = ${level} and clear_check_id is not null)`;

/** The sentence about a refused check. */
export const refusedCheckText = (reason: RunReason | null): string =>
  `This clear couldn't be confirmed: ${reasonText(reason)}`;

export const presentClearCheck = ({ id, state, content, reason }: ClearCheckRow): ClearCheck => ({
  id,
  state,
  content,
  reason: state === "refused" ? refusedCheckText(reason) : null,
});
