/** The daily challenge: clear 5 different levels. XP is without the Gold bonus. */
export const DAILY_CHALLENGE = { clears: 5, coins: 25, xp: 100 } as const;

/** Clears of earlier days are forgotten: the ledger has what they earned. */
export const DAILY_CLEARS_MS = 60 * 24 * 60 * 60 * 1000;

/** Coins that Gold members get every day. */
export const DAILY_GOLD_COINS = 25;
