import { type SQL, sql } from "drizzle-orm";
import type { Between } from "#domain/blocks/rules.ts";

/** What stands between `me` and the user whose id is `them`, as columns. */
export const betweenColumns = (me: SQL, them: SQL): SQL => sql`
  exists (select 1 from buddies where user_id = ${them} and buddy_id = ${me}) as is_buddy,
  exists (select 1 from blocks where user_id = ${me} and blocked_id = ${them}) as blocks_them,
  exists (select 1 from blocks where user_id = ${them} and blocked_id = ${me}) as is_blocked`;

export interface BetweenColumns {
  is_buddy: 0 | 1;
  blocks_them: 0 | 1;
  is_blocked: 0 | 1;
}

/** The same as `contactProblem` wants it, for a door with this setting. */
export const betweenOf = (row: BetweenColumns, privacy: number): Between => ({
  isBuddy: row.is_buddy === 1,
  blocks: row.blocks_them === 1,
  isBlocked: row.is_blocked === 1,
  privacy,
});
