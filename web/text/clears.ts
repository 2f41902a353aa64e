import { formatCount, formatNumber } from "#web/lib/format.ts";

/** Strings of a level's clears. */
export const clearsText = {
  title: "Fastest clears",
  list: "Everyone's best time, fastest first",
  loading: "Loading clears",
  rank: (rank: number) => `#${formatNumber(rank)}`,
  times: (times: number) => formatCount(times, "clear"),
  own: "Your best",
  none: "No one has cleared this level yet",
  noneHint: "Finish it, and your time goes right to the top.",
  nonePage: "This page doesn't exist",
  firstPage: "First page",
  all: (total: number) => `Show all ${formatNumber(total)}`,
  top: "Show only the fastest",
  pages: "Pages of clears",
} as const;
