import type { FigureDetail } from "../figure/game-figure.ts";
import type { Tier } from "../world/tiers.ts";

/** Bopis after the player's own that are drawn with more detail, and all that low tiers draw. */
const REDUCED = 11;
const LOW_TIER = 20;

/** How the bopi is drawn that is the `rank`th nearest one, from 0; null if it isn't. */
export function detailFor(rank: number, tier: Tier): FigureDetail | null {
  if (tier === "low") return rank < LOW_TIER ? "flat" : null;
  return rank < REDUCED ? "reduced" : "flat";
}
