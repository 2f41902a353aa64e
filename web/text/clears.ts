import { counted, exact } from "#web/lib/format.ts";

/** Words of a level's clears. */
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
} as const;
