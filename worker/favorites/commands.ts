import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";

/** Adds a level or an item to a person's favourites, or takes it out; one statement of the two does something. */
export function toggleFavorite(userId: number, type: "level" | "item", targetId: number, now: number) {
  const mine = sql`user_id = ${userId} and target_type = ${type} and target_id = ${targetId}`;
  return [
    // The insert goes first: whether the row was there before decides, within one transaction, which of the two acts.
    statement(sql`insert into favorites (user_id, target_type, target_id, created_at)
      values (${userId}, ${type}, ${targetId}, ${now}) on conflict do update set created_at = -1`),
    statement(sql`delete from favorites where ${mine} and created_at = -1`),
    statement<{ favorited: 0 | 1 }>(sql`select exists (select 1 from favorites where ${mine}) as favorited`),
  ] as const;
}
