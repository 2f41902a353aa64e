import { exact } from "#web/lib/format.ts";

/** Words of what moderators do. */
export const moderationText = {
  title: "Open reports",
  loading: "Loading reports",
  total: (total: number) => `${exact(total)} open ${total === 1 ? "report" : "reports"}`,
  oldest: "The oldest comes first.",
  kind: (kind: string, reason: string) => `${kind}: ${reason}`,
  by: "Reported by",
  noDetails: "Nothing was added to it.",
  look: "Look at it",
  lookAt: (kind: string, username: string) => `Look at it: ${kind}, reported by ${username}`,
  none: "No open reports",
  noneText: "Everybody is being kind. Have some grapes.",
  nonePage: "Nothing on this page",
  nonePageText: "There are not that many reports.",
  firstPage: "First page",
  ban: {
    title: (username: string) => `Ban ${username}?`,
    text: "They are cut off at once, and can neither write nor see what only members see. They are shown the reason.",
    now: (username: string) => `${username} is banned for ever.`,
    until: (username: string, date: string) => `${username} is banned until ${date} UTC.`,
    why: (reason: string) => `Reason: ${reason}`,
    replaces: "A new ban takes the place of this one.",
    end: "End the ban",
    reason: "Reason",
    reasonHint: "One or two sentences for the person.",
    length: "How long",
    lengths: { day: "1 day", week: "1 week", month: "30 days", ever: "For ever" },
    submit: (username: string) => `Ban ${username}`,
  },
} as const;
