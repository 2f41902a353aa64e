import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import type { CaseAct } from "#domain/moderation/types.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import type { ReportType } from "#domain/reports/types.ts";

/** A notice of the staff's, who are not named. */
export const toldOf = (group: string, title: string, url: string): Notice => ({
  type: "moderation",
  group: `moderation:${group}`,
  actor: null,
  title,
  url,
});

interface Decided {
  id: number;
  type: ReportType;
  name: string;
}

const OWN: Record<ReportType, (name: string) => string> = {
  level: (name) => `Your level “${name}”`,
  item: (name) => `Your item “${name}”`,
  thread: (name) => `Your thread “${name}”`,
  comment: () => "A comment of yours",
  message: () => "A message of yours",
  reply: () => "A reply of yours",
  user: () => "What your profile said about you",
};

/** What was done, in words for the one whose thing it is. */
function sayAct(act: CaseAct, { type, name }: Decided, subforum: number | undefined): string {
  const own = OWN[type](name);
  switch (act) {
    case "remove":
      return `${own} was ${type === "level" ? "made private" : "removed"} by our staff.`;
    case "move":
      return `${own} was moved to ${SUBFORUMS[(subforum ?? 1) as SubforumId].name} by our staff.`;
    case "lock":
      return `${own} was locked by our staff.`;
    case "hide":
      return `${own} was taken out of the shop by our staff.`;
    case "reject":
      return `${own} was rejected by our staff: nobody wears it any more.`;
    case "warn":
      return "You have a warning from our staff.";
    case "ban":
      return "Our staff have banned your account.";
  }
}

/** Tells the one it is about what was done and why. */
export function subjectNotice(
  decided: Decided,
  acts: readonly CaseAct[],
  { reason, subforum_id }: { reason: string; subforum_id: number | undefined },
): Notice {
  const said = acts.map((act) => sayAct(act, decided, subforum_id)).join(" ");
  return toldOf(`case:${decided.id}`, reason ? `${said} Reason: ${reason}` : said, "/standing");
}

/** The statement that tells everybody who has reported it, however many they are. Nobody learns who decided. */
export function reporterNotices(
  { id, type, name }: Decided,
  acted: boolean,
  now: number,
  when: SQL,
): Statement {
  const what = type === "user" || name === "" ? name || `the ${type}` : `“${name}”`;
  const outcome = acted
    ? "and did something about it. Thank you for telling us!"
    : "and found that it keeps to the rules. Thank you for telling us all the same.";
  const notice = toldOf(
    `report:${id}`,
    `We have looked at ${what}, which you reported, ${outcome}`,
    "/reports",
  );
  return statement(sql`insert into notices (user_id, notice, created_at)
    select reporter_id, ${JSON.stringify(notice)}, ${now} from reports where case_id = ${id} and ${when} order by id`);
}
