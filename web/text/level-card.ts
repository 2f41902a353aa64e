import { compact } from "#web/lib/format.ts";

/** Words on a level's card. */
export const levelCardText = {
  by: "By: ",
  playing: (count: number) => `${compact(count)} Playing`,
  private: "Private",
} as const;
