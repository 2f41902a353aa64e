import type { RoomAction } from "../cost/room-actions.ts";
import type { UserAction } from "../cost/user-actions.ts";
import type { WriteAction } from "./write-actions.ts";

/** Live actions that a player does on purpose or that their pages do. The others follow from them. */
export type LiveAction = Exclude<UserAction, "watched" | "firstSocket">;
type DayRoomAction = Exclude<RoomAction, "beat">;

/** An active player's day, on average. Everything in it is assumed, not measured (docs/decisions/097). */
export interface PlayerDay {
  /** Hours with a page open, with a page in sight that polls, and in rooms. */
  hours: { online: number; inSight: number; playing: number };
  live: Record<LiveAction, number>;
  rooms: Record<DayRoomAction, number>;
  writes: Record<WriteAction, number>;
  /**
   * New rows by table where the measured number per action isn't that of a usual day, because it depends on what players did
   * before and on how many share a level.
   */
  rows: Record<string, number>;
  /** Registered accounts per player of a day. */
  accounts: number;
  /** The busiest hour compared to the average one. */
  peak: number;
}

/** Seconds between two polls of a page in sight. */
const POLL_SECONDS = 5;
const IN_SIGHT = 0.5;

/**
 * The day that `npm run bench -- scale` multiplies its measurements with.
 * Clears, ratings, comments, posts, levels, the half hour in sight, accounts and the peak come from the project's brief; 'live'
 * is visits of forty minutes, chats with a few people, a page every ten minutes, mostly one open tab.
 */
export const PLAYER_DAY: PlayerDay = {
  hours: { online: 1.25, inSight: IN_SIGHT, playing: 0.75 },
  live: {
    connect: 2,
    leave: 2,
    tab: 4,
    firstMessage: 0.025,
    message: 8,
    afterPause: 2.5,
    read: 5,
    typing: 10,
    lease: 7.5,
    watch: 25,
    notification: 1.25,
    conversations: 1.25,
    conversation: 2.5,
    page: 7.5,
    api: 50,
    poll: (IN_SIGHT * 3_600) / POLL_SECONDS,
  },
  rooms: { join: 4.5, clear: 2, challenge: 1, clearAgain: 3, leave: 4.5 },
  writes: {
    register: 0.02,
    signIn: 0.2,
    rating: 0.3,
    comment: 0.2,
    favorite: 0.3,
    post: 0.05,
    level: 0.02,
    purchase: 0.2,
    look: 0.1,
    friendship: 0.05,
    readThread: 0.5,
  },
  rows: {
    // XP for first clears, the daily challenge, and half a purchase, level or achievement.
    transactions: 4.5,
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
  accounts: 5,
  peak: 2.5,
};
