/** What the daily challenge asks for and gives: five levels, each counted once; XP before Gold's share. */
export const DAILY_CHALLENGE = { clears: 5, coins: 25, xp: 100 } as const;

/** Coins that a Gold member gets each day. */
export const DAILY_GOLD_COINS = 25;
