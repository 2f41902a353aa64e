import { PlayerScreen } from "#web/features/player/player-screen.tsx";
import { RatingWidget } from "#web/features/ratings/rating-widget.tsx";
import { useUser } from "#web/lib/user.ts";

/** Plays a level in the browser. The page has no bar and no footer. */
export default function PlayPage() {
  const user = useUser();
  return (
    <PlayerScreen
      rating={(level, refresh) => (
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
      )}
    />
  );
}
