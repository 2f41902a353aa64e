import { sql } from "drizzle-orm";
import { Database, statement } from "#db/client.ts";
import { lastDays } from "#domain/new-york.ts";
import type { Env } from "../env.ts";

/** For how many days plays and clears count in 'Most Popular' (DECISIONS). */
export const RECENT_DAYS = 14;
/** How many days of levels expire with one statement, and with how many statements in one run. */
const AT_ONCE = 1_000;
const MOST_PASSES = 100;

/**
 * Lets days of levels expire that are older than the last 14: a trigger takes their plays and clears off `levels.recent_count`.
 * Each day expires once, whatever number of runs there are at a time.
 */
export async function expireDays(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB);
  const [first = ""] = lastDays(now, RECENT_DAYS);
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const expired = await db.all(
      statement(sql`update level_days set expired = 1 where (level_id, day) in (
        select level_id, day from level_days indexed by level_days_current
        where expired = 0 and day < ${first} order by day limit ${sql.raw(String(AT_ONCE))}) returning 1`),
    );
    if (expired.length < AT_ONCE) return;
  }
}
