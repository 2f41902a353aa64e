import { sql } from "drizzle-orm";
import type { UserCard } from "#domain/api/answers.ts";
import { spiritLevel } from "#domain/users/spirit.ts";

/** What a query of anything that a user made or said selects of that user (joined as `u`). */
export const userColumns = sql.raw(
  "u.id as u_id, u.username as u_username, u.xp as u_xp, u.gold_until as u_gold_until, u.colors as u_colors",
);

export interface UserColumns {
  u_id: number;
  u_username: string;
  u_xp: number;
  u_gold_until: number | null;
  u_colors: string;
}

/** Addresses of a bopi's pictures: they name what they show, so they can be cached for good. */
export function bopiPictures(colors: string): { headshot_url: string; avatar_url: string } {
  const name = colors || "default";
  return { headshot_url: `/static/bopi/headshot/${name}.svg`, avatar_url: `/static/bopi/full/${name}.svg` };
}

export function presentUser(row: UserColumns, now: number): UserCard {
  return {
    id: row.u_id,
    username: row.u_username,
    url: `/users/${row.u_username}`,
    level: spiritLevel(row.u_xp),
    has_gold: (row.u_gold_until ?? 0) > now,
    bopi: bopiPictures(row.u_colors),
  };
}
