import { CommentsSection } from "#web/features/comments/comments-section.tsx";
import { ItemScreen } from "#web/features/items/item-screen.tsx";

/** An item's page with what people say about it. */
export default function ItemPage() {
  return (
    <ItemScreen
      comments={({ id, comments_enabled }) => (
        <CommentsSection type="item" id={id} disabled={!comments_enabled} key={id} />
      )}
    />
  );
}
