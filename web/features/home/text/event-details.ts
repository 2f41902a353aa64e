import { formatCount } from "#web/lib/format.ts";

/** Strings of the current event's details on the front page. */
export const eventDetailsText = {
  players: (count: number) => `${formatCount(count, "player")} in it right now`,
  participants: "Members who take part",
  ends: "Ends in",
} as const;
