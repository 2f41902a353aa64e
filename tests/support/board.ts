import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { cacheClear } from "#worker/http/cache.ts";
import type { BoardView } from "#worker/live/board-view.ts";
import { boardCacheKey, readBoard, setKnownBoard } from "#worker/live/read-board.ts";
import { presenceStub } from "#worker/live/stubs.ts";
import { makeDue } from "./alarms.ts";
import { countRows, testEnv } from "./browser.ts";
import { until } from "./until.ts";

const EMPTY: BoardView = {
  counts: { playing: 0, online: 0, users: 0 },
  isReadOnly: false,
  publicPlayers: new Map(),
  privateLevels: new Map(),
};

/** Lets this process know a number of people online since `at`, in milliseconds since 1970. */
export const setOnlineCount = (online: number, at = Date.now()): void =>
  setKnownBoard({ ...EMPTY, counts: { ...EMPTY.counts, online } }, at);

/** Clears all caches between pages and the board, as in another location a few seconds later. */
export async function forgetBoard(): Promise<void> {
  cacheClear();
  setKnownBoard(null, 0);
  await (caches as unknown as { default: Cache }).default.delete(boardCacheKey(testEnv));
}

/** Returns the numbers that the board has now. */
export async function readBoardNow(): Promise<BoardView> {
  await forgetBoard();
  return readBoard(testEnv, Date.now());
}

/** Writes the changes of the object that holds a user's presence to the database now. */
export async function flushPresence(user: number): Promise<void> {
  const presence = presenceStub(testEnv, user);
  await runInDurableObject(presence, (_, { storage }) => {
    makeDue(storage, "flush");
  });
  await runDurableObjectAlarm(presence);
}

export const isOnline = (user: number): Promise<number> => countRows("presence", sql`user_id = ${user}`);

/** Waits until a user's state in the Durable Objects is written to D1. */
export const flushed = (user: number, online: 0 | 1): Promise<unknown> =>
  until(async () => {
    await flushPresence(user);
    return (await isOnline(user)) === online;
  });
