import type { CASE_ACTS, CaseAct } from "#domain/moderation/types.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { counted, exact } from "#web/lib/format.ts";

type Words<T extends string> = Record<T, string>;

/** A kind of thing within a sentence. */
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
export const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

/** Words of the page on which one report is decided. */
export const caseText = {
  title: (number: number) => `Report ${number}`,
  loading: "Loading the report",
  back: "All reports",
  next: "Next one",
  missingTitle: "There is no such report",
  missing: "Its number is wrong, or you may not see it.",
  look: "See it where it is",
  gone: "It is not there any more.",
  claim: "Take this on",
  takeOver: "Take it over",
  release: "Let it go",
  claimed: (username: string) => `${username} has taken this on. Leave it to them, unless they are away.`,
  conflict: "Somebody else was faster. This is how it stands now.",
  allDone: "That was the last one. Well done!",

  evidence: "What was reported",
  evidenceHint: "As it was when it was reported.",
  copy: (number: number) => `Copy ${number}`,
  changed: "It was changed between reports. What went is struck out, what came is underlined.",
  pictureAlt: "The picture as it was when it was reported",
  noEvidence: "Nothing was kept of it.",
  messages: "The conversation around it",
  reported: "Reported",
  removed: "Removed",
  added: "Added",

  reportsHeading: (count: number) => `${counted(count, "report")} of it`,
  reportsMost: "The newest fifty are shown.",
  noDetails: "Nothing was added.",

  otherCases: "Other open reports about them",
  openCases: "Open reports about them",

  person: "Who it is about",
  joined: "Joined",
  warnings: (count: number) => (count === 0 ? "No warnings" : counted(count, "warning")),
  bannedUntil: (date: string) => `Banned until ${date}`,
  bannedForEver: "Banned for ever",
  notBanned: "Not banned",
  file: "Open their file",
  untouchable: "You can't warn or ban this person.",
  history: "Their history",
  noHistory: "No warnings, no bans, no other reports.",
  past: { warning: "Warned", ban: "Banned", removed: "Acted on", dismissed: "Dismissed" },
  forEver: "for ever",
  until: (date: string) => `until ${date}`,
  over: "over",
  byStaff: "by",
  seeCase: (number: number) => `Report ${number}`,

  decide: "What to do",
  nothingToDo: "Nothing can be done about it from here but to dismiss it.",
  actNeeded: "Choose what to do, or dismiss the report.",
  acts: {
    remove: (type: ReportType) =>
      type === "level"
        ? "Make the level private"
        : type === "user"
          ? "Empty the profile's text"
          : `Remove the ${things[type]}`,
    warn: (_type: ReportType, username: string) => `Warn ${username}`,
    ban: (_type: ReportType, username: string) => `Ban ${username}`,
    move: () => "Move the thread",
    lock: () => "Lock the thread",
    hide: () => "Hide the item",
    reject: () => "Reject the texture",
  } satisfies Record<CaseAct, (type: ReportType, username: string) => string>,
  hints: {
    remove: (type: ReportType) =>
      type === "level"
        ? "Only its creator and staff see it then."
        : type === "user"
          ? "What they wrote about themselves is gone."
          : "Nobody sees it any more.",
    warn: () => "They have to say that they have read it.",
    ban: () => "All their pages are cut off within a second.",
    move: () => "It goes to another part of the forums.",
    lock: () => "Nobody but staff can reply.",
    hide: () => "It is in no list any more; who has it keeps it.",
    reject: () => "It is also taken off everybody's bopi.",
  } satisfies Record<CaseAct, (type: ReportType) => string>,
  reasonHint: (username: string) => `${username} reads this.`,
  reasonNeeded: "Say why: they will read it.",
  subforum: "Move to",
  dismiss: "Dismiss",
  dismissHint: (count: number) =>
    count === 1
      ? "Does nothing, and tells the reporter that it is within the rules."
      : `Does nothing, and tells ${exact(count)} reporters that it is within the rules.`,
  submit: "Do this",
  nothingChosen: "Nothing is chosen yet.",
  /** What a decision will do, in one sentence. */
  will: (parts: readonly string[]) => `This will ${listed(parts)}.`,
  plan: {
    remove: (type: ReportType) =>
      type === "level"
        ? "make the level private"
        : type === "user"
          ? "empty the profile's text"
          : `remove the ${things[type]}`,
    warn: (_type: ReportType, username: string) => `warn ${username}`,
    ban: (_type: ReportType, username: string, length: string) => `ban ${username} ${length}`,
    move: (_type: ReportType, _username: string, _length: string, subforum: string) =>
      `move the thread to ${subforum}`,
    lock: () => "lock the thread",
    hide: () => "hide the item",
    reject: () => "hide the item and take its texture off everybody",
  } satisfies Record<
    CaseAct,
    (type: ReportType, username: string, length: string, subforum: string) => string
  >,
  planTell: (count: number) => `tell ${counted(count, "reporter")}`,
  sureTitle: (username: string) => `Ban ${username} for ever?`,
  sure: "This ban has no end. Only an appeal or another moderator can end it.",
  sureAct: (username: string) => `Ban ${username} for ever`,
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
  } satisfies Words<(typeof CASE_ACTS)[number]>,
  nothingDone: "Dismissed: it is within the rules.",
} as const;
