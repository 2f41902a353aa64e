import {
  type Columns,
  Database,
  type Nullable,
  type SQL,
  type Statement,
  sql,
  statement,
} from "#db/database.ts";
import { idsTable } from "#db/values-table.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { canEditLevel, canSeeLevel, LEVEL_CATEGORIES } from "#domain/levels/rules.ts";
import { isEditorColumn } from "../build/access.ts";
import { isFollowing } from "../follows/routes.ts";
import { orderBy } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { type UserColumns, userColumns } from "../users/present.ts";
import { type SortOrder, sortColumns, sortDirection, sortKeys } from "./index-ranges.ts";
import { type LevelCardRow, type LevelRow, levelCardColumns, levelCardJoins } from "./present.ts";

/** A level with everything its page shows, except what play data adds (level-history-query.ts). */
export function levelQuery(id: number | SQL, viewer: Actor | null): Statement<LevelRow> {
  const me = viewer?.id ?? 0;
  return statement<LevelRow>`
    select ${levelCardColumns}, l.user_id, l.description, l.comments_enabled, l.comments_count, l.plays_count,
      l.favorites_count, l.difficulty_sum, l.revision, l.thumbnail_small,
      l.thumbnail_own, l.featured_at, l.taken_down,
      l.created_at, l.updated_at, v.asset as file, v.stars, v.goal, v.content, v.content_hash, v.clear_run_id, v.clear_check_id, g.counts as groups,
      ${isEditorColumn(me)} as is_editor, ${isFollowing(sql`${me}`, sql`l.user_id`)} as follows_creator, f.user_id is not null as favorited,
      r.id as own_rating_id, r.rating as own_rating, r.difficulty as own_difficulty
    from levels l ${levelCardJoins}
      join level_revisions v on v.level_id = l.id and v.revision = l.revision
      left join rating_groups g on g.scope = 'level' and g.scope_id = l.id
      left join favorites f on f.user_id = ${me} and f.target_type = 'level' and f.target_id = l.id
      left join ratings r on r.user_id = ${me} and r.level_id = l.id
    where l.id = ${id} and l.visibility <> 'deleted'`;
}

/** Condition: the level still has the creator and the visibility that it was read with. */
export const isSameLevel = ({ id, user_id, visibility }: Pick<LevelRow, "id" | "user_id" | "visibility">) =>
  sql`exists (select 1 from levels where id = ${id} and user_id = ${user_id} and visibility = ${visibility})`;

/** Condition on a level `t`: `canSeeLevel`. */
export const isVisibleLevel = (viewer: Actor): SQL =>
  sql`(t.visibility = 'public' or t.visibility = 'private' and (t.user_id = ${viewer.id} or ${Number(isStaff(viewer))}))`;

/** Returns the level; throws a 404 if the viewer can't see it. */
export function visibleLevel<L extends Pick<LevelRow, "user_id" | "visibility">>(
  level: L | undefined,
  viewer: Actor | null,
): L {
  if (!level || !canSeeLevel(viewer, level)) {
    throw new ApiError("not_found", { message: "This level doesn't exist or is private." });
  }
  return level;
}

/** Returns the level; throws a 404 if the viewer can't see it and a 403 if they can't edit it. */
export function editableLevel<L extends Pick<LevelRow, "user_id" | "visibility">>(
  level: L | undefined,
  viewer: Actor,
): L {
  const found = visibleLevel(level, viewer);
  if (!canEditLevel(viewer, found))
    throw new ApiError("forbidden", { message: "Only its creator can change this level." });
  return found;
}

export type RevisionRow = Columns<
  "level_revisions",
  "revision" | "asset" | "bytes" | "blocks" | "stars" | "content_hash" | "created_at" | "built" | "deleted_at"
>;

/** A page of a level's revisions, newest first. Numbers have no gaps, so a page is a range. */
export function revisionsQuery(levelId: number, page: number, size: number): Statement<RevisionRow> {
  return statement<RevisionRow>`
    select revision, asset, bytes, blocks, stars, content_hash, created_at, built, deleted_at from level_revisions
    where level_id = ${levelId} and revision <= (select revision from levels where id = ${levelId}) - ${(page - 1) * size}
    order by revision desc limit ${size}`;
}

