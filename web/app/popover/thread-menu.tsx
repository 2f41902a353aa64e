import { Bookmark, BookmarkX, Pencil, Quote, Trash2 } from "lucide-react";
import { useState } from "react";
import { bookmarkRoute, deleteThreadRoute, type Thread } from "#domain/forums/api.ts";
import { subforumUrl } from "#domain/forums/view.ts";
import { call } from "#web/lib/api.ts";
import { popoverText as text } from "#web/text/popover.ts";
import type { MenuItem } from "#web/ui/menu.tsx";
import { useAgainst } from "./against.tsx";
import { DeleteWindow } from "./delete-window.tsx";
import { PopoverMenu } from "./popover-menu.tsx";
import { usePost } from "./post.ts";
import { staffGroups } from "./thread-staff.ts";

/** A thread's menu. */
export default function ThreadMenu({ thread }: { thread: Thread }) {
  const { id, url, bookmarked, opening, deleted, can_moderate } = thread;
  const params = { id };
  const post = usePost();
  const against = useAgainst(thread.user, `/report/thread/${id}`);
  const [deleting, setDeleting] = useState(false);
  const items: MenuItem[] = [];
  if (!deleted) {
    items.push({
      label: bookmarked ? text.removeBookmark : text.addBookmark,
      icon: bookmarked ? BookmarkX : Bookmark,
      onSelect: () => post(() => call(bookmarkRoute, { params })),
    });
  }
  if (thread.can_reply && opening) {
    items.push({ label: text.quote, icon: Quote, to: `${url}/reply?quote=${opening.id}` });
  }
  if (thread.can_edit) items.push({ label: text.edit, icon: Pencil, to: `${url}/edit` });
  const remove: MenuItem[] = thread.can_delete
    ? [{ label: text.delete, icon: Trash2, danger: true, onSelect: () => setDeleting(true) }]
    : [];
  return (
    <>
      <PopoverMenu
        label={text.more}
        variant="solid"
        groups={[
          { id: "acts", items: [...items, ...(deleted ? [] : against.items)] },
          ...(can_moderate ? staffGroups(thread, post) : []),
          { id: "delete", items: remove },
        ]}
      />
      {against.window}
      <DeleteWindow
        open={deleting}
        title={text.deleteThread(thread.title)}
        text={text.deleteThreadText}
        action={text.threadAct}
        onClose={() => setDeleting(false)}
        // Whoever may not see what is deleted is led to where it was.
        onDelete={() =>
          post(
            () => call(deleteThreadRoute, { params }),
            can_moderate ? undefined : subforumUrl(thread.subforum_id),
          )
        }
      />
    </>
  );
}
