/**
 * The economy's rules (docs/ECONOMY.md) worked out once more: what is judged must not be its own judge.
 */

export const CREATION = 25;
export const DAILY_COINS = 25;

/** What a seller gets of a price (13). */
export const shareOf = (price: number): number => price - (3 * price - ((3 * price) % 10)) / 10;

/** What the maker of an item gets of its price (13). */
export const makersShareOf = (type: number, price: number): number => (type >= 4 ? shareOf(price) : 0);

/** The spirit level that so many XP reach (24). */
export function levelOf(xp: number): number {
  let level = 1;
  while (50 * (level + 1) * level <= xp) level++;
  return level;
}

/** Coins that the spirit levels up to this one have paid (24). */
export const spiritCoins = (level: number): number => 5 * level * (level + 1) - 10;
