import type { APPEAL_STATES } from "#domain/moderation/types.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";

type State = (typeof APPEAL_STATES)[number];

export const appealsText = {
  title: "Appeals",
  loading: "Loading appeals",
  stateNav: "Filter appeals",
  states: { waiting: "Waiting", accepted: "Accepted", declined: "Declined" } satisfies Record<State, string>,
  total: {
    waiting: (total: number) => `${formatCount(total, "appeal")} to review, oldest first.`,
    accepted: (total: number) => `${formatNumber(total)} accepted`,
    declined: (total: number) => `${formatNumber(total)} declined`,
  } satisfies Record<State, (total: number) => string>,
  none: "No appeals here",
  noneText: "No one is waiting for a decision.",
  nonePageText: "There aren't that many appeals.",
  of: (username: string) => `${username}'s appeal`,
  wrote: "Their message",
  banned: "Banned",
  forEver: "permanently",
  until: (date: string) => `until ${date}`,
  by: "by",
  unknown: "by an unknown moderator",
  why: "Reason for the ban",
  noReason: "No reason was given.",
  seeCase: (number: number) => `Report ${number}`,
  reply: "Reply",
  replyHint: (username: string) => `${username} will see this.`,
  accept: "End the ban",
  acceptOf: (username: string) => `End the ban of ${username}`,
  decline: "Keep the ban",
  declineOf: (username: string) => `Keep the ban of ${username}`,
  notYours: "You issued this ban, so another moderator decides.",
  decidedBy: "Decided by",
} as const;
