import { sql } from "drizzle-orm";
import type { UserCard } from "#domain/api/answers.ts";
import { spiritLevel } from "#domain/users/spirit.ts";
import { assetUrl } from "../assets/url.ts";

/** What a query of anything that a user made or said selects of that user (joined as `u`). */
export const userColumns = sql.raw(
  "u.id as u_id, u.username as u_username, u.xp as u_xp, u.gold_until as u_gold_until, u.colors as u_colors, u.headshot as u_headshot, u.avatar as u_avatar",
);

export interface UserColumns {
  u_id: number;
  u_username: string;
  u_xp: number;
  u_gold_until: number | null;
  u_colors: string;
  u_headshot: string | null;
  u_avatar: string | null;
}

/** Addresses of a bopi's pictures; until they are drawn, of drawings in its colours. What they name never changes. */
export function bopiPictures(bopi: { colors: string; headshot: string | null; avatar: string | null }) {
  const name = bopi.colors || "default";
  return {
    headshot_url: bopi.headshot ? assetUrl(bopi.headshot) : `/static/bopi/headshot/${name}.svg`,
    avatar_url: bopi.avatar ? assetUrl(bopi.avatar) : `/static/bopi/full/${name}.svg`,
  };
}

export function presentUser(row: UserColumns, now: number): UserCard {
  return {
    id: row.u_id,
    username: row.u_username,
    url: `/users/${row.u_username}`,
    level: spiritLevel(row.u_xp),
    has_gold: (row.u_gold_until ?? 0) > now,
    bopi: bopiPictures({ colors: row.u_colors, headshot: row.u_headshot, avatar: row.u_avatar }),
  };
}
