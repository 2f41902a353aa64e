import { useBlockWindow } from "#web/features/blocks/block-window.tsx";
import { CommentsSection } from "#web/features/comments/comments-section.tsx";
import { ItemScreen } from "#web/features/items/item-screen.tsx";

/** An item's page with what people say about it. */
export default function ItemPage() {
  const block = useBlockWindow();
  return (
    <>
      <ItemScreen
        comments={({ id, comments_enabled }) => (
          <CommentsSection type="item" id={id} disabled={!comments_enabled} onBlock={block.ask} key={id} />
        )}
      />
      {block.window}
    </>
  );
}
