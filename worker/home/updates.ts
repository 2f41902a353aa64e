import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { achievements, items, levels, user_achievements } from "#db/schema/index.ts";
import type { CreatorUpdate } from "#domain/home/api.ts";
import { isoTime } from "#domain/time.ts";
import { itemPictureUrl } from "../items/present.ts";
import { type LevelCardRow, presentLevelCard } from "../levels/present.ts";
import { levelCardsSql } from "../levels/queries.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";

/** The newest creators and buddies that are looked at, and the newest things of each. */
const MAX_CREATORS = 40;
const MAX_BUDDIES = 20;
const PER_PERSON = 2;
/** The newest things read of each kind. */
const MAX_ROWS = 12;
/** Older things aren't updates any more. */
const DAYS = 60;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The people whose updates a member sees. Banned ones are left out. */
const peopleOf = (userId: number, now: number): SQL => sql`select u.id from (
    select creator_id as id from (select creator_id from follows where follower_id = ${userId}
      order by created_at desc limit ${MAX_CREATORS})
    union select buddy_id from (select buddy_id from buddies where user_id = ${userId}
      order by created_at desc limit ${MAX_BUDDIES})) f
  cross join users u on u.id = f.id
  where u.banned_at is null or u.banned_until <= ${now}`;

export type LevelUpdateRow = LevelCardRow & Columns<"levels", "created_at">;

/** The newest public levels of a member's creators and buddies. */
export function levelUpdatesQuery(userId: number, now: number): Statement<LevelUpdateRow> {
  return statement<LevelUpdateRow>(
    levelCardsSql(
      sql`select n.id from (${peopleOf(userId, now)}) p cross join levels n on n.id in
          (select id from levels where user_id = p.id and visibility = 'public' order by id desc limit ${PER_PERSON})
        where n.created_at > ${now - DAYS * DAY_MS} order by n.id desc limit ${MAX_ROWS}`,
      sql`l.created_at,`,
    ),
  );
}

type ItemUpdateRow = UserColumns & Columns<"items", "id" | "name" | "thumbnail" | "created_at">;

/** The newest items of a member's creators and buddies. */
export const itemUpdatesQuery = (userId: number, now: number): Statement<ItemUpdateRow> =>
  statement(sql`select i.id, i.name, i.thumbnail, i.created_at, ${userColumns}
    from (${peopleOf(userId, now)}) p cross join items i on i.id in
        (select id from items where user_id = p.id and state = 'shown' order by id desc limit ${PER_PERSON})
      cross join users u on u.id = i.user_id
    where i.created_at > ${now - DAYS * DAY_MS} order by i.id desc limit ${MAX_ROWS}`);

type AchievementUpdateRow = UserColumns &
  Columns<"achievements", "name" | "picture"> &
  Columns<"user_achievements", "created_at">;

/** The newest achievement of each of a member's creators and buddies. */
export const achievementUpdatesQuery = (userId: number, now: number): Statement<AchievementUpdateRow> =>
  statement(sql`select a.name, a.picture, h.created_at, ${userColumns}
    from (${peopleOf(userId, now)}) p
      cross join user_achievements h on h.user_id = p.id and h.achievement_id =
        (select achievement_id from user_achievements where user_id = p.id order by created_at desc limit 1)
      cross join achievements a on a.id = h.achievement_id
      cross join users u on u.id = p.id
    where h.created_at > ${now - DAYS * DAY_MS} order by h.created_at desc limit ${MAX_ROWS}`);

/** Merges all kinds, newest first, at most `size`. */
export function presentUpdates(
  levels: readonly LevelUpdateRow[],
  items: readonly ItemUpdateRow[],
  achievements: readonly AchievementUpdateRow[],
  size: number,
  now: number,
): CreatorUpdate[] {
  const none = { level: null, item: null, achievement: null };
  const update = (row: UserColumns & { created_at: number }) => ({
    user: presentUser(row, now),
    created_at: isoTime(row.created_at),
    ...none,
  });
  const all: CreatorUpdate[] = [
    ...levels.map((row) => ({ ...update(row), level: presentLevelCard(row, now) })),
    ...items.map((row) => ({
      ...update(row),
      item: { name: row.name, url: `/items/${row.id}`, thumbnail_url: itemPictureUrl(row.thumbnail) },
    })),
    ...achievements.map((row) => ({ ...update(row), achievement: { name: row.name, picture: row.picture } })),
  ];
  // ISO times sort as text.
  return all.sort((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, size);
}
