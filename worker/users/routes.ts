import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { contactProblem } from "#domain/blocks/rules.ts";
import { ApiError } from "#domain/errors.ts";
import { type Actor, isStaff } from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { wornTheme } from "#domain/themes/presets.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { profileRoute, userListRoute } from "#domain/users/api.ts";
import { type BetweenColumns, betweenColumns, betweenOf } from "../blocks/queries.ts";
import { type RequestColumns, relationOf, requestColumns } from "../buddies/queries.ts";
import { type App, handle } from "../http/handle.ts";
import { pageLinks } from "../http/pagination.ts";
import { wornQuery } from "../themes/queries.ts";
import { listUsers } from "./directory.ts";
import {
  type PresenceColumns,
  presenceColumns,
  presenceJoins,
  presentPresentUser,
  type UserColumns,
  userColumns,
} from "./present.ts";

interface ProfileRow extends UserColumns, PresenceColumns, BetweenColumns, RequestColumns {
  role: "member" | "moderator" | "admin";
  bio: string;
  message_privacy: number;
  join_privacy: number;
  levels_count: number;
  private_count: number;
  plays_sum: number;
  clears_count: number;
  comments_count: number;
  achievements_count: number;
  buddies_count: number;
  custom_theme_id: number | null;
  created_at: number;
}

/** How the one who looks stands to whose profile it is; a visitor stands to nobody. */
function standing(row: ProfileRow, viewer: Actor | null) {
  const closed = { block: false, can_message: false, can_join: false } as const;
  if (!viewer) return { relation: "none", ...closed } as const;
  if (viewer.id === row.u_id) return { relation: "self", ...closed } as const;
  const takes = (privacy: number) => contactProblem(viewer, betweenOf(row, privacy)) === null;
  return {
    relation: relationOf(row),
    block: row.blocks_them === 1,
    can_message: takes(row.message_privacy),
    can_join: takes(row.join_privacy),
  };
}

export function userRoutes(app: App): void {
  handle(app, profileRoute, async ({ params, gate, viewer, now }) => {
    const [me, them] = [sql`${viewer?.id ?? 0}`, sql`u.id`];
    const [[row], [own]] = await gate.read(
      statement<ProfileRow>(sql`select ${userColumns}, ${presenceColumns}, ${betweenColumns(me, them)}, ${requestColumns(me, them)},
        u.role, u.bio, u.message_privacy, u.join_privacy, u.levels_count,
        (select count(*) from levels where user_id = u.id and visibility = 'private') as private_count, u.plays_sum, u.clears_count,
        u.comments_count, u.achievements_count, u.buddies_count, u.custom_theme_id, u.created_at from users u ${presenceJoins} where u.username = ${params.username}`),
      wornQuery(params.username),
    );
    if (!row) throw new ApiError("not_found", { message: "There is no user of this name." });
    const user = presentPresentUser(row, now);
    const seesPrivate = viewer?.id === row.u_id || isStaff(viewer);
    return {
      user: {
        ...user,
        ...standing(row, viewer),
        role: row.role,
        bio: row.bio,
        xp: row.u_xp,
        levels_count: row.levels_count - (seesPrivate ? 0 : row.private_count),
        levels_sum_plays: row.plays_sum,
        clears_count: row.clears_count,
        comments_count: row.comments_count,
        user_achievements_count: row.achievements_count,
        buddies_count: row.buddies_count,
        custom_theme: wornTheme(row.custom_theme_id, own ?? null, user.has_gold),
        created_at: isoTime(row.created_at),
        created_at_formatted: formatTime(row.created_at),
      },
    };
  });

  handle(app, userListRoute, async ({ input, gate, request, now }) => {
    const size = LIMITS.pageSize.users;
    const { rows, total, crowd } = await listUsers(gate, { ...input, size });
    const { meta, links } = pageLinks(request, input.page, size, total);
    return {
      data: rows.map((row) => ({ ...presentPresentUser(row, now), bio: row.u_bio })),
      meta: { ...meta, to: rows.length ? (input.page - 1) * size + rows.length : 0 },
      links,
      online: crowd.online,
      counts: { playing: crowd.in_game, online: crowd.online, users: crowd.users },
    };
  });
}
