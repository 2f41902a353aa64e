import { CommentsSection } from "#web/features/comments/comments-section.tsx";
import { ItemScreen } from "#web/features/items/item-screen.tsx";
import { CommentMenu } from "../popover/comment-menu.tsx";
import { ItemMenu } from "../popover/item-menu.tsx";

/** An item's page with what people say about it. */
export default function ItemPage() {
  return (
    <ItemScreen
      menu={(item, groups) => <ItemMenu item={item} groups={groups} />}
      comments={({ id, comments_enabled }) => (
        <CommentsSection
          type="item"
          id={id}
          disabled={!comments_enabled}
          menu={(comment, acts) => <CommentMenu comment={comment} {...acts} />}
          key={id}
        />
      )}
    />
  );
}
