import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { type Database, statement } from "#db/database.ts";
import type { counters } from "#db/schema/index.ts";

/** How long a count is good enough for the skyline above every page's footer. */
const SHOWN_MS = 5 * 60_000;
/** How long it's good enough for spreading reconnects. */
const SPREAD_MS = 15_000;
let last = { count: 0, at: Number.NEGATIVE_INFINITY };

/** Caches the number of people online whenever a request reads it. */
export function setLastOnlineCount(count: number, now: number): void {
  last = { count, at: now };
}

/** Returns the number of people online as this process last read it, at no cost; null if that was long ago. */
export const lastOnlineCount = (now: number, maxAge = SHOWN_MS): number | null =>
  last.at > now - maxAge ? last.count : null;

const onlineQuery = statement<Columns<typeof counters, "value">>(
  sql`select value from counters where name = 'online'`,
);

/** Returns the number of people online. Reads it from the database if this process hasn't for 15 seconds. */
export async function readOnlineCount(database: Database, now: number): Promise<number> {
  const known = lastOnlineCount(now, SPREAD_MS);
  if (known !== null) return known;
  const count = (await database.first(onlineQuery))?.value ?? 0;
  setLastOnlineCount(count, now);
  return count;
}
