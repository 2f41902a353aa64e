import { CommentsSection } from "#web/features/comments/comments-section.tsx";
import { ItemScreen } from "#web/features/items/item-screen.tsx";
import { latePart } from "#web/ui/on-demand.tsx";
import { LateMenu } from "../popover/late-menu.tsx";

const commentMenu = latePart(() => import("../popover/comment-menu.tsx"));
const itemMenu = latePart(() => import("../popover/item-menu.tsx"));

/** An item's page with what people say about it. */
export default function ItemPage() {
  return (
    <ItemScreen
      menu={(item, groups) => <LateMenu part={itemMenu} variant="solid" props={{ item, groups }} />}
      comments={({ id, comments_enabled }) => (
        <CommentsSection
          type="item"
          id={id}
          disabled={!comments_enabled}
          menu={(comment, acts) => <LateMenu part={commentMenu} props={{ comment, ...acts }} />}
          key={id}
        />
      )}
    />
  );
}
