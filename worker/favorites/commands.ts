import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import type { SessionGate } from "../http/session-gate.ts";

/** Toggles a user's favorite level or item. Returns whether it is one now. */
export async function toggleFavorite(
  gate: SessionGate,
  userId: number,
  type: "level" | "item",
  targetId: number,
  now: number,
): Promise<boolean> {
  const isOwn = sql`user_id = ${userId} and target_type = ${type} and target_id = ${targetId}`;
  const {
    after: [after],
  } = await gate.write({
    // The insert comes first: in one transaction, an existing row decides whether to add or remove.
    added: statement(sql`insert into favorites (user_id, target_type, target_id, created_at)
      values (${userId}, ${type}, ${targetId}, ${now}) on conflict do update set created_at = -1`),
    removed: statement(sql`delete from favorites where ${isOwn} and created_at = -1`),
    after: statement<{ favorited: 0 | 1 }>(
      sql`select exists (select 1 from favorites where ${isOwn}) as favorited`,
    ),
  });
  return after?.favorited === 1;
}
