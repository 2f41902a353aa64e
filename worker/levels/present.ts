import {
  type Cell,
  type Columns,
  type ColumnsAs,
  type Nullable,
  sql,
  statement,
  type Without,
} from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { isOn } from "#domain/events/rules.ts";
import type { Level } from "#domain/levels/api.ts";
import type { LevelCardData } from "#domain/levels/card.ts";
import { canEditLevel, canRate, clearStateOf } from "#domain/levels/rules.ts";
import type { RatingGroups } from "#domain/ratings/rating-groups.ts";
import { ratingGroupsOf } from "#domain/ratings/rules.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { guardedUrl } from "../assets/guarded-url.ts";
import { assetUrl } from "../assets/store.ts";
import { knownBoard } from "../live/read-board.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";
import { doublePictureUrl } from "./double-picture-route.ts";

/** A level's record and the viewer's history with it, which play data adds. */
export interface LevelHistory
  extends Nullable<Columns<"clears", "best_ms">>,
    Nullable<{ seconds_played: Columns<"plays", "seconds">["seconds"] }> {
  cleared: 0 | 1;
}

/** Selects a level's record in its current content and a user's history with it. Always one row. */
export const levelHistoryQuery = ({ id, content }: { id: number; content: string }, user: number) =>
  statement<LevelHistory>`select (select b.best_ms from clears b indexed by clears_live
      where b.level_id = ${id} and b.content = ${content} and b.best_live = 1 order by b.best_ms limit 1) as best_ms,
    exists (select 1 from clears where user_id = ${user} and level_id = ${id}) as cleared,
    (select seconds from plays where user_id = ${user} and level_id = ${id}) as seconds_played`;

const NONE: LevelHistory = { best_ms: null, cleared: 0, seconds_played: null };

export const historyOf = ([row]: readonly LevelHistory[]): LevelHistory => row ?? NONE;

/** Columns of level cards, from `levels l` joined with user `u`, event `e` and challenge `c`. */
export const levelCardColumns = sql`l.id, l.title, l.category, l.visibility, l.thumbnail, l.picture, l.playing_count, l.clears_count, l.clear_ms_sum, l.ratings_count, l.rating_sum, ${userColumns},
  e.short_name as event_name, e.highlight_color as event_color, e.starts_at as event_starts,
  e.ends_at as event_ends, c.name as challenge_name, c.starts_at as challenge_starts, c.ends_at as challenge_ends`;

export const levelCardJoins = sql`cross join users u on u.id = l.user_id
  left join events e on e.id = l.event_id left join challenges c on c.id = l.challenge_id`;

export interface LevelCardRow
  extends UserColumns,
    Columns<
      "levels",
      | "id"
      | "title"
      | "category"
      | "thumbnail"
      | "picture"
      | "playing_count"
      | "clears_count"
      | "clear_ms_sum"
      | "ratings_count"
      | "rating_sum"
    >,
    Without<Columns<"levels", "visibility">, "deleted"> {
  event_name: string | null;
  event_color: string | null;
  event_starts: number | null;
  event_ends: number | null;
  challenge_name: string | null;
  challenge_starts: number | null;
  challenge_ends: number | null;
}

/** URL of a thumbnail, or of a placeholder until it's rendered. */
export const thumbnailUrl = (asset: string | null) => (asset ? assetUrl(asset) : "/static/drawing.svg");

/** URL of the large picture, or of the largest there is. */
export const pictureUrl = ({ thumbnail, picture }: Pick<LevelCardRow, "thumbnail" | "picture">) =>
  thumbnailUrl(thumbnail && (picture ?? thumbnail));

/** How many play a level: what pages poll, or the database's number if this process doesn't know that. */
export function playersNow(
  { id, playing_count }: Pick<LevelCardRow, "id" | "playing_count">,
  now: number,
): number {
  const board = knownBoard(now);
  if (!board) return playing_count;
  return board.publicPlayers.get(id) ?? board.privateLevels.get(id)?.players ?? 0;
}

