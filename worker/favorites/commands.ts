import { type Columns, type SQL, sql, statement } from "#db/database.ts";
import { toggleStatements } from "#db/toggle.ts";
import type { SessionGate } from "../http/session-gate.ts";

interface Favorite extends Columns<"levels", "favorites_count"> {
  favorited: 0 | 1;
}

/** Toggles a user's favorite level or item `t` if a rule holds. Returns what it is now; null if the rule doesn't hold. */
export async function toggleFavorite(
  gate: SessionGate,
  userId: number,
  { type, id: targetId }: { type: "level" | "item"; id: number },
  now: number,
  rule: SQL,
): Promise<{ favorited: boolean; favorites_count: number } | null> {
  const isOwn = sql`user_id = ${userId} and target_type = ${type} and target_id = ${targetId}`;
  const target = sql`${sql.raw(type === "level" ? "levels" : "items")} t where t.id = ${targetId}`;
  const written = await gate.writeIf(sql`exists (select 1 from ${target} and ${rule})`, {
    toggle: toggleStatements(
      "favorites",
      sql`insert into favorites (user_id, target_type, target_id, created_at)
      values (${userId}, ${type}, ${targetId}, ${now})`,
      isOwn,
    ),
    after: statement<Favorite>`select exists (select 1 from favorites where ${isOwn}) as favorited, favorites_count from ${target}`,
  });
  if (!written) return null;
  const [after] = written.after;
  return { favorited: after?.favorited === 1, favorites_count: after?.favorites_count ?? 0 };
}
