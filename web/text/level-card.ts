import { formatCompact } from "#web/lib/format.ts";

/** Strings of a level card. */
export const levelCardText = {
  by: "By: ",
  playing: (count: number) => `${formatCompact(count)} Playing`,
  play: (title: string) => `Play ${title}`,
  private: "Private",
} as const;
