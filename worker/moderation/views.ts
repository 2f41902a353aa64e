import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { pairName } from "#domain/conversations/ids.ts";
import { auditEntry } from "./audit.ts";

/** How many of somebody's newest reports their chat is shown for, where no conversation is named. */
const MOST_REPORTS = 100;

/** Reports, open or not, by `reporterId` of messages in their conversation with `otherId`. */
const reportsOf = (reporterId: number, otherId: number) => {
  const pair = pairName(reporterId, otherId);
  // Ids of messages begin with the pair and '_', after which '`' is the next character.
  return sql`select 1 from reports indexed by reports_pairs where reporter_id = ${reporterId} and type = 'message'
    and target > ${`${pair}_`} and target < ${`${pair}\``}`;
};

/** The other sides of the conversations of which somebody reported a message: what `canViewAs` judges by. All of the newest, or the one that is named. */
export function reportedPartnersQuery(asId: number, withId?: number): Statement<{ partner_id: number }> {
  if (withId !== undefined)
    return statement(sql`select ${withId} as partner_id where exists (${reportsOf(asId, withId)})`);
  return statement(sql`
    select distinct case when low = ${asId} then high else low end as partner_id from (
      select cast(target as integer) as low, cast(substr(target, instr(target, '_') + 1) as integer) as high from (
        select target from reports where reporter_id = ${asId} and type = 'message' order by id desc limit ${MOST_REPORTS}))`);
}

/** Whether one of two people reported a message of their conversation: what `canScrub` judges by. */
export function isReportedQuery(a: number, b: number): Statement<{ reported: 0 | 1 }> {
  return statement(sql`select exists (${reportsOf(a, b)}) or exists (${reportsOf(b, a)}) as reported`);
}

/** The note that staff have looked at somebody's chat, and why: at the list of conversations, or at one of them. */
export const viewEntry = (
  actorId: number,
  asId: number,
  withId: number | null,
  reason: string,
  now: number,
): Statement =>
  auditEntry(
    {
      actor_id: actorId,
      action: "chat.view",
      subject_type: "user",
      subject_id: asId,
      reason,
      details: withId === null ? {} : { with: withId },
    },
    now,
  );
