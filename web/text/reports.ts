import type { OwnReport } from "#domain/reports/api.ts";
import type { REPORT_REASONS, ReportType } from "#domain/reports/types.ts";
import { exact } from "#web/lib/format.ts";

type Reason = (typeof REPORT_REASONS)[number];

/** Words of the report page. */
export const reportsText = {
  intro: "Tell the moderators what is wrong. Nobody else is told that it was you.",
  kinds: {
    level: "Level",
    comment: "Comment",
    message: "Message",
    item: "Item",
    thread: "Thread",
    reply: "Reply",
    user: "User",
  } satisfies Record<ReportType, string>,
  titles: {
    level: "Report a level",
    comment: "Report a comment",
    message: "Report a message",
    item: "Report an item",
    thread: "Report a thread",
    reply: "Report a reply",
    user: "Report a user",
  } satisfies Record<ReportType, string>,
  subject: "You are reporting",
  numbered: (kind: string, target: string) => `${kind} #${target}`,
  by: (username: string) => `By ${username}`,
  byIn: (username: string, thread: string) => `By ${username} in ${thread}`,
  reason: "What is wrong?",
  reasonNeeded: "Choose what is wrong.",
  reasons: {
    harassment: ["Harassment", "Bullying, threats or insults"],
    hate: ["Hate", "Against people for what they are"],
    sexual: ["Sexual content", "Or anything that is not for children"],
    violence: ["Violence", "Gore, cruelty or self-harm"],
    "personal information": ["Personal information", "Names, addresses, pictures of people"],
    scam: ["Scam", "Tricks to get coins, items or passwords"],
    spam: ["Spam", "Advertising, or the same thing again and again"],
    "stolen work": ["Stolen work", "Made by somebody else"],
    cheating: ["Cheating", "Fake clears, ratings or counts"],
    other: ["Something else", "Tell us in the details"],
  } satisfies Record<Reason, readonly [label: string, hint: string]>,
  details: "Details",
  detailsHint: "What should the moderators look at? You need not write anything.",
  submit: "Send report",
  cancel: "Cancel",
  doneTitle: "Thank you!",
  done: "You keep this place kind.",
  seeOwn: "Your reports",
  back: "Go back",
  backTo: (name: string) => `Back to ${name}`,
  home: "Back home",
  missingTitle: "There is nothing to report here",
  missing: "It was taken away already, or never existed.",
} as const;

/** What a reason is called; one that this page's code doesn't know is shown as it is. */
export const reasonName = (reason: string): string =>
  (reportsText.reasons as Record<string, readonly [label: string, hint: string]>)[reason]?.[0] ?? reason;

/** Words of the list of one's own reports. */
export const ownReportsText = {
  title: "Your reports",
  intro: "What you told us about, and what became of it. Nobody is told that it was you.",
  standing: "Your standing",
  loading: "Loading your reports",
  total: (total: number) => `${exact(total)} ${total === 1 ? "report" : "reports"}, the newest first.`,
  none: "You have reported nothing",
  noneText: "When something is wrong, choose Report in its menu. What becomes of it will be here.",
  nonePage: "Nothing on this page",
  nonePageText: "You have not reported that much.",
  firstPage: "First page",
  sent: "Reported",
  youSaid: "You said",
  decided: "Decided",
  /** What a report has come to: a word for its badge, and a sentence. */
  states: {
    waiting: ["Waiting", "A moderator will look at it."],
    looking: ["Being looked at", "A moderator is looking at it right now."],
    acted: ["We acted", "You were right: something was done about it. Thank you!"],
    dismissed: ["Closed", "We looked at it, and it is within the rules. Thank you for looking out."],
  } satisfies Record<OwnReport["state"], readonly [word: string, sentence: string]>,
} as const;
