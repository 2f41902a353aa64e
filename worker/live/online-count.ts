import { knownBoard, readBoard } from "./read-board.ts";

/** How long a count is good enough for the skyline above every page's footer. */
const SHOWN_MS = 5 * 60_000;
/** How long it's good enough for spreading reconnects. */
const SPREAD_MS = 15_000;

/** Returns the number of people online as this process last read it, at no cost; null if that was long ago. */
export const lastOnlineCount = (now: number, maxAge = SHOWN_MS): number | null =>
  knownBoard(now, maxAge)?.counts.online ?? null;

/** People online, for spreading reconnects: from the board every 15 seconds, or an older number. */
export async function readOnlineCount(env: Env, now: number): Promise<number> {
  const recent = lastOnlineCount(now, SPREAD_MS);
  if (recent !== null) return recent;
  const view = await readBoard(env, now).catch(() => null);
  return view?.counts.online ?? lastOnlineCount(now) ?? 0;
}
