import type { CASE_ORDERS, CASE_STATES } from "#domain/moderation/types.ts";
import { counted, exact } from "#web/lib/format.ts";

type Words<T extends string> = Record<T, string>;

/** Reasons that come up again and again, for the person they are about; what is chosen can be written on. */
export const REASON_TEMPLATES: readonly { value: string; label: string; text: string }[] = [
  {
    value: "spam",
    label: "Spam",
    text: "This was spam: the same thing again and again, or advertising. Please post something once, and only where it belongs.",
  },
  {
    value: "insults",
    label: "Insults",
    text: "You insulted somebody. You may disagree with people here, but stay kind to them.",
  },
  {
    value: "hate",
    label: "Hate",
    text: "You attacked people for what they are. That has no place here.",
  },
  {
    value: "personal",
    label: "Personal information",
    text: "You shared or asked for personal information: a name, an address, a number or a picture of somebody. Keep such things to yourself, for everybody's safety.",
  },
  {
    value: "scam",
    label: "Scam",
    text: "You tried to get coins, items or a password by a trick. What others own stays theirs.",
  },
  {
    value: "stolen",
    label: "Stolen work",
    text: "This was made by somebody else. Upload only what you have made yourself or may use.",
  },
  {
    value: "sexual",
    label: "Sexual content",
    text: "This was sexual, or not fit for children in another way. Many who play here are young.",
  },
  {
    value: "violence",
    label: "Violence",
    text: "This showed or praised cruelty or self-harm. Leave such things out.",
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

/** Words of what moderators do. */
export const moderationText = {
  title: "Reports",
  loading: "Loading reports",
  total: {
    open: (total: number) => `${exact(total)} open ${total === 1 ? "case" : "cases"}`,
    unclaimed: (total: number) => `${counted(total, "case")} that nobody has taken`,
    mine: (total: number) => `${counted(total, "case")} of yours`,
    decided: (total: number) => `${exact(total)} decided ${total === 1 ? "case" : "cases"}`,
  } satisfies Record<(typeof CASE_STATES)[number], (total: number) => string>,
  stateNav: "Which reports",
  states: { open: "Open", unclaimed: "Unclaimed", mine: "Mine", decided: "Decided" } satisfies Words<
    (typeof CASE_STATES)[number]
  >,
  type: "Kind",
  anyType: "Everything",
  order: "Order",
  orders: { oldest: "Oldest first", newest: "Newest first", most: "Most reported first" } satisfies Words<
    (typeof CASE_ORDERS)[number]
  >,
  of: "by",
  reports: (count: number) => counted(count, "report"),
  claimedBy: "Taken by",
  claimedByYou: "You have taken this",
  decided: "Decided",
  first: "First reported",
  newest: "last",
  outcomes: { acted: "Acted on", dismissed: "Dismissed" },
  none: "Nothing here",
  noneText: "Everybody is being kind. Have some grapes.",
  nonePage: "Nothing on this page",
  nonePageText: "There are not that many reports.",
  firstPage: "First page",
  ban: {
    title: (username: string) => `Ban ${username}?`,
    text: "They are cut off at once, and can neither write nor see what only members see. They are shown the reason.",
    now: (username: string) => `${username} is banned for ever.`,
    until: (username: string, date: string) => `${username} is banned until ${date}.`,
    why: (reason: string) => `Reason: ${reason}`,
    replaces: "A new ban takes the place of this one.",
    end: "End the ban",
    template: "Start from",
    noTemplate: "Your own words",
    day: "Last day",
    dayHint: "The ban ends with this day, in UTC.",
    dayNeeded: "Choose a day to come.",
    reason: "Reason",
    reasonHint: "One or two sentences for the person.",
    length: "How long",
    lengths: {
      day: "1 day",
      days: "3 days",
      week: "1 week",
      month: "30 days",
      date: "Until a day",
      ever: "For ever",
    },
    /** The same at the end of "ban Max …". */
    spans: {
      day: "for 1 day",
      days: "for 3 days",
      week: "for 1 week",
      month: "for 30 days",
      date: "until the day you choose",
      ever: "for ever",
    },
    submit: (username: string) => `Ban ${username}`,
  },
} as const;
