import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";
import { SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import type { CaseAction } from "#domain/moderation/types.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import type { ReportType } from "#domain/reports/types.ts";

/** A moderation notification. It doesn't name the staff member. */
export const moderationNotice = (group: string, title: string, url: string): Notice => ({
  type: "moderation",
  group: `moderation:${group}`,
  actor: null,
  title,
  url,
});

interface DecidedCase {
  id: number;
  type: ReportType;
  name: string;
}

const SUBJECTS: Record<ReportType, (name: string) => string> = {
  level: (name) => `Your level “${name}”`,
  item: (name) => `Your item “${name}”`,
  thread: (name) => `Your thread “${name}”`,
  comment: () => "Your comment",
  message: () => "Your message",
  reply: () => "Your reply",
  user: () => "Your bio",
};

/** A sentence for the owner about one action. */
function describeAction(
  action: CaseAction,
  { type, name }: DecidedCase,
  subforum: number | undefined,
): string {
  const subject = SUBJECTS[type](name);
  switch (action) {
    case "remove":
      return `${subject} was ${type === "level" ? "made private" : "removed"} by our staff.`;
    case "move":
      return `${subject} was moved to ${SUBFORUMS[(subforum ?? 1) as SubforumId].name} by our staff.`;
    case "lock":
      return `${subject} was locked by our staff.`;
    case "hide":
      return `${subject} was taken out of the shop by our staff.`;
    case "reject":
      return `${subject} was rejected by our staff, and came off every bopi.`;
    case "warn":
      return "You have a warning from our staff.";
    case "ban":
      return "Our staff banned your account.";
  }
}

/** Notifies the owner of what was done and why. */
export function subjectNotice(
  decided: DecidedCase,
  actions: readonly CaseAction[],
  { reason, subforum_id }: { reason: string; subforum_id: number | undefined },
): Notice {
  const summary = actions.map((action) => describeAction(action, decided, subforum_id)).join(" ");
  return moderationNotice(
    `case:${decided.id}`,
    reason ? `${summary} Reason: ${reason}` : summary,
    "/standing",
  );
}

/** The statement that notifies all reporters of a case, however many. It doesn't reveal who decided. */
export function reporterNotices(
  { id, type, name }: DecidedCase,
  acted: boolean,
  now: number,
  when: SQL,
): Statement {
  const label = type === "user" || name === "" ? name || `the ${type}` : `“${name}”`;
  const outcome = acted
    ? "and did something about it. Thanks for reporting it!"
    : "and found that it's within the rules. Thanks for looking out.";
  const notice = moderationNotice(
    `report:${id}`,
    `We looked at ${label}, which you reported, ${outcome}`,
    "/reports",
  );
  return statement(sql`insert into notices (user_id, notice, created_at)
    select reporter_id, ${JSON.stringify(notice)}, ${now} from reports where case_id = ${id} and ${when} order by id`);
}
