/**
 * The economy's rules (docs/ECONOMY.md), implemented independently so the site's code isn't checked against itself.
 */

export const DAILY_COINS = 25;

/** A seller's share of a price (rule 13). */
export const shareOf = (price: number): number => price - (3 * price - ((3 * price) % 10)) / 10;

/** The creator's share of an item's price (rule 13). */
export const creatorShareOf = (type: number, price: number): number => (type >= 4 ? shareOf(price) : 0);

/** The spirit level for an amount of XP (rule 24). */
export function levelOf(xp: number): number {
  let level = 1;
  while (50 * (level + 1) * level <= xp) level++;
  return level;
}

/** The total coins of all spirit levels up to this one (rule 24). */
export const spiritCoins = (level: number): number => 5 * level * (level + 1) - 10;
