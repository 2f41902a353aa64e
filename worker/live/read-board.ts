import { waitUntil } from "cloudflare:workers";
import { withTimeLimit } from "#db/time-limit.ts";
import { locationCache } from "../http/location-cache.ts";
import { type BoardView, decodeBoard } from "./board-view.ts";
import { boardStub } from "./stubs.ts";

/** A process uses the numbers for this long. */
const PROCESS_MS = 1_000;
/** All processes of a location use them for this long, and ask the board once. */
const LOCATION_SECONDS = 2;
/** Pages that wait for nothing show the numbers of this process if they aren't older. Pages poll as often. */
const SHOWN_MS = 5_000;
/** If the board doesn't respond, its last numbers count for this long. */
const FAULT_MS = 60_000;
const TIME_LIMIT_MS = 3_000;

let known: { view: BoardView; at: number } | undefined;
let loading: Promise<BoardView> | undefined;

/** The clock of a process can be put back. */
const isWithin = (limit: number, now: number): boolean =>
  known !== undefined && Math.abs(now - known.at) < limit;

/** Returns who is online and who plays where: a few seconds old, without the database. Throws if the board doesn't respond. */
export async function readBoard(env: Env, now: number): Promise<BoardView> {
  if (known && isWithin(PROCESS_MS, now)) return known.view;
  if (!loading) {
    loading = load(env, now);
    // Other requests wait for it as well, even if this one is canceled.
    waitUntil(loading.catch(() => undefined));
  }
  const current = loading;
  try {
    return await withTimeLimit(TIME_LIMIT_MS, current);
  } catch (error) {
    if (known && isWithin(FAULT_MS, now)) return known.view;
    throw error;
  } finally {
    // Also if it never ends, so the next request tries again.
    if (loading === current) loading = undefined;
  }
}

/** Returns the numbers that this process has read at most `maxAge` milliseconds ago, at no cost; null without any. */
export const knownBoard = (now: number, maxAge = SHOWN_MS): BoardView | null =>
  known && isWithin(maxAge, now) ? known.view : null;

/** Forgets or replaces what this process has read. */
export function setKnownBoard(view: BoardView | null, now: number): void {
  known = view ? { view, at: now } : undefined;
}

/** The key of the location's cache, which other sites may share. */
export const boardCacheKey = (env: Env): string => `https://board.invalid/${env.BOARD.idFromName("board")}`;

async function load(env: Env, now: number): Promise<BoardView> {
  const key = boardCacheKey(env);
  const cached = await locationCache.match(key);
  const text = cached ? await cached.text() : await boardStub(env).read();
  if (!cached) {
    const headers = { "Cache-Control": `s-maxage=${LOCATION_SECONDS}` };
    waitUntil(locationCache.put(key, new Response(text, { headers })));
  }
  const view = decodeBoard(text);
  setKnownBoard(view, now);
  return view;
}
