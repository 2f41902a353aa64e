import type { CASE_ACTIONS, CaseAction } from "#domain/moderation/types.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";

type Words<T extends string> = Record<T, string>;

/** A report type within a sentence. */
const things: Words<ReportType> = {
  level: "level",
  comment: "comment",
  message: "message",
  item: "item",
  thread: "thread",
  reply: "reply",
  user: "profile",
};

/** "a", "a and b", "a, b and c". */
export const formatList = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

export const caseText = {
  title: (number: number) => `Report ${number}`,
  loading: "Loading the report",
  back: "All reports",
  next: "Next report",
  missingTitle: "This report doesn't exist",
  missing: "Check its number. It may also be one you can't see.",
  look: "View in place",
  deleted: "It no longer exists.",
  claim: "Claim",
  takeOver: "Take over",
  release: "Release",
  claimed: (username: string) => `${username} has claimed this. Leave it to them unless they're away.`,
  conflict: "Someone else was faster. Here's where it stands now.",
  allDone: "That was the last one. Well done!",

  evidence: "What was reported",
  evidenceHint: "A copy from when it was reported.",
  copy: (number: number) => `Copy ${number}`,
  changed: "It changed between reports. Removed text is struck out, added text is underlined.",
  pictureAlt: "The picture when it was reported",
  noEvidence: "No copy was stored.",
  messages: "Messages around it",
  roomLines: "Chat in the level",
  reported: "Reported",
  removed: "Removed",
  added: "Added",

  reportsHeading: (count: number) => formatCount(count, "report"),
  reportsMost: "Showing the newest 50.",
  noDetails: "No details given.",

  otherCases: "Other open reports about them",
  openCases: "Open reports about them",

  person: "Reported user",
  joined: "Joined",
  warnings: (count: number) => (count === 0 ? "No warnings" : formatCount(count, "warning")),
  bannedUntil: (date: string) => `Banned until ${date}`,
  bannedForEver: "Banned permanently",
  notBanned: "Not banned",
  file: "Open their account",
  untouchable: "You can't warn or ban this person.",
  history: "Their history",
  noHistory: "No warnings, no bans, no other reports.",
  past: { warning: "Warned", ban: "Banned", removed: "Acted on", restored: "Undone", dismissed: "Dismissed" },
  forEver: "permanently",
  until: (date: string) => `until ${date}`,
  over: "over",
  byStaff: "by",
  seeCase: (number: number) => `Report ${number}`,

  decide: "What to do",
  nothingToDo: "You can only dismiss it here.",
  actionNeeded: "Choose an action, or dismiss the report.",
  actions: {
    remove: (type: ReportType) =>
      type === "level"
        ? "Make the level private"
        : type === "user"
          ? "Clear the profile's bio"
          : `Remove the ${things[type]}`,
    warn: (_type: ReportType, username: string) => `Warn ${username}`,
    ban: (_type: ReportType, username: string) => `Ban ${username}`,
    move: () => "Move the thread",
    lock: () => "Lock the thread",
    hide: () => "Hide the item",
    reject: () => "Reject the texture",
  } satisfies Record<CaseAction, (type: ReportType, username: string) => string>,
  hints: {
    remove: (type: ReportType) =>
      type === "level"
        ? "Only its creator and staff can see it then."
        : type === "user"
          ? "Deletes what they wrote about themselves."
          : "No one can see it anymore.",
    warn: () => "They have to confirm that they've read it.",
    ban: () => "Disconnects all their pages within a second.",
    move: () => "Moves it to another subforum.",
    lock: () => "Only staff can reply.",
    hide: () => "Removes it from every list. Owners keep it.",
    reject: () => "Also takes it off every bopi.",
  } satisfies Record<CaseAction, (type: ReportType) => string>,
  reasonHint: (username: string) => `${username} will see this.`,
  reasonNeeded: "Enter a reason. They'll see it.",
  subforum: "Move to",
  dismiss: "Dismiss",
  dismissHint: (count: number) =>
    count === 1
      ? "Takes no action, and lets the reporter know it's within the rules."
      : `Takes no action, and lets ${formatNumber(count)} reporters know it's within the rules.`,
  submit: "Apply",
  nothingChosen: "Nothing selected yet.",
  /** One sentence that says what a decision will do. */
  will: (parts: readonly string[]) => `This will ${formatList(parts)}.`,
  plan: {
    remove: (type: ReportType) =>
      type === "level"
        ? "make the level private"
        : type === "user"
          ? "clear the profile's bio"
          : `remove the ${things[type]}`,
    warn: (_type: ReportType, username: string) => `warn ${username}`,
    ban: (_type: ReportType, username: string, length: string) => `ban ${username} ${length}`,
    move: (_type: ReportType, _username: string, _length: string, subforum: string) =>
      `move the thread to ${subforum}`,
    lock: () => "lock the thread",
    hide: () => "hide the item",
    reject: () => "hide the item and take its texture off every bopi",
  } satisfies Record<
    CaseAction,
    (type: ReportType, username: string, length: string, subforum: string) => string
  >,
  planNotify: (count: number) => `notify ${formatCount(count, "reporter")}`,
  sureTitle: (username: string) => `Ban ${username} permanently?`,
  sure: "Only an appeal or another moderator can end this ban.",
  sureAction: (username: string) => `Ban ${username} permanently`,
  decided: "Decided",
  decidedBy: "Decided by",
  done: {
    remove: "Removed",
    warn: "Warned",
    ban: "Banned",
    move: "Moved",
    lock: "Locked",
    hide: "Hidden",
    reject: "Texture rejected",
  } satisfies Words<(typeof CASE_ACTIONS)[number]>,
  nothingDone: "Dismissed: it's within the rules.",
} as const;
