import { type Columns, type Statement, sql, statement } from "#db/database.ts";
import type { cases, reports } from "#db/schema/index.ts";
import { writeChatView } from "#domain/conversations/view.ts";
import type { OwnReport } from "#domain/reports/api.ts";
import { createdTimes, isoTime } from "#domain/time.ts";

export interface OwnReportRow
  extends Columns<"reports", "id" | "target" | "details" | "created_at">,
    Columns<"cases", "name" | "url" | "subject_id" | "state" | "claimed_by" | "outcome" | "decided_at"> {
  type: OwnReport["type"];
  reason: OwnReport["reason"];
}

/** A page of a user's own reports, newest first. */
export const ownReportsQuery = (me: number, limit: number, offset: number): Statement<OwnReportRow> =>
  statement(sql`with page as (select id from reports where reporter_id = ${me} order by id desc limit ${limit} offset ${offset})
    select r.id, r.type, r.target, c.name, c.url, c.subject_id, r.reason, r.details, c.state, c.claimed_by, c.outcome,
      r.created_at, c.decided_at
    from page p cross join reports r on r.id = p.id cross join cases c on c.id = r.case_id`);

/** The number of a user's reports, maintained by a trigger. */
export const ownCountQuery = (me: number): Statement<{ total: number }> =>
  statement(sql`select reports_made as total from users where id = ${me}`);

function stateOf({ state, outcome, claimed_by }: OwnReportRow): OwnReport["state"] {
  if (state === "decided") return outcome ?? "dismissed";
  return claimed_by === null ? "waiting" : "looking";
}

/** Doesn't reveal which moderator is looking at it or decided it. */
export const presentOwnReport = (row: OwnReportRow): OwnReport => ({
  id: row.id,
  type: row.type,
  name: row.name,
  // Staff open the message in the staff chat view; the reporter in their own chat.
  url: row.type === "message" ? writeChatView({ with: row.subject_id, message: row.target }) : row.url,
  reason: row.reason,
  details: row.details,
  state: stateOf(row),
  ...createdTimes(row.created_at),
  decided_at: row.decided_at === null ? null : isoTime(row.decided_at),
});
