import {
  type Columns,
  type ColumnsAs,
  type Nullable,
  type SQL,
  type Statement,
  sql,
  statement,
} from "#db/database.ts";
import { valuesTable } from "#db/values-table.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { canSeeLevel } from "#domain/levels/rules.ts";
import type { Rating } from "#domain/ratings/api.ts";
import { createdTimes, formatDuration, newYorkDay } from "#domain/time.ts";
import type { SessionGate } from "../http/session-gate.ts";
import type { LevelHistory } from "../levels/present.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";

export type RatingRow = UserColumns &
  Columns<"ratings", "id" | "rating" | "difficulty" | "created_at" | "level_id"> &
  ColumnsAs<"levels", { level_title: "title"; level_owner: "user_id"; level_visibility: "visibility" }>;

/** A rating with the best time of the user in the level. */
type RatedRow = RatingRow & Nullable<Columns<"clears", "best_ms">>;

/** A level that became hidden keeps its rating, but its title isn't shown. */
function presentRatedLevel(row: RatingRow, viewer: Actor | null): Rating["level"] {
  const { level_id: id, level_visibility: visibility } = row;
  const url = `/levels/${id}`;
  if (visibility === "deleted") return { id, title: "Deleted level", url };
  const isVisible = canSeeLevel(viewer, { user_id: row.level_owner, visibility });
  return { id, title: isVisible ? row.level_title : "Private level", url };
}

export function presentRating(row: RatedRow, viewer: Actor | null, now: number): Rating {
  return {
    id: row.id,
    rating: row.rating,
    difficulty: row.difficulty,
    user: presentUser(row, now),
    level: presentRatedLevel(row, viewer),
    clear: row.best_ms === null ? null : { time_formatted: formatDuration(row.best_ms) },
    ...createdTimes(row.created_at),
  };
}

export const ratingColumns = sql`r.id, r.rating, r.difficulty, r.created_at, r.level_id, l.title as level_title,
  l.user_id as level_owner, l.visibility as level_visibility, ${userColumns}`;

export const ratingJoins = sql`cross join users u on u.id = r.user_id cross join levels l on l.id = r.level_id`;

/** From play data: what decides whether a user can rate a level, and what their rating shows. Always one row. */
export const ownHistoryQuery = (level: number, user: number): Statement<LevelHistory> =>
  statement`select k.user_id is not null as cleared, k.best_ms, p.seconds as seconds_played from (select 1)
    left join clears k on k.user_id = ${user} and k.level_id = ${level}
    left join plays p on p.user_id = ${user} and p.level_id = ${level}`;

type BestTime = Columns<"clears", "user_id" | "level_id" | "best_ms">;

/** From play data: the best times of the people who rated levels. */
const bestTimesQuery = (ratings: readonly RatingRow[]): Statement<BestTime> =>
  statement`select k.user_id, k.level_id, k.best_ms
    from ${valuesTable(ratings.map(({ u_id, level_id }) => [u_id, level_id]))} j
    cross join clears k on k.user_id = j.column1 and k.level_id = j.column2`;

/** Adds the best times of those who rated. */
export async function withBestTimes(gate: SessionGate, ratings: readonly RatingRow[]): Promise<RatedRow[]> {
  const times = ratings.length > 0 ? await gate.play.all(bestTimesQuery(ratings)) : [];
  return ratings.map((row) => ({
    ...row,
    best_ms:
      times.find(({ user_id, level_id }) => user_id === row.u_id && level_id === row.level_id)?.best_ms ??
      null,
  }));
}

export function ratingQuery(condition: SQL): Statement<RatingRow> {
  return statement<RatingRow>`select ${ratingColumns} from ratings r ${ratingJoins} where ${condition}`;
}

/** Stores or replaces a rating. A new one counts for its New York day once; a changed one doesn't. */
export function recordRatingStatements(
  {
    user_id,
    level_id,
    rating,
    difficulty,
  }: Columns<"ratings", "user_id" | "level_id" | "rating" | "difficulty">,
  now: number,
) {
  const day = newYorkDay(now);
  const isNew = sql`not exists (select 1 from ratings where user_id = ${user_id} and level_id = ${level_id})`;
  return [
    statement`
      insert into level_days (level_id, day, ratings, rating_sum)
      select ${level_id}, ${day}, 1, ${rating} where ${isNew} and not exists (
        select 1 from rating_days where day = ${day} and level_id = ${level_id} and user_id = ${user_id})
      on conflict (level_id, day) do update set ratings = ratings + 1, rating_sum = rating_sum + excluded.rating_sum`,
    statement`
      insert into rating_days (day, level_id, user_id) select ${day}, ${level_id}, ${user_id} where ${isNew}
      on conflict do nothing`,
    statement`
      insert into ratings (user_id, level_id, rating, difficulty, created_at)
      values (${user_id}, ${level_id}, ${rating}, ${difficulty}, ${now})
      on conflict (user_id, level_id) do update set rating = excluded.rating, difficulty = excluded.difficulty,
        created_at = excluded.created_at`,
  ] as const;
}
