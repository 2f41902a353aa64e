import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { UserCard } from "#domain/api/answers.ts";
import type { PastAct } from "#domain/moderation/api.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { timeOrNull } from "./ban-commands.ts";

const MOST = 50;

export interface PastRow {
  kind: PastAct["kind"];
  reason: string;
  until: number | null;
  active: 0 | 1;
  staff_id: number | null;
  case_id: number | null;
  created_at: number;
}

/**
 * Somebody's newest warnings, bans, and decided cases about what is theirs; `userId` is an expression of their id. What a case
 * brought as a warning or a ban is told as that alone.
 */
export const historyQuery = (
  userId: ReturnType<typeof sql>,
  exceptCase: number,
  now: number,
): Statement<PastRow> =>
  statement(sql`select * from (
    select * from (select 'warning' as kind, reason, null as until, 0 as active, staff_id, case_id, created_at
      from warnings where user_id = ${userId} order by id desc limit ${MOST})
    union all select * from (select 'ban', reason, until, ended_at is null and (until is null or until > ${now}), staff_id,
      case_id, created_at from bans where user_id = ${userId} order by id desc limit ${MOST})
    union all select * from (select case outcome when 'acted' then 'removed' else 'dismissed' end, coalesce(acts ->> 'reason', ''),
      null, 0, decided_by, id, decided_at
      from (select * from cases where subject_id = ${userId} order by id desc limit ${2 * MOST})
      where state = 'decided' and id <> ${exceptCase}
        and (outcome = 'dismissed' or exists (select 1 from json_each(acts -> 'acts') where value not in ('warn', 'ban')))
      order by id desc limit ${MOST}))
    order by created_at desc limit ${MOST}`);

export const presentPast = (row: PastRow, people: ReadonlyMap<number, UserCard>): PastAct => ({
  kind: row.kind,
  reason: row.reason,
  until: timeOrNull(row.until),
  active: row.active === 1,
  staff: people.get(row.staff_id ?? 0) ?? null,
  case_id: row.case_id,
  created_at: isoTime(row.created_at),
  created_at_formatted: formatTime(row.created_at),
});
