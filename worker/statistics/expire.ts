import { Database, sql, statement } from "#db/database.ts";
import { lastDays } from "#domain/new-york.ts";

/** Days for which plays and clears count towards 'Most Popular'. */
export const RECENT_DAYS = 14;
/** Rows per statement, and statements per run. */
const BATCH_SIZE = 1_000;
const MAX_PASSES = 100;

/** Expires rows older than 14 days, once each: a trigger subtracts them from `levels.recent_count`. */
export async function expireDays(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB);
  const [first = ""] = lastDays(now, RECENT_DAYS);
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const expired = await db.all(
      statement`update level_days set expired = 1 where (level_id, day) in (
        select level_id, day from level_days indexed by level_days_current
        where expired = 0 and day < ${first} order by day limit ${sql.raw(String(BATCH_SIZE))}) returning 1`,
    );
    if (expired.length < BATCH_SIZE) return;
  }
}
