import type { Actor } from "#domain/auth/roles.ts";
import { canSeeLevel, type Visibility } from "#domain/levels/rules.ts";
import type { Rating } from "#domain/ratings/api.ts";
import { formatDuration, formatTime, isoTime } from "#domain/time.ts";
import { presentUser, type UserColumns } from "../users/present.ts";

export interface RatingRow extends UserColumns {
  id: number;
  rating: number;
  difficulty: number;
  created_at: number;
  level_id: number;
  level_title: string;
  level_owner: number;
  level_visibility: Visibility | "deleted";
  best_ms: number | null;
}

/** A level that became hidden keeps its rating, but its title isn't shown. */
function presentRatedLevel(row: RatingRow, viewer: Actor | null): Rating["level"] {
  const { level_id: id, level_visibility: visibility } = row;
  const url = `/levels/${id}`;
  if (visibility === "deleted") return { id, title: "Deleted level", url };
  const isVisible = canSeeLevel(viewer, { user_id: row.level_owner, visibility });
  return { id, title: isVisible ? row.level_title : "Private level", url };
}

export function presentRating(row: RatingRow, viewer: Actor | null, now: number): Rating {
  return {
    id: row.id,
    rating: row.rating,
    difficulty: row.difficulty,
    user: presentUser(row, now),
    level: presentRatedLevel(row, viewer),
    clear: row.best_ms === null ? null : { time_formatted: formatDuration(row.best_ms) },
    created_at: isoTime(row.created_at),
    created_at_formatted: formatTime(row.created_at),
  };
}
