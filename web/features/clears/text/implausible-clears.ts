import { formatCount } from "#web/lib/format.ts";

/** Strings of the queue of implausible clears. */
export const implausibleClearsText = {
  title: "Implausible clears",
  loading: "Loading clears",
  total: (total: number) => `${formatCount(total, "clear")} to review, oldest first.`,
  ran: (time: string) => `Cleared in ${time}`,
  floor: (time: string) => `The fastest possible time is ${time}.`,
  flagged: (reason: string) => `Flagged: ${reason}`,
  inputs: (changes: number, jumps: number, shortest: number) =>
    `${formatCount(changes, "change")} of input a minute, ${formatCount(jumps, "jump")}, ${shortest} of them held for one tick.`,
  originalBy: "Compare it with",
  originalTime: (time: string) => `in ${time}`,
  watch: "Watch",
  watchOf: (username: string, time: string) => `Watch ${username}'s clear in ${time}`,
  by: "By",
  in: "in",
  host: (host: string) => `Reported by ${host}`,
  accept: "Count it",
  dismiss: "Dismiss",
  acceptOf: (username: string, time: string) => `Count it: ${username}'s clear in ${time}`,
  dismissOf: (username: string, time: string) => `Dismiss ${username}'s clear in ${time}`,
  none: "No implausible clears",
  noneText: "Everyone has been playing fair. Clears that look wrong wait here for a decision.",
  nonePage: "Nothing on this page",
  nonePageText: "There aren't that many clears.",
  firstPage: "First page",
} as const;
