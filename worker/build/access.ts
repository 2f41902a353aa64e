import { type Columns, type SQL, type Statement, sql, statement, type Without } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import type { BuildRole } from "#domain/build/api.ts";
import { ApiError } from "#domain/errors.ts";
import { canEditLevel, canSeeLevel } from "#domain/levels/rules.ts";

/** The columns that decide who can build a level. */
export interface BuildAccessRow
  extends Columns<"levels", "id" | "user_id" | "revision">,
    Without<Columns<"levels", "visibility">, "deleted"> {
  is_editor: 0 | 1;
}

/** Whether a user was invited to build the level `l`. Only buddies of its creator can be. */
export const isEditorColumn = (user: SQL | number) => sql`exists (select 1 from level_editors e
  join buddies b on b.user_id = l.user_id and b.buddy_id = e.user_id
  where e.level_id = l.id and e.user_id = ${user})`;

/** Selects a level with what decides whether a user can build it. */
export const buildAccessQuery = (level: number, user: number): Statement<BuildAccessRow> =>
  statement<BuildAccessRow>`select l.id, l.user_id, l.visibility, l.revision, ${isEditorColumn(user)} as is_editor
    from levels l where l.id = ${level} and l.visibility <> 'deleted'`;

/** A user's role in a level that is being built; null if they can't build it. */
export function buildRole(
  actor: Actor,
  { user_id, is_editor }: Pick<BuildAccessRow, "user_id" | "is_editor">,
): BuildRole | null {
  if (actor.id === user_id) return "creator";
  if (actor.role === "admin") return "admin";
  return is_editor === 1 ? "editor" : null;
}

/** Returns the level and the viewer's role; throws a 404 if they can't see it and a 403 if they can't build it. */
export function buildableLevel<L extends Pick<BuildAccessRow, "user_id" | "visibility" | "is_editor">>(
  level: L | undefined,
  viewer: Actor,
): L & { role: BuildRole } {
  const role = level && buildRole(viewer, level);
  if (level && role) return { ...level, role };
  if (!level || !canSeeLevel(viewer, level))
    throw new ApiError("not_found", { message: "This level doesn't exist or is private." });
  throw new ApiError("forbidden", {
    message: "Only its creator and the buddies they invite can build this level.",
  });
}

/** Throws a 403 unless the viewer is the level's creator or an admin. */
export function requireOwner(viewer: Actor, level: Pick<BuildAccessRow, "user_id">): void {
  if (!canEditLevel(viewer, level))
    throw new ApiError("forbidden", { message: "Only the level's creator can do this." });
}
