import type { Columns, ColumnsAs, Nullable } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { canSeeLevel } from "#domain/levels/rules.ts";
import type { Rating } from "#domain/ratings/api.ts";
import { createdTimes, formatDuration } from "#domain/time.ts";
import { presentUser, type UserColumns } from "../users/present.ts";

export type RatingRow = UserColumns &
  Columns<"ratings", "id" | "rating" | "difficulty" | "created_at" | "level_id"> &
  ColumnsAs<"levels", { level_title: "title"; level_owner: "user_id"; level_visibility: "visibility" }>;

/** A rating with the best time of the user in the level. */
export type RatedRow = RatingRow & Nullable<Columns<"clears", "best_ms">>;

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
