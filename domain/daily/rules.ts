/** The daily challenge: clear 5 different levels. XP is without the Gold bonus. */
export const DAILY_CHALLENGE = { clears: 5, coins: 25, xp: 100 } as const;

/** Coins that Gold members get every day. */
export const DAILY_GOLD_COINS = 25;
