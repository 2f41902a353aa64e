import type { PlayAction, WriteAction } from "./write-actions.ts";

/** An active player's day, on average. Everything in it is assumed, not measured (docs/decisions/097). */
export interface PlayerDay {
  /** How often a player does what is measured. */
  actions: Record<WriteAction | PlayAction, number>;
  /**
   * New rows by table where the measured number per action isn't that of a usual day, because it depends on what players did
   * before and on how many share a level.
   */
  rows: Record<string, number>;
  /** Rows that stay for good of a table whose others are deleted or folded. */
  staying: Record<string, number>;
  /** Registered accounts per player of a day. */
  accounts: number;
}

/** The day that `npm run bench -- scale` multiplies its measurements with. */
export const PLAYER_DAY: PlayerDay = {
  actions: {
    ...{ register: 0.02, signIn: 0.2, level: 0.02, purchase: 0.2, look: 0.1, friendship: 0.05 },
    ...{ rating: 0.3, comment: 0.2, favorite: 0.3, post: 0.05, readThread: 0.5 },
    // One of the three first clears completes the daily challenge.
    ...{ visit: 4.5, clear: 3, clearAgain: 3 },
  },
  rows: {
    // XP for first clears, the daily challenge, and half a purchase, level or achievement.
    transactions: 4.5,
    // Those in the index of rows that are folded.
    transactions_xp_alone: 3,
    // The first three clears of a day.
    daily_clears: 3,
    // A few of the levels that they join are known to them.
    plays: 3.5,
    // Levels that anyone played that day, by the number of players.
    level_days: 0.3,
    level_contents: 0.02,
    cases: 0.001,
    reports: 0.0015,
    evidence: 0.0015,
    audit_log: 0.005,
  },
  staying: {
    // Rows of XP alone are folded into one a day.
    transactions: 2.5,
    // Everyone's best run of a level stays, so each new level that they clear adds one.
    runs: 3,
  },
  accounts: 5,
};
