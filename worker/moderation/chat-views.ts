import { type Statement, sql, statement } from "#db/database.ts";
import { pairKey } from "#domain/conversations/ids.ts";
import { auditEntry } from "./audit.ts";

/** A user's chats are listed for staff from this many of their newest message reports. */
const MAX_REPORTS = 100;

/** Reports by `reporterId`, open or not, of messages in the conversation with `otherId`. */
const messageReports = (reporterId: number, otherId: number) => {
  const pair = pairKey(reporterId, otherId);
  // Message ids start with the pair and '_'; '`' is the next character after '_'.
  return sql`select 1 from reports indexed by reports_pairs where reporter_id = ${reporterId} and type = 'message'
    and target > ${`${pair}_`} and target < ${`${pair}\``}`;
};

/** Partners in conversations where the user reported a message (`canViewAs`): newest, or `withId`. */
export function reportedPartnersQuery(asId: number, withId?: number): Statement<{ partner_id: number }> {
  if (withId !== undefined)
    return statement`select ${withId} as partner_id where exists (${messageReports(asId, withId)})`;
  return statement`
    select distinct case when low = ${asId} then high else low end as partner_id from (
      select cast(target as integer) as low, cast(substr(target, instr(target, '_') + 1) as integer) as high from (
        select target from reports where reporter_id = ${asId} and type = 'message' order by id desc limit ${MAX_REPORTS}))`;
}

/** Whether either user reported a message of their conversation, for `canDeleteMessage`. */
export function isReportedQuery(a: number, b: number): Statement<{ reported: 0 | 1 }> {
  return statement`select exists (${messageReports(a, b)}) or exists (${messageReports(b, a)}) as reported`;
}

/** The audit entry for staff viewing a user's conversation list or one conversation, with the reason. */
export const chatViewEntry = (
  actorId: number,
  asId: number,
  withId: number | null,
  reason: string,
  now: number,
): Statement =>
  auditEntry(now, {
    actor_id: actorId,
    action: "chat.view",
    subject_type: "user",
    subject_id: asId,
    reason,
    details: withId === null ? {} : { with: withId },
  });
