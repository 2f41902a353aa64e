import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";

/** Statements that toggle a user's favorite level or item; the last one returns the new state. */
export function toggleFavorite(userId: number, type: "level" | "item", targetId: number, now: number) {
  const isOwn = sql`user_id = ${userId} and target_type = ${type} and target_id = ${targetId}`;
  return [
    // The insert comes first: in one transaction, an existing row decides whether to add or remove.
    statement(sql`insert into favorites (user_id, target_type, target_id, created_at)
      values (${userId}, ${type}, ${targetId}, ${now}) on conflict do update set created_at = -1`),
    statement(sql`delete from favorites where ${isOwn} and created_at = -1`),
    statement<{ favorited: 0 | 1 }>(sql`select exists (select 1 from favorites where ${isOwn}) as favorited`),
  ] as const;
}
