import type { OwnReport } from "#domain/reports/api.ts";
import type { REPORT_REASONS, ReportType } from "#domain/reports/types.ts";
import { formatNumber } from "#web/lib/format.ts";
import { lookUp } from "#web/lib/look-up.ts";

type Reason = (typeof REPORT_REASONS)[number];

export const reportsText = {
  intro: "Let our moderators know what's wrong. No one else will know it was you.",
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
  reason: "What's wrong?",
  reasonNeeded: "Choose what's wrong.",
  reasons: {
    harassment: ["Harassment", "Bullying, threats or insults"],
    hate: ["Hate", "Attacks on people for who they are"],
    sexual: ["Sexual content", "Or anything that isn't for children"],
    violence: ["Violence", "Gore, cruelty or self-harm"],
    "personal information": ["Personal information", "Names, addresses, pictures of people"],
    scam: ["Scam", "Tricks to get coins, items or passwords"],
    spam: ["Spam", "Advertising, or the same thing again and again"],
    "stolen work": ["Stolen work", "Made by someone else"],
    cheating: ["Cheating", "Fake clears, ratings or counts"],
    other: ["Something else", "Explain in the details"],
  } satisfies Record<Reason, readonly [label: string, hint: string]>,
  details: "Details",
  detailsHint: "What should the moderators look at? Optional.",
  submit: "Send report",
  cancel: "Cancel",
  doneTitle: "Report sent",
  done: "You can follow it under Your reports.",
  seeOwn: "Your reports",
  back: "Go back",
  backTo: (name: string) => `Back to ${name}`,
  home: "Back home",
  missingTitle: "There's nothing to report here",
  missing: "It was already removed, or never existed.",
} as const;

/** The kind of thing that a report is about; an unknown kind is returned as it is. */
export const kindName = (type: string): string => lookUp(reportsText.kinds, type, type);

/** A reason's label; an unknown reason is returned as it is. */
export const reasonName = (reason: string): string =>
  (reportsText.reasons as Record<string, readonly [label: string, hint: string]>)[reason]?.[0] ?? reason;

export const ownReportsText = {
  title: "Your reports",
  intro: "What you reported, and what came of it. Only our moderators know it was you.",
  standing: "Your standing",
  loading: "Loading your reports",
  total: (total: number) => `${formatNumber(total)} ${total === 1 ? "report" : "reports"}, newest first.`,
  none: "You haven't reported anything",
  noneText: "When something's wrong, choose Report in its menu. You can follow it here.",
  nonePageText: "You don't have that many reports.",
  sent: "Reported",
  yourDetails: "You said",
  decided: "Decided",
  states: {
    waiting: ["Waiting", "A moderator will take a look."],
    looking: ["In review", "A moderator is looking at it right now."],
    acted: ["We acted", "You were right, and we did something about it. Thank you!"],
    dismissed: ["Closed", "We took a look, and it's within the rules. Thanks for looking out."],
  } satisfies Record<OwnReport["state"], readonly [word: string, sentence: string]>,
} as const;
