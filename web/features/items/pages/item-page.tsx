import { LazyMenu } from "#web/components/popover/lazy-menu.tsx";
import { CommentsSection } from "#web/features/comments/comments-section.tsx";
import { FollowButton } from "#web/features/follows/follow-button.tsx";
import { lazyPart } from "#web/ui/on-demand.tsx";
import { ItemScreen } from "../item-screen.tsx";

const commentMenu = lazyPart(() => import("#web/features/comments/pages/comment-menu.tsx"));
const itemMenu = lazyPart(() => import("./item-menu.tsx"));

/** An item's page with its comments. */
export default function ItemPage() {
  return (
    <ItemScreen
      follow={({ user, follows_creator }) => (
        <FollowButton creator={user} following={follows_creator} size="s" />
      )}
      menu={(item, groups) => <LazyMenu part={itemMenu} variant="solid" props={{ item, groups }} />}
      comments={({ id, comments_enabled }) => (
        <CommentsSection
          type="item"
          id={id}
          disabled={!comments_enabled}
          menu={(comment, actions) => <LazyMenu part={commentMenu} props={{ comment, ...actions }} />}
          key={id}
        />
      )}
    />
  );
}
