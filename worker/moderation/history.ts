import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { UserCard } from "#domain/api/response.ts";
import type { HistoryEntry } from "#domain/moderation/api.ts";
import { createdTimes } from "#domain/time.ts";
import { type UserColumns, userColumns } from "../users/present.ts";
import { isoTimeOrNull } from "./ban-statements.ts";

const MAX_ENTRIES = 50;

export interface HistoryRow
  extends Columns<"bans", "reason" | "until" | "staff_id" | "case_id" | "created_at"> {
  kind: HistoryEntry["kind"];
  active: 0 | 1;
}

/** A user's newest warnings, bans and decided cases. One that came from a case appears once. */
const historySelect = (userId: SQL, exceptCase: number, now: number): SQL => sql`select * from (
    select * from (select 'warning' as kind, reason, null as until, 0 as active, staff_id, case_id, created_at
      from warnings where user_id = ${userId} order by id desc limit ${MAX_ENTRIES})
    union all select * from (select 'ban', reason, until, ended_at is null and (until is null or until > ${now}), staff_id,
      case_id, created_at from bans where user_id = ${userId} order by id desc limit ${MAX_ENTRIES})
    union all select * from (select case when undone_at is not null then 'restored' when outcome = 'acted' then 'removed'
      else 'dismissed' end, coalesce(decision ->> 'reason', ''),
      null, 0, decided_by, id, decided_at
      from (select * from cases where subject_id = ${userId} order by id desc limit ${2 * MAX_ENTRIES})
      where state = 'decided' and id <> ${exceptCase}
        and (outcome = 'dismissed' or exists (select 1 from json_each(decision -> 'actions') where value not in ('warn', 'ban')))
      order by id desc limit ${MAX_ENTRIES}))
    order by created_at desc limit ${MAX_ENTRIES}`;

export const historyQuery = (userId: SQL, exceptCase: number, now: number): Statement<HistoryRow> =>
  statement(historySelect(userId, exceptCase, now));

/** The same with all cases, and with the staff who acted; null for deleted ones. */
export const namedHistoryQuery = (
  userId: SQL,
  now: number,
): Statement<HistoryRow & (UserColumns | { u_id: null })> =>
  statement`select h.*, ${userColumns} from (${historySelect(userId, 0, now)}) h left join users u on u.id = h.staff_id
    order by h.created_at desc`;

export const presentHistoryEntry = (
  row: HistoryRow,
  people: ReadonlyMap<number, UserCard>,
): HistoryEntry => ({
  kind: row.kind,
  reason: row.reason,
  until: isoTimeOrNull(row.until),
  active: row.active === 1,
  staff: people.get(row.staff_id ?? 0) ?? null,
  case_id: row.case_id,
  ...createdTimes(row.created_at),
});
