import { formatCompact } from "#web/lib/format.ts";

/** Strings of a level card. */
export const levelCardText = {
  by: "By: ",
  playing: (count: number) => `${formatCompact(count)} Playing`,
  private: "Private",
} as const;
