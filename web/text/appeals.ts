import type { APPEAL_STATES } from "#domain/moderation/types.ts";
import { counted, exact } from "#web/lib/format.ts";

type State = (typeof APPEAL_STATES)[number];

/** Words of the queue of appeals. */
export const appealsText = {
  title: "Appeals",
  loading: "Loading appeals",
  stateNav: "Which appeals",
  states: { waiting: "Waiting", accepted: "Accepted", declined: "Declined" } satisfies Record<State, string>,
  total: {
    waiting: (total: number) => `${counted(total, "appeal")} to decide. The oldest comes first.`,
    accepted: (total: number) => `${exact(total)} accepted`,
    declined: (total: number) => `${exact(total)} declined`,
  } satisfies Record<State, (total: number) => string>,
  none: "No appeals here",
  noneText: "Nobody waits for an answer.",
  nonePage: "Nothing on this page",
  nonePageText: "There are not that many appeals.",
  firstPage: "First page",
  of: (username: string) => `Appeal of ${username}`,
  wrote: "What they say",
  banned: "Banned",
  forEver: "for ever",
  until: (date: string) => `until ${date}`,
  by: "by",
  unknown: "nobody remembers by whom",
  why: "Reason of the ban",
  noReason: "None was written down.",
  seeCase: (number: number) => `Report ${number}`,
  answer: "Answer",
  answerHint: (username: string) => `${username} reads this.`,
  accept: "End the ban",
  acceptOf: (username: string) => `End the ban of ${username}`,
  decline: "Let it stand",
  declineOf: (username: string) => `Let it stand: the ban of ${username}`,
  notYours: "You made this ban: another moderator decides.",
  answered: "Answered by",
} as const;
