import { type SQL, statement } from "#db/database.ts";
import { SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import type { CaseAction, RemovalType } from "#domain/moderation/types.ts";
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

const SUBJECTS: Record<RemovalType, (name: string) => string> = {
  level: (name) => `Your level “${name}”`,
  item: (name) => `Your item “${name}”`,
  thread: (name) => `Your thread “${name}”`,
  comment: () => "Your comment",
  message: () => "Your message",
  reply: () => "Your reply",
  user: () => "Your bio",
  rating: (name) => `Your rating of “${name}”`,
  picture: (name) => `Your picture of “${name}”`,
};

/** A sentence for the owner about one action. */
function describeAction(action: CaseAction, { type, name }: DecidedCase, subforum: number | undefined) {
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

/** Notifies the owner that staff undid a removal. */
export const restoredNotice = (
  { type, target, name }: { type: RemovalType; target: string; name: string },
  reason: string,
): Notice =>
  moderationNotice(
    `restored:${type}:${target}`,
    `${SUBJECTS[type](name)} is back: our staff undid the removal.${reason && ` Reason: ${reason}`}`,
    placeOf(type, target),
  );

/** A page where the owner can see the thing again. */
function placeOf(type: RemovalType, target: string): string {
  switch (type) {
    case "level":
    case "picture":
      return `/levels/${target}`;
    case "item":
      return `/items/${target}`;
    case "thread":
      return `/forums/thread/${target}`;
    default:
      return "/standing";
  }
}

/** Notifies someone who reported a thing that its removal was undone. */
export const restoredReportNotice = (type: RemovalType): Notice =>
  moderationNotice(
    `restored:${type}`,
    `We looked again at a ${type === "user" ? "profile" : type} that you reported, and put it back: it's within the rules.`,
    "/reports",
  );

/** The statement that notifies all reporters of a case, however many. It doesn't reveal who decided. */
export function reporterNotices({ id, type, name }: DecidedCase, acted: boolean, now: number, when: SQL) {
  const label = type === "user" || name === "" ? name || `the ${type}` : `“${name}”`;
  const outcome = acted
    ? "and did something about it. Thanks for reporting it!"
    : "and found that it's within the rules. Thanks for looking out.";
  const notice = moderationNotice(
    `report:${id}`,
    `We looked at ${label}, which you reported, ${outcome}`,
    "/reports",
  );
  return statement`insert into notices (user_id, notice, created_at)
    select reporter_id, ${JSON.stringify(notice)}, ${now} from reports where case_id = ${id} and ${when} order by id`;
}
