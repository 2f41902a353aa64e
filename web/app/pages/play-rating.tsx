import type { Level } from "#domain/levels/api.ts";
import { RatingWidget } from "#web/features/ratings/rating-widget.tsx";
import { useUser } from "#web/lib/user.ts";

export interface PlayRatingProps {
  level: Level;
  refresh: () => void;
  onClose: () => void;
}

/** The rating of a level that was just played. */
export default function PlayRating({ level, refresh }: PlayRatingProps) {
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