/** Up to four levels for a profile: the user's own favorites first, then the newest. */
export function showcaseQuery(username: string): Statement<LevelCardRow> {
  const owner = sql`(select id from users where username = ${username})`;
  return levelCardsQuery(sql`
    select id, max(liked) as liked from (
      select * from (select l.id, 1 as liked from favorites f cross join levels l on l.id = f.target_id
        where f.user_id = ${owner} and f.target_type = 'level' and l.user_id = ${owner} and l.visibility = 'public'
        order by l.id desc limit 4)
      union all
      select * from (select id, 0 as liked from levels
        where user_id = ${owner} and visibility = 'public' order by id desc limit 8))
    group by id order by liked desc, id desc limit 4`);
}

/** The newest public levels of a level's creator, without the level itself. */
export const creatorLevelsQuery = (id: number, limit: number): Statement<LevelCardRow> =>
  levelCardsQuery(sql`select id from levels
    where user_id = (select user_id from levels where id = ${id}) and visibility = 'public' and id <> ${id}
    order by id desc limit ${limit}`);

/** How many levels are compared that are just as hard or harder, and that are easier. */
const SIMILAR_EACH_WAY = 12;

/** Public levels of a category by others: as hard and best rated, or most popular. Reads some 50 rows. */
export function similarLevelsQuery(id: number, limit: number): Statement<LevelCardRow> {
  const category = sql`l.visibility = 'public' and l.category = (select category from levels where id = ${id})
    and l.user_id <> (select user_id from levels where id = ${id})`;
  const difficulty = sql`(select difficulty_score from levels where id = ${id})`;
  const neighbors = (from: SQL, condition: SQL, order: SQL) =>
    sql`select * from (select l.id, l.rating_score as score from ${from} where ${category} ${condition}
      order by ${order} limit ${SIMILAR_EACH_WAY})`;
  const levels = sql`levels l`;
  // No row on the left side if the level is rated, so that nothing is read on the right one.
  const levelsIfUnrated = sql`(select 1 where ${difficulty} is null) x cross join levels l`;
  return levelCardsQuery(sql`select id from (
      ${neighbors(levels, sql`and l.difficulty_score >= ${difficulty}`, sql`l.difficulty_score, l.id`)}
      union all ${neighbors(levels, sql`and l.difficulty_score < ${difficulty}`, sql`l.difficulty_score desc, l.id desc`)}
      union all ${neighbors(levelsIfUnrated, sql``, sql`l.playing_count desc, l.recent_count desc, l.plays_count desc, l.id desc`)})
    order by score desc, id desc limit ${limit}`);
}

/** The newest public levels. */
export const newestLevelsQuery = (limit: number): Statement<LevelCardRow> => topLevelsQuery("newest", limit);

/** The most played public levels, in the level browser's order. */
export const popularLevelsQuery = (limit: number): Statement<LevelCardRow> =>
  topLevelsQuery("playing_count", limit);

export function featuredLevelsQuery(limit: number): Statement<LevelCardRow> {
  return levelCardsQuery(sql`select id from levels where visibility = 'public' and featured_at is not null
    order by featured_at desc limit ${limit}`);
}

/** A level that a user played, with their best time in it. */
export type PlayedLevel = Columns<"plays", "level_id"> & Nullable<Columns<"clears", "best_ms">>;

/** From play data: the levels a user played last. */
export const recentlyPlayedQuery = (userId: number, limit: number): Statement<PlayedLevel> =>
  statement`with p as (select level_id, played_at from plays where user_id = ${userId}
      order by played_at desc limit ${sql.raw(String(limit))})
    select p.level_id, k.best_ms from p left join clears k on k.user_id = ${userId} and k.level_id = p.level_id
    order by p.played_at desc`;

/** Cards of those of some levels that are public, in their order. */
export const publicLevelsQuery = (ids: readonly number[], limit: number): Statement<LevelCardRow> =>
  statement`select ${levelCardColumns} from ${idsTable(ids)} j cross join levels l on l.id = j.column1 ${levelCardJoins}
    where l.visibility = 'public' limit ${sql.raw(String(limit))}`;

