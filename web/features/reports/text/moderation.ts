import type { CASE_ORDERS, CASE_STATES } from "#domain/moderation/types.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";

type Words<T extends string> = Record<T, string>;

/** Common reasons, written to the reported user. Moderators can edit the chosen text. */
export const REASON_TEMPLATES: readonly { value: string; label: string; text: string }[] = [
  {
    value: "spam",
    label: "Spam",
    text: "This was spam: the same thing again and again, or advertising. Please post something once, and only where it belongs.",
  },
  {
    value: "insults",
    label: "Insults",
    text: "You insulted someone. You can disagree with people here, but stay kind.",
  },
  {
    value: "hate",
    label: "Hate",
    text: "You attacked people for who they are. That has no place here.",
  },
  {
    value: "personal",
    label: "Personal information",
    text: "You shared or asked for personal information: someone's name, address, number or picture. Keep things like that private, for everyone's safety.",
  },
  {
    value: "scam",
    label: "Scam",
    text: "You tried to trick someone out of coins, items or a password. What others own stays theirs.",
  },
  {
    value: "stolen",
    label: "Stolen work",
    text: "Someone else made this. Only upload what you made yourself or are allowed to use.",
  },
  {
    value: "sexual",
    label: "Sexual content",
    text: "This was sexual, or unsuitable for children in another way. Many people who play here are young.",
  },
  {
    value: "violence",
    label: "Violence",
    text: "This showed or praised cruelty or self-harm. Please leave that out.",
  },
  {
    value: "cheating",
    label: "Cheating",
    text: "You cheated: fake clears, ratings or counts. Play fair.",
  },
  {
    value: "evasion",
    label: "Ban evasion",
    text: "You used another account while you were banned. Write an appeal instead.",
  },
];

export const moderationText = {
  title: "Reports",
  loading: "Loading reports",
  total: {
    open: (total: number) => `${formatNumber(total)} open ${total === 1 ? "case" : "cases"}`,
    unclaimed: (total: number) => formatCount(total, "unclaimed case"),
    mine: (total: number) => `${formatCount(total, "case")} claimed by you`,
    decided: (total: number) => `${formatNumber(total)} decided ${total === 1 ? "case" : "cases"}`,
  } satisfies Record<(typeof CASE_STATES)[number], (total: number) => string>,
  stateNav: "Filter reports",
  states: { open: "Open", unclaimed: "Unclaimed", mine: "Mine", decided: "Decided" } satisfies Words<
    (typeof CASE_STATES)[number]
  >,
  type: "Type",
  anyType: "Everything",
  order: "Order",
  orders: { oldest: "Oldest first", newest: "Newest first", most: "Most reported first" } satisfies Words<
    (typeof CASE_ORDERS)[number]
  >,
  of: "by",
  reports: (count: number) => formatCount(count, "report"),
  claimedBy: "Claimed by",
  claimedByYou: "Claimed by you",
  decided: "Decided",
  first: "First reported",
  newest: "last",
  outcomes: { acted: "Acted on", dismissed: "Dismissed" },
  none: "Nothing here",
  noneText: "Everyone is being kind. Have some grapes.",
  nonePageText: "There aren't that many reports.",
  ban: {
    title: (username: string) => `Ban ${username}?`,
    text: "They lose access right away: they can't post, or see what only members see. They're shown the reason.",
    now: (username: string) => `${username} is banned permanently.`,
    until: (username: string, date: string) => `${username} is banned until ${date}.`,
    why: (reason: string) => `Reason: ${reason}`,
    replaces: "A new ban replaces this one.",
    end: "End the ban",
    template: "Start from",
    noTemplate: "Your own words",
    day: "Last day",
    dayHint: "The ban ends at the end of this day, in UTC.",
    dayNeeded: "Choose a day in the future.",
    reasonHint: "One or two sentences for the person.",
    length: "How long",
    lengths: {
      day: "1 day",
      days: "3 days",
      week: "1 week",
      month: "30 days",
      date: "Until a date",
      ever: "Permanently",
    },
    /** The same after "ban Max …". */
    spans: {
      day: "for 1 day",
      days: "for 3 days",
      week: "for 1 week",
      month: "for 30 days",
      date: "until the day you choose",
      ever: "permanently",
    },
    submit: (username: string) => `Ban ${username}`,
  },
} as const;
