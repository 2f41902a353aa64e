import type { REPORT_REASONS, ReportType } from "#domain/reports/types.ts";

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
  back: "Go back",
  backTo: (name: string) => `Back to ${name}`,
  home: "Back home",
  missingTitle: "There is nothing to report here",
  missing: "It was taken away already, or never existed.",
} as const;