/** A user's newest levels, including private ones. */
export function ownLevelsQuery(userId: number, limit: number): Statement<LevelCardRow> {
  const withVisibility = (visibility: string) =>
    sql`select id from levels where user_id = ${userId} and visibility = ${visibility}`;
  return levelCardsQuery(sql`${withVisibility("public")} union all ${withVisibility("private")}
    order by id desc limit ${limit}`);
}

function topLevelsQuery(order: SortOrder, limit: number): Statement<LevelCardRow> {
  const ofCategory = (category: string) => sql`select ${sortColumns(order)}, l.id from levels l
    where l.visibility = 'public' and l.category = ${category}`;
  const selects = sql.join(LEVEL_CATEGORIES.map(ofCategory), sql` union all `);
  return levelCardsQuery(sql`${selects}
    order by ${orderBy([...sortKeys(order), "id"], sortDirection(order), false)} limit ${limit}`);
}

/** Cards of the levels that a sorted select returns, in its order: a cross join keeps the order of its left side. */
export const levelCardsQuery = (page: SQL): Statement<LevelCardRow> =>
  statement<LevelCardRow>(levelCardsSql(page, sql``));

/** The same as a template; `also` adds columns before the card's. */
export const levelCardsSql = (page: SQL, also: SQL): SQL => sql`with page as (${page})
  select ${also} ${levelCardColumns} from page p cross join levels l on l.id = p.id ${levelCardJoins}`;

/** A random public level: the next after a random id, or in long gaps the newest of an index range. */
export async function randomLevel(d1: D1Database): Promise<number | null> {
  const row = await new Database(d1).first(
    statement<Columns<"levels", "id">>`
      with dice as (select abs(random()) % max(1, (select coalesce(max(id), 1) from levels)) as roll,
        abs(random()) % 3 as face),
      kind as (select case face when 0 then '' when 1 then 'star collection' else 'free roam' end as name from dice)
      select coalesce(
        (select id from levels where visibility = 'public' and category = (select name from kind)
          and id >= (select roll from dice) order by id limit 1),
        (select id from levels where visibility = 'public' and category = (select name from kind)
          and id < (select roll from dice) order by id desc limit 1),
        (select id from levels where visibility = 'public' and category = '' order by id limit 1),
        (select id from levels where visibility = 'public' order by id limit 1)) as id`,
  );
  return row?.id ?? null;
}

interface UserLevelsQuery {
  username: string;
  viewer: Actor | null;
  search: string;
  page: number;
  size: number;
}

/** A page of a user's levels, newest first; private ones only for the user and staff. */
export async function listUserLevels(
  gate: SessionGate,
  { username, viewer, search, page, size }: UserLevelsQuery,
): Promise<{ owner: UserColumns; rows: LevelCardRow[]; total: number }> {
  const ownerId = sql`(select id from users where username = ${username})`;
  const titleFilter = search ? sql`and instr(lower(l.title), lower(${search})) > 0` : sql``;
  const withVisibility = (visibility: string) =>
    sql`select l.id from levels l where l.user_id = ${ownerId} and l.visibility = ${visibility} ${titleFilter}`;
  const canSeePrivate = isStaff(viewer) ? sql`true` : sql`${ownerId} = ${viewer?.id ?? 0}`;
  const found = sql`${withVisibility("public")} union all ${withVisibility("private")} and ${canSeePrivate}`;
  // Without a search the total follows from the owner's counter, because private levels are few.
  const total = search
    ? sql`select count(*) as total from (${found})`
    : sql`select u.levels_count - case when ${canSeePrivate} then 0 else (select count(*) from levels
        where user_id = u.id and visibility = 'private') end as total from users u where u.username = ${username}`;
  const { owners, totals, rows } = await gate.read({
    owners: statement<UserColumns>`select ${userColumns} from users u where u.username = ${username}`,
    totals: statement<{ total: number }>(total),
    rows: levelCardsQuery(sql`${found} order by id desc limit ${size} offset ${(page - 1) * size}`),
  });
  const [owner] = owners;
  if (!owner) throw new ApiError("not_found", { message: "No one has this name." });
  return { owner, rows, total: totals[0]?.total ?? 0 };
}
