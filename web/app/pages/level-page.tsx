import { LateClears } from "#web/features/clears/late-clears.tsx";
import { CommentsSection } from "#web/features/comments/comments-section.tsx";
import { LevelTasksSlot } from "#web/features/events/tasks-slot.tsx";
import { LevelScreen } from "#web/features/levels/level-screen.tsx";
import { RatingWidget } from "#web/features/ratings/rating-widget.tsx";
import { useUser } from "#web/lib/user.ts";
import { latePart } from "#web/ui/on-demand.tsx";
import { LateMenu } from "../popover/late-menu.tsx";

const commentMenu = latePart(() => import("../popover/comment-menu.tsx"));
const levelMenu = latePart(() => import("../popover/level-menu.tsx"));

/** A level's page, composed of what several features know about it. */
export default function LevelPage() {
  const user = useUser();
  return (
    <LevelScreen
      menu={(level, groups) => <LateMenu part={levelMenu} variant="solid" props={{ level, groups }} />}
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
      clears={(level) => <LateClears levelId={level.id} total={level.clears_count} />}
      tasks={(level) => (
        <LevelTasksSlot levelId={level.id} shown={level.event !== null || level.challenge !== null} />
      )}
      comments={(level) => (
        <CommentsSection
          type="level"
          id={level.id}
          disabled={!level.comments_enabled}
          menu={(comment, acts) => <LateMenu part={commentMenu} props={{ comment, ...acts }} />}
        />
      )}
    />
  );
}
