import { formatCount, formatNumber } from "#web/lib/format.ts";
import { ordinal } from "#web/lib/ordinal.ts";

/** Strings of a level's clears. */
export const clearsText = {
  title: "Best times",
  list: "Everyone's best time, fastest first",
  loading: "Loading clears",
  rank: (rank: number) => `#${formatNumber(rank)}`,
  free: (rank: number) => `${ordinal(rank)} place is still free`,
  times: (times: number) => formatCount(times, "clear"),
  checked: "Checked: we replayed this run.",
  watch: (username: string) => `Watch ${username}'s run`,
  race: (username: string) => `Race ${username}'s ghost`,
  watchWord: "Watch",
  raceWord: "Race",
  own: "Your best",
  /** Ranks outside the first ten begin at 11, also where there are fewer players. */
  ownRank: (rank: number, total: number) =>
    rank > total ? ordinal(rank) : `${ordinal(rank)} of ${formatNumber(total)}`,
  behind: (gap: string, rank: number) => `${gap} behind ${ordinal(rank)}`,
  fastest: "You hold the record!",
  roomsOnly: "Play in a room to get among the first ten.",
  beat: "Time to beat",
  beatHint: (username: string) => `Set by ${username}. Can you beat it?`,
  beatIt: "Beat it",
  raceOwn: "Race yourself",
  raceRecord: "Race the record",
  raceNext: (username: string) => `Race ${username}`,
  none: "No one has cleared this level yet",
  noneHint: "Be the first: your time goes right to the top.",
  unclearable: "Nothing to clear here",
  unclearableHint: "This level has no stars and no goal. Take your time and look around.",
  nonePage: "This page doesn't exist",
  firstPage: "First page",
  all: (total: number) => `Show all ${formatNumber(total)}`,
  top: "Show only the fastest",
  pages: "Pages of clears",
} as const;