export function presentLevelCard(row: LevelCardRow, now: number): LevelCardData {
  const event = isOn(now, { starts_at: row.event_starts ?? 0, ends_at: row.event_ends ?? 0 });
  const players = playersNow(row, now);
  const challenge = isOn(now, { starts_at: row.challenge_starts ?? 0, ends_at: row.challenge_ends ?? 0 });
  return {
    id: row.id,
    title: row.title,
    url: `/levels/${row.id}`,
    thumbnail_url: thumbnailUrl(row.thumbnail),
    category: row.category,
    visibility: row.visibility,
    user: presentUser(row, now),
    rating: mean(row.rating_sum, row.ratings_count),
    clear_ms: row.clears_count > 0 ? Math.round(row.clear_ms_sum / row.clears_count / 1000) * 1000 : null,
    ...(players > 0 && { players_count: players }),
    event: event ? { short_name: row.event_name ?? "", highlight_color: row.event_color ?? "" } : null,
    challenge: challenge ? { name: row.challenge_name ?? "" } : null,
  };
}

/** Everything the level page shows, except what play data adds. */
export interface LevelRow
  extends LevelCardRow,
    Columns<
      "levels",
      | "user_id"
      | "description"
      | "comments_enabled"
      | "comments_count"
      | "plays_count"
      | "favorites_count"
      | "difficulty_sum"
      | "revision"
      | "thumbnail_small"
      | "thumbnail_own"
      | "featured_at"
      | "taken_down"
      | "created_at"
      | "updated_at"
    >,
    Columns<"level_revisions", "goal" | "content" | "content_hash" | "clear_run_id" | "clear_check_id">,
    ColumnsAs<"level_revisions", { file: "asset" }>,
    Nullable<ColumnsAs<"rating_groups", { groups: "counts" }>>,
    Nullable<
      ColumnsAs<"ratings", { own_rating_id: "id"; own_rating: "rating"; own_difficulty: "difficulty" }>
    > {
  /** The viewer is invited to build it. */
  is_editor: 0 | 1;
  /** Of the newest revision. */
  stars: Cell<"level_revisions", "stars">;
  follows_creator: 0 | 1;
  favorited: 0 | 1;
}

/** Mean on the scale 0 to 10, rounded to two decimals; 0 without ratings. */
export const mean = (sum: number, count: number) => (count ? Math.round((sum / count) * 100) / 100 : 0);

const NO_GROUPS: RatingGroups = ratingGroupsOf([]);

export function presentLevel(row: LevelRow & LevelHistory, viewer: Actor | null, now: number): Level {
  const { own_rating_id, own_rating, own_difficulty } = row;
  return {
    ...presentLevelCard(row, now),
    description: row.description,
    comments_enabled: row.comments_enabled === 1,
    comments_count: row.comments_count,
    plays_count: row.plays_count,
    clears_count: row.clears_count,
    favorites_count: row.favorites_count,
    ratings_count: row.ratings_count,
    best_ms: row.best_ms,
    difficulty: mean(row.difficulty_sum, row.ratings_count),
    ratingGroups: row.groups ? ratingGroupsOf(JSON.parse(row.groups) as number[]) : NO_GROUPS,
    revision: row.revision,
    file_url: guardedUrl(row.file, now),
    picture_url: pictureUrl(row),
    picture_double_url:
      row.thumbnail && row.picture && row.thumbnail_own === 0 ? doublePictureUrl(row.id, row.picture) : null,
    thumbnail_small_url: thumbnailUrl(row.thumbnail && (row.thumbnail_small ?? row.thumbnail)),
    clear_state: clearStateOf(row),
    has_own_thumbnail: row.thumbnail_own === 1,
    featured: row.featured_at !== null,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    created_at_formatted: formatTime(row.created_at),
    updated_at_formatted: formatTime(row.updated_at),
    can_edit: canEditLevel(viewer, row),
    can_build: canEditLevel(viewer, row) || row.is_editor === 1,
    canRate: canRate(viewer, row, { cleared: row.cleared === 1, seconds_played: row.seconds_played ?? 0 }),
    follows_creator: row.follows_creator === 1,
    favorited: row.favorited === 1,
    own_rating:
      own_rating_id !== null && own_rating !== null && own_difficulty !== null
        ? { id: own_rating_id, rating: own_rating, difficulty: own_difficulty }
        : null,
  };
}
