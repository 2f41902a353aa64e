import { formatCompact } from "#web/lib/format.ts";

export const levelCardText = {
  by: "By: ",
  playing: (count: number) => `${formatCompact(count)} Playing`,
  play: (title: string) => `Play ${title}`,
  private: "Private",
  rating: (stars: string) => `Rated ${stars} of 5 stars`,
  /** A usual length in whole seconds: "about 1:05". */
  length: (ms: number) =>
    `about ${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`,
  notCleared: "Not cleared yet",
} as const;
