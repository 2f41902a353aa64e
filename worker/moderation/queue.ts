import { sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { readMessageId } from "#domain/conversations/ids.ts";
import type { QueuedReport } from "#domain/moderation/api.ts";
import type { ReportType } from "#domain/reports/api.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";

export interface ReportRow extends UserColumns {
  id: number;
  type: ReportType;
  target: string;
  reason: string;
  details: string;
  created_at: number;
  /** Where a reported comment stands. */
  place_type: CommentTarget | null;
  place_id: number | null;
  /** The user who is reported, or whose page the comment stands on. */
  place_username: string | null;
}

/** Open reports, the oldest first. */
export function openReportsQuery(page: number, size: number): Query<ReportRow> {
  return select<ReportRow>(sql`
    with page as (select id from reports where open = 1 order by id limit ${size} offset ${(page - 1) * size})
    select r.id, r.type, r.target, r.reason, r.details, r.created_at, ${userColumns},
      m.target_type as place_type, m.target_id as place_id, o.username as place_username
    from page p cross join reports r on r.id = p.id cross join users u on u.id = r.reporter_id
      left join comments m on r.type = 'comment' and m.id = cast(r.target as integer)
      left join users o on o.id = case when r.type = 'user' then cast(r.target as integer)
        when m.target_type = 'user' then m.target_id end`);
}

/** How many reports are open, kept by triggers. */
export const openCountQuery: Query<{ value: number }> = select(
  sql`select value from counters where name = 'reports:open'`,
);

/** Where the reported thing is seen; a message in the chat as its reporter sees it. */
function placeOf({ type, target, u_id, place_type, place_id, place_username }: ReportRow): string {
  switch (place_type ?? type) {
    case "level":
      return `/levels/${place_id ?? target}`;
    case "item":
      return `/items/${place_id ?? target}`;
    case "user":
      return `/users/${place_username}`;
    case "message": {
      const { low = 0, high = 0 } = readMessageId(target) ?? {};
      return `/chat?as=${u_id}&with=${low === u_id ? high : low}&message=${target}`;
    }
    default:
      return "/";
  }
}

export const presentReport = (row: ReportRow, now: number): QueuedReport => ({
  id: row.id,
  type: row.type,
  target: row.target,
  reason: row.reason,
  details: row.details,
  reporter: presentUser(row, now),
  created_at: isoTime(row.created_at),
  created_at_formatted: formatTime(row.created_at),
  url: placeOf(row),
});
