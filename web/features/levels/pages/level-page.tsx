import { LazyMenu } from "#web/components/popover/lazy-menu.tsx";
import { LazyClears } from "#web/features/clears/lazy-clears.tsx";
import { CommentsSection } from "#web/features/comments/comments-section.tsx";
import { LevelTasksSlot } from "#web/features/events/level-tasks-slot.tsx";
import { FollowButton } from "#web/features/follows/follow-button.tsx";
import LevelRating from "#web/features/ratings/pages/level-rating.tsx";
import { useUser } from "#web/lib/user.ts";
import { lazyPart } from "#web/ui/on-demand.tsx";
import { LevelScreen } from "../level-screen.tsx";

const commentMenu = lazyPart(() => import("#web/features/comments/pages/comment-menu.tsx"));
const levelMenu = lazyPart(() => import("./level-menu.tsx"));

/** Downloads the player's code. Errors show when the level is played. */
function preloadPlayer(): void {
  import("#web/game/game.ts").catch(() => {});
  import("#web/features/player/pages/play-page.tsx").catch(() => {});
  import("#web/features/player/level-stage.tsx").catch(() => {});
  import("#web/game/world/scenery.ts").catch(() => {});
}

/** Downloads what members need besides, to play with others. */
function preloadTogether(): void {
  preloadPlayer();
  import("#web/features/player/room/room-session.ts").catch(() => {});
  import("#web/features/player/room/room-layer.tsx").catch(() => {});
  import("#web/game/room/game-room.ts").catch(() => {});
}

/** A level's page, composed from several features. */
export default function LevelPage() {
  const isMember = useUser() !== null;
  return (
    <LevelScreen
      preloadPlayer={isMember ? preloadTogether : preloadPlayer}
      menu={(level, groups) => <LazyMenu part={levelMenu} variant="solid" props={{ level, groups }} />}
      follow={({ user, follows_creator }) => (
        <FollowButton creator={user} following={follows_creator} size="s" />
      )}
      rating={(level, refresh) => <LevelRating level={level} refresh={refresh} />}
      clears={(level) => <LazyClears level={level} total={level.clears_count} />}
      tasks={(level) => (
        <LevelTasksSlot levelId={level.id} shown={level.event !== null || level.challenge !== null} />
      )}
      comments={(level) => (
        <CommentsSection
          type="level"
          id={level.id}
          disabled={!level.comments_enabled}
          menu={(comment, actions) => <LazyMenu part={commentMenu} props={{ comment, ...actions }} />}
        />
      )}
    />
  );
}
