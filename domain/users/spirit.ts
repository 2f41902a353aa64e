export const GOLD_XP_PERCENT = 25;

/** XP at which a spirit level starts: 50·n·(n−1) (docs/ECONOMY.md, rule 24). */
export const spiritStart = (level: number): number => 50 * level * (level - 1);

/** The spirit level for `xp`; 1 at 0 XP. */
export function spiritLevel(xp: number): number {
  const level = Math.max(1, Math.floor((1 + Math.sqrt(1 + 0.08 * xp)) / 2));
  // Correct the rounding of the square root at level boundaries.
  if (spiritStart(level + 1) <= xp) return level + 1;
  return spiritStart(level) > xp ? level - 1 : level;
}

/** Coins for reaching every level after `from`, up to `to`: 10 times each level's number. */
export const spiritCoins = (from: number, to: number): number => 5 * (to * (to + 1) - from * (from + 1));

/** The progress between two spirit levels: XP gained since the level began, from there to the next level, and missing. */
export function spiritProgress(xp: number) {
  const level = spiritLevel(xp);
  const start = spiritStart(level);
  const needed = spiritStart(level + 1) - start;
  const gained = xp - start;
  return { level, gained, needed, missing: needed - gained, share: gained / needed };
}

/** The number of a spirit level's picture: 10 times its tens digit (spec 1 §9). */
export const spiritTier = (level: number): number => 10 * (Math.floor(level / 10) % 10);
