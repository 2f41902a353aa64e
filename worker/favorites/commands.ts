import { type SQL, sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import { toggleStatements } from "#db/toggle.ts";
import type { SessionGate } from "../http/session-gate.ts";

/** Toggles a user's favorite level or item if the condition holds. Returns whether it is one now. */
export async function toggleFavorite(
  gate: SessionGate,
  userId: number,
  { type, id: targetId }: { type: "level" | "item"; id: number },
  now: number,
  when?: SQL,
): Promise<boolean> {
  const isOwn = sql`user_id = ${userId} and target_type = ${type} and target_id = ${targetId}`;
  const statements = {
    toggle: toggleStatements(
      "favorites",
      sql`insert into favorites (user_id, target_type, target_id, created_at)
      values (${userId}, ${type}, ${targetId}, ${now})`,
      isOwn,
    ),
    after: statement<{ favorited: 0 | 1 }>(
      sql`select exists (select 1 from favorites where ${isOwn}) as favorited`,
    ),
  };
  const {
    after: [after],
  } = await gate.write(statements, when && { when });
  return after?.favorited === 1;
}
