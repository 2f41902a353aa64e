import { type Columns, type Statement, sql, statement, type Without } from "#db/database.ts";
import type { levels, users } from "#db/schema/index.ts";
import { isStaff, type Role } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { removePlayerRoute } from "#domain/room/api.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { effectiveRole } from "../http/session.ts";
import { visibleLevel } from "../levels/queries.ts";
import { hubStub } from "../live/stubs.ts";
import { auditEntry } from "../moderation/audit.ts";

const levelQuery = (
  id: number,
): Statement<Columns<"levels", "id" | "user_id"> & Without<Columns<"levels", "visibility">, "deleted">> =>
  statement(sql`select id, user_id, visibility from levels where id = ${id} and visibility <> 'deleted'`);

const playerQuery = (
  id: number,
): Statement<
  Columns<"users", "id" | "username"> & {
    role: Role;
  }
> =>
  statement(sql`select u.id, u.username, ${effectiveRole} as role from users u
    where u.id = ${id} and u.deleted_at is null`);

/** Removals from levels. `isRemovedFrom` (worker/hosts) keeps the removed players away. */
export function removalRoutes(app: HonoApp): void {
  handle(app, removePlayerRoute, async ({ params, input, gate, viewer, env, now }) => {
    const {
      found: [found],
      player: [player],
    } = await gate.read({
      found: levelQuery(params.id),
      player: playerQuery(input.user_id),
    });
    const level = visibleLevel(found, viewer);
    if (viewer.id !== level.user_id && !isStaff(viewer))
      throw new ApiError("forbidden", { message: "Only its creator can remove players from this level." });
    if (!player) throw new ApiError("not_found", { message: "This user doesn't exist." });
    if (player.id === viewer.id) throw new ApiError("own_account");
    if (player.id === level.user_id || isStaff(player))
      throw new ApiError("forbidden", {
        message: `${player.username} can't be removed from this level.`,
      });
    const until = now + ROOM_LIMITS.removedMs;
    const entry = {
      actor_id: viewer.id,
      action: "level.remove_player",
      subject_type: "level",
      subject_id: level.id,
      details: { user_id: player.id },
    } as const;
    await gate.write({
      levelRemovals:
        statement(sql`insert into level_removals (level_id, user_id, until) values (${level.id}, ${player.id}, ${until})
        on conflict (level_id, user_id) do update set until = excluded.until`),
      part: viewer.id === level.user_id ? [] : [auditEntry(entry, now)],
    });
    await hubStub(env, player.id).removeFromLevel(level.id);
    return { message: `${player.username} was removed. They can come back in an hour.` };
  });
}

/** The statement that deletes removals that are over. */
export const deleteRemovals = (now: number): Statement =>
  statement(sql`delete from level_removals where until <= ${now}`);
