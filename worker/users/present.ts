import { type ColumnsAs, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { UserCard } from "#domain/api/response.ts";
import { coloredLook, lookPictureUrl } from "#domain/avatar/bopi-look.ts";
import type { LookPicture } from "#domain/avatar/look-url.ts";
import { hasGold } from "#domain/gold/rules.ts";
import { PRIVATE_LEVEL, type PresenceState, type PresentUserCard } from "#domain/presence/presence.ts";
import { spiritLevel } from "#domain/users/spirit.ts";
import { assetUrl } from "../assets/store.ts";
import { colorsFrom } from "../avatar/looks.ts";

/** A subquery for a user's id by name, for queries that need nothing else about them. */
export const userIdByName = (username: string): SQL =>
  sql`(select id from users where username = ${username})`;

/** Selects a user to present, by id or a subquery for it. */
export const userQuery = (id: SQL | number): Statement<UserColumns> =>
  statement`select ${userColumns} from users u where u.id = ${id}`;

/** Selects users to present by id, in no particular order; deleted users are left out. */
export const usersQuery = (ids: readonly number[]): Statement<UserColumns> =>
  statement`select ${userColumns} from json_each(${JSON.stringify(ids)}) n cross join users u on u.id = n.value`;

/** The columns of a user (joined as `u`) that every query for their content selects. */
export const userColumns = sql.raw(
  "u.id as u_id, u.username as u_username, u.xp as u_xp, u.gold_until as u_gold_until, u.gold_username as u_gold_username, u.colors as u_colors, u.headshot as u_headshot, u.avatar as u_avatar",
);

export type UserColumns = ColumnsAs<
  "users",
  {
    u_id: "id";
    u_username: "username";
    u_xp: "xp";
    u_gold_until: "gold_until";
    u_gold_username: "gold_username";
    u_colors: "colors";
    u_headshot: "headshot";
    u_avatar: "avatar";
  }
>;

/** URLs of a bopi's pictures, or of one in its colors until they're rendered. A URL never changes. */
export function bopiPictures(bopi: { colors: string; headshot: string | null; avatar: string | null }) {
  const inItsColors = (picture: LookPicture) => lookPictureUrl(coloredLook(colorsFrom(bopi.colors)), picture);
  return {
    headshot_url: bopi.headshot ? assetUrl(bopi.headshot) : inItsColors({ pose: "headshot", size: 160 }),
    avatar_url: bopi.avatar ? assetUrl(bopi.avatar) : inItsColors({ pose: "idle", size: 512 }),
  };
}

/** Whether the user has Gold and shows it in their name. */
export function presentGold(user: { gold_until: number | null; gold_username: 0 | 1 }, now: number) {
  const has_gold = hasGold(user.gold_until, now);
  return { has_gold, gold_username: has_gold && user.gold_username === 1 };
}

export function presentUser(row: UserColumns, now: number): UserCard {
  return {
    id: row.u_id,
    username: row.u_username,
    url: `/users/${row.u_username}`,
    level: spiritLevel(row.u_xp),
    ...presentGold({ gold_until: row.u_gold_until, gold_username: row.u_gold_username }, now),
    bopi: bopiPictures({ colors: row.u_colors, headshot: row.u_headshot, avatar: row.u_avatar }),
  };
}

type Account = { id: number; username: string; xp: number } & Parameters<typeof presentGold>[0] &
  Parameters<typeof bopiPictures>[0];

/** The signed-in account as a query for its content selects it. */
export const accountColumns = (account: Account): UserColumns => ({
  u_id: account.id,
  u_username: account.username,
  u_xp: account.xp,
  u_gold_until: account.gold_until,
  u_gold_username: account.gold_username,
  u_colors: account.colors,
  u_headshot: account.headshot,
  u_avatar: account.avatar,
});

/** Presents the signed-in account as others see it. */
export const presentAccount = (account: Account, now: number): UserCard =>
  presentUser(accountColumns(account), now);

/** Another user of the same row, joined under `alias`, as a single column; null if there's none. */
export const userJsonColumn = (alias: string) => {
  const fields = ["id", "username", "xp", "gold_until", "gold_username", "colors", "headshot", "avatar"];
  const list = fields.map((field) => `'u_${field}', ${alias}.${field}`);
  return sql.raw(`case when ${alias}.id is not null then json_object(${list.join(", ")}) end`);
};

export const presentUserJson = (json: string | null, now: number): UserCard | null =>
  json === null ? null : presentUser(JSON.parse(json) as UserColumns, now);

/** Joins for the presence of the user `u`; the titles of private levels are left out. */
export const presenceJoins =
  sql.raw(`left join presence pr on pr.user_id = u.id left join playing pl on pl.user_id = u.id
  left join levels pv on pv.id = pl.level_id and pv.visibility = 'public'`);

/** The columns of `presenceJoins`. */
export const presenceColumns = sql.raw(
  "pr.user_id is not null as u_online, pl.user_id is not null as u_playing, pv.id as u_level_id, pv.title as u_level_title",
);

export interface PresenceColumns {
  u_online: 0 | 1;
  u_playing: 0 | 1;
  u_level_id: number | null;
  u_level_title: string | null;
}

export function presentPresence(row: PresenceColumns): PresenceState {
  const level = { id: row.u_level_id, title_tooltip: row.u_level_title ?? PRIVATE_LEVEL };
  return { online: row.u_online === 1, player: row.u_playing === 1 ? { level } : null };
}

/** Presents a user with presence; the query selects `userColumns` and `presenceColumns`. */
export const presentUserWithPresence = (
  row: UserColumns & PresenceColumns,
  now: number,
): PresentUserCard => ({
  ...presentUser(row, now),
  ...presentPresence(row),
});
