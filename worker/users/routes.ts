import { type Columns, first, sql } from "#db/database.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { contactProblem } from "#domain/blocks/rules.ts";
import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { activeTheme } from "#domain/themes/presets.ts";
import { createdTimes } from "#domain/time.ts";
import { profileRoute, userListRoute } from "#domain/users/api.ts";
import { type RelationshipColumns, relationshipColumns, relationshipOf } from "../blocks/queries.ts";
import { type RequestColumns, relationOf, requestColumns } from "../buddies/queries.ts";
import { isFollowing } from "../follows/routes.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { knownBoard } from "../live/read-board.ts";
import { activeThemeQuery } from "../themes/routes.ts";
import { listUsers, type PersonRow } from "./directory.ts";
import {
  type PresenceColumns,
  presenceColumns,
  presenceJoins,
  presentUserWithPresence,
  type UserColumns,
  userColumns,
} from "./present.ts";

interface ProfileRow
  extends UserColumns,
    PresenceColumns,
    RelationshipColumns,
    RequestColumns,
    Columns<
      "users",
      | "role"
      | "bio"
      | "message_privacy"
      | "join_privacy"
      | "levels_count"
      | "plays_sum"
      | "clears_count"
      | "comments_count"
      | "achievements_count"
      | "buddies_count"
      | "followers_count"
      | "custom_theme_id"
      | "created_at"
    > {
  private_count: number;
  following: 0 | 1;
}

/** Returns the viewer's relation to the profile's owner; a visitor has none. */
function viewerRelation(row: ProfileRow, viewer: Actor | null) {
  const closed = { block: false, can_message: false, can_join: false } as const;
  if (!viewer) return { relation: "none", ...closed } as const;
  if (viewer.id === row.u_id) return { relation: "self", ...closed } as const;
  const accepts = (privacy: number) => contactProblem(viewer, relationshipOf(row, privacy)) === null;
  return {
    relation: relationOf(row),
    block: row.blocks_them === 1,
    can_message: accepts(row.message_privacy),
    can_join: accepts(row.join_privacy),
  };
}

export function userRoutes(app: HonoApp): void {
  handle(app, profileRoute, async ({ params, gate, viewer, now }) => {
    const [me, them] = [sql`${viewer?.id ?? 0}`, sql`u.id`];
    const { row, own } = await gate.read({
      row: first<ProfileRow>`select ${userColumns}, ${presenceColumns}, ${relationshipColumns(me, them)}, ${requestColumns(me, them)},
        u.role, u.bio, u.message_privacy, u.join_privacy, u.levels_count,
        (select count(*) from levels where user_id = u.id and visibility = 'private') as private_count, u.plays_sum, u.clears_count,
        u.comments_count, u.achievements_count, u.buddies_count, u.followers_count,
        ${isFollowing(me, them)} as following, u.custom_theme_id, u.created_at from users u ${presenceJoins} where u.username = ${params.username}`,
      own: first(activeThemeQuery(params.username)),
    });
    if (!row) throw new ApiError("not_found", { message: "No one has this name." });
    const user = presentUserWithPresence(row, now);
    const seesPrivate = viewer?.id === row.u_id || isStaff(viewer);
    return {
      user: {
        ...user,
        ...viewerRelation(row, viewer),
        role: row.role,
        bio: row.bio,
        xp: row.u_xp,
        levels_count: row.levels_count - (seesPrivate ? 0 : row.private_count),
        levels_sum_plays: row.plays_sum,
        clears_count: row.clears_count,
        comments_count: row.comments_count,
        user_achievements_count: row.achievements_count,
        buddies_count: row.buddies_count,
        followers_count: row.followers_count,
        following: row.following === 1,
        custom_theme: activeTheme(row.custom_theme_id, own ?? null, user.has_gold),
        ...createdTimes(row.created_at),
      },
    };
  });

  handle(app, userListRoute, async ({ input, gate, request, now }) => {
    const size = LIMITS.pageSize.users;
    const { rows, active, total, counts: userCounts } = await listUsers(gate, { ...input, size });
    // As pages poll them, if this process knows.
    const counts = knownBoard(now)?.counts ?? {
      playing: userCounts.in_game,
      online: userCounts.online,
      users: userCounts.users,
    };
    const { meta, links } = paginationLinks(request, input.page, size, total);
    const present = (row: PersonRow) => ({ ...presentUserWithPresence(row, now), bio: row.u_bio });
    return {
      data: rows.map(present),
      active: active.map(present),
      meta: { ...meta, to: rows.length ? (input.page - 1) * size + rows.length : 0 },
      links,
      online: counts.online,
      counts,
    };
  });
}
