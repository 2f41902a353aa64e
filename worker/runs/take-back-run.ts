import { type Columns, type Statement, sql, statement } from "#db/database.ts";
import { Guard } from "#db/guard.ts";
import { isLiveRun } from "../clears/commands.ts";
import { storeEffectsOf } from "../outbox/effects.ts";

/** Ends the wait of a counted run for its second check. */
export const confirmRunStatement = (id: number): Statement =>
  statement`update runs set previous_clear = null where id = ${id} and state = 'counted'`;

const CLEAR_COLUMNS = ["best_ms", "best_at", "content", "best_run_id", "best_live"] as const;
const columns = (prefix = "") => sql.raw(CLEAR_COLUMNS.map((column) => `${prefix}${column}`).join(", "));

/** Flags a counted run after its second check and takes its clear back. Earnings stay, never paid twice. */
export function takeBackRunStatements(
  { id, user_id: user, level_id: level }: Columns<"runs", "id" | "user_id" | "level_id">,
  finding: { reason: "differs" } | { reason: "near_copy"; original: number },
  now: number,
): { takenBack: Statement<Columns<"runs", "id">>; effects: Statement[] } {
  const guard = new Guard();
  const original = "original" in finding ? finding.original : null;
  const isTakenBack = guard.wrote("runs", sql`id = ${id} and state = 'flagged'`);
  const own = sql`user_id = ${user} and level_id = ${level}`;
  const ran = (column: string) => sql`(select ${sql.raw(column)} from runs where id = ${id})`;
  // The clear before the run, and the player's counted runs since. Those of the same content come first.
  const others = sql`from (
    select ${columns()}, ${ran("content")} as ran_in from (
      select j.value ->> 'best_ms' as best_ms, j.value ->> 'best_at' as best_at, j.value ->> 'content' as content,
        j.value ->> 'best_run_id' as best_run_id, j.value ->> 'best_live' as best_live
      from (select previous_clear as value from runs where id = ${id}) j where j.value <> 'null'
      union all select r.ms, r.created_at, r.content, case when r.log is not null then r.id end, ${isLiveRun("r")}
        from runs r indexed by runs_user where r.user_id = ${user} and r.level_id = ${level} and r.id <> ${id}
          and r.state in ('counted', 'accepted')))`;
  const best = sql`select ${columns()} ${others} order by content = ran_in desc, best_live desc, best_ms, best_at limit 1`;
  const isRemoved = sql`(k.best_run_id is r.id and not exists (select 1 ${others}))`;
  return {
    takenBack: statement<Columns<"runs", "id">>`update runs
      set state = 'flagged', reason = ${finding.reason}, stamp = ${guard.stamp},
        statistics = case when ${original} is null then statistics else json_set(statistics, '$.original', ${original}) end
      where id = ${id} and state = 'counted' and previous_clear is not null returning id`,
    effects: [
      storeEffectsOf(
        "main",
        sql`select json_array(json_object('type', 'clear_taken_back', 'run_id', r.id, 'user_id', r.user_id,
            'level_id', r.level_id, 'ran_at', r.created_at, 'first', coalesce(r.first, 0), 'removed', ${isRemoved},
            'ms_change', case when k.best_run_id is r.id then coalesce((select best_ms from (${best})), 0) - k.best_ms else 0 end)) as effects
          from runs r left join clears k on k.user_id = r.user_id and k.level_id = r.level_id
          where r.id = ${id} and r.state = 'flagged' and r.stamp = ${guard.stamp}`,
        now,
      ),
      statement`update clears set times = times - 1 where ${own} and best_run_id is not ${id} and ${isTakenBack}`,
      statement`delete from clears where ${own} and best_run_id = ${id} and ${isTakenBack} and not exists (select 1 ${others})`,
      statement`update clears set times = times - 1, (${columns()}) = (${best})
      where ${own} and best_run_id = ${id} and ${isTakenBack}`,
      statement`update runs set previous_clear = null where id = ${id} and ${isTakenBack}`,
    ],
  };
}
