/** XP at which a spirit level starts: 50·n·(n−1) (DECISIONS, "Rules"). */
export const spiritStart = (level: number): number => 50 * level * (level - 1);

/** The spirit level that `xp` reaches; 1 at 0 XP. */
export function spiritLevel(xp: number): number {
  const level = Math.max(1, Math.floor((1 + Math.sqrt(1 + 0.08 * xp)) / 2));
  // The root is rounded: step to the exact side of the boundary.
  if (spiritStart(level + 1) <= xp) return level + 1;
  return spiritStart(level) > xp ? level - 1 : level;
}
