import { counted } from "#web/lib/format.ts";

/** Words of clears that staff decide about. */
export const implausibleClearsText = {
  title: "Implausible clears",
  loading: "Loading clears",
  total: (total: number) => `${counted(total, "clear")} to decide about. The oldest comes first.`,
  ran: (time: string) => `Cleared in ${time}`,
  floor: (time: string) => `The fastest that is possible is ${time}.`,
  by: "By",
  in: "in",
  host: (host: string) => `Reported by ${host}`,
  accept: "Let it count",
  dismiss: "Dismiss",
  acceptOf: (username: string, time: string) => `Let it count: ${username}'s clear in ${time}`,
  dismissOf: (username: string, time: string) => `Dismiss ${username}'s clear in ${time}`,
  none: "No implausible clears",
  noneText:
    "Everybody has been playing fair. Clears faster than is possible wait here until somebody decides.",
  nonePage: "Nothing on this page",
  nonePageText: "There are not that many clears.",
  firstPage: "First page",
} as const;
