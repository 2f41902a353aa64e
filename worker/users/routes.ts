import { sql } from "drizzle-orm";
import { select } from "#db/client.ts";
import { Refusal } from "#domain/errors.ts";
import { isStaff } from "#domain/levels/rules.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { profileRoute } from "#domain/users/api.ts";
import { type App, handle } from "../http/handle.ts";
import { presentUser, type UserColumns, userColumns } from "./present.ts";

interface ProfileRow extends UserColumns {
  role: "member" | "moderator" | "admin";
  bio: string;
  levels_count: number;
  private_count: number;
  plays_sum: number;
  clears_count: number;
  comments_count: number;
  created_at: number;
}

export function userRoutes(app: App): void {
  handle(app, profileRoute, async ({ params, gate, viewer, now }) => {
    const [[row]] = await gate.read(
      select<ProfileRow>(sql`select ${userColumns}, u.role, u.bio, u.levels_count,
        (select count(*) from levels where user_id = u.id and visibility = 'private') as private_count, u.plays_sum, u.clears_count,
        u.comments_count, u.created_at from users u where u.username = ${params.username}`),
    );
    if (!row) throw new Refusal("not_found", { message: "There is no user of this name." });
    const seesPrivate = viewer?.id === row.u_id || isStaff(viewer);
    return {
      user: {
        ...presentUser(row, now),
        role: row.role,
        bio: row.bio,
        xp: row.u_xp,
        levels_count: row.levels_count - (seesPrivate ? 0 : row.private_count),
        levels_sum_plays: row.plays_sum,
        clears_count: row.clears_count,
        comments_count: row.comments_count,
        created_at: isoTime(row.created_at),
        created_at_formatted: formatTime(row.created_at),
      },
    };
  });
}
