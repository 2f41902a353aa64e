import { type SQL, sql } from "drizzle-orm";
import type { LevelFilter } from "#domain/levels/rules.ts";

/** How much of a user's history a filter reads; it keeps a request's cost bounded. */
const MAX_ROWS = 1_000;
const MAX_BUDDIES = 30;
/** Shared by all buddies: with fewer buddies, more plays of each are read. */
const MAX_BUDDY_PLAYS = 280;

/** The levels of a user's history as `id, played_at`; null for filters that don't use a history. */
export function levelHistory(filter: LevelFilter, userId: number): SQL | null {
  switch (filter) {
    case "favorited":
      return sql`select target_id as id, created_at as played_at from favorites
        where user_id = ${userId} and target_type = 'level' order by target_id desc limit ${MAX_ROWS}`;
    case "clearedByUser":
      return sql`select level_id as id, cleared_at as played_at from clears
        where user_id = ${userId} order by level_id desc limit ${MAX_ROWS}`;
    case "playedByUser":
      return sql`select level_id as id, played_at from plays
        where user_id = ${userId} order by played_at desc limit ${MAX_ROWS}`;
    case "playedByBuddies":
      // D1 binds numbers as floats, but a limit has to be an integer.
      return sql`with b as materialized (select buddy_id from buddies where user_id = ${userId} limit ${MAX_BUDDIES})
        select p.level_id as id, max(p.played_at) as played_at from b
        cross join plays p on p.user_id = b.buddy_id and p.played_at >= (
          select coalesce(min(played_at), 0) from (select played_at from plays
            where user_id = b.buddy_id order by played_at desc limit (select cast(${MAX_BUDDY_PLAYS} / max(1, count(*)) as integer) from b)))
        group by p.level_id`;
    default:
      return null;
  }
}
