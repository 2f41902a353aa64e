import { counted, exact } from "#web/lib/format.ts";

/** Words of a level's clears, and of what staff decide about them. */
export const clearsText = {
  title: "Fastest clears",
  list: "Everybody's best time, the fastest first",
  loading: "Loading clears",
  rank: (rank: number) => `#${exact(rank)}`,
  times: (times: number) => counted(times, "clear"),
  own: "Your best",
  none: "Nobody has cleared this level yet",
  noneHint: "Play it to its end, and your time stands here, right at the top.",
  nonePage: "This page is past the last one",
  firstPage: "First page",
  all: (total: number) => `Show all ${exact(total)}`,
  top: "Show the fastest only",
  pages: "Pages of clears",

  aside: {
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
  },
} as const;
