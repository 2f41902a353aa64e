import type { Level } from "#domain/levels/api.ts";
import { useUser } from "#web/lib/user.ts";
import { RatingWidget } from "../rating-widget.tsx";

export interface LevelRatingProps {
  level: Level;
  refresh: () => void;
}

/** A level's rating and the user's own; `refresh` refetches the level. */
export default function LevelRating({ level, refresh }: LevelRatingProps) {
  const user = useUser();
  return (
    <RatingWidget
      levelId={level.id}
      rating={level.rating}
      difficulty={level.difficulty}
      ratingsCount={level.ratings_count}
      ratingGroups={level.ratingGroups}
      canRate={level.canRate}
      ownRating={level.own_rating}
      isOwn={level.user.id === user?.id}
      onChanged={refresh}
    />
  );
}
