import { type SQL, sql } from "drizzle-orm";
import type { LevelFilter } from "#domain/levels/rules.ts";

/** How much of somebody's history a filter looks at: what a request may cost does not grow with a life on the site. */
const OWN_ROWS = 1_000;
const BUDDIES = 30;
/** Shared among the buddies: the fewer there are, the further back each one is followed. */
const BUDDY_PLAYS = 280;

/** The levels a person has a history with, as `id, played_at`; null for filters that are no history. */
export function related(filter: LevelFilter, userId: number): SQL | null {
  switch (filter) {
    case "favorited":
      return sql`select target_id as id, created_at as played_at from favorites
        where user_id = ${userId} and target_type = 'level' order by target_id desc limit ${OWN_ROWS}`;
    case "clearedByUser":
      return sql`select level_id as id, cleared_at as played_at from clears
        where user_id = ${userId} order by level_id desc limit ${OWN_ROWS}`;
    case "playedByUser":
      return sql`select level_id as id, played_at from plays
        where user_id = ${userId} order by played_at desc limit ${OWN_ROWS}`;
    case "playedByBuddies":
      // A bound number is a fraction to D1, and a limit has to be whole.
      return sql`with b as materialized (select buddy_id from buddies where user_id = ${userId} limit ${BUDDIES})
        select p.level_id as id, max(p.played_at) as played_at from b
        cross join plays p on p.user_id = b.buddy_id and p.played_at >= (
          select coalesce(min(played_at), 0) from (select played_at from plays
            where user_id = b.buddy_id order by played_at desc limit (select cast(${BUDDY_PLAYS} / max(1, count(*)) as integer) from b)))
        group by p.level_id`;
    default:
      return null;
  }
}
