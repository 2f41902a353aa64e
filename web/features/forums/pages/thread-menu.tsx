import {
  Bookmark,
  BookmarkX,
  FolderInput,
  Lock,
  LockOpen,
  Pencil,
  Pin,
  PinOff,
  Quote,
  RotateCcw,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import {
  bookmarkRoute,
  deleteThreadRoute,
  lockThreadRoute,
  moveThreadRoute,
  pinThreadRoute,
  restoreThreadRoute,
  type Thread,
} from "#domain/forums/api.ts";
import { SUBFORUM_IDS } from "#domain/forums/rules.ts";
import { subforumUrl } from "#domain/forums/view.ts";
import { DeleteModal } from "#web/components/popover/delete-modal.tsx";
import { useMenuAction } from "#web/components/popover/menu-action.ts";
import { PopoverMenu } from "#web/components/popover/popover-menu.tsx";
import { popoverText as text } from "#web/components/text/popover.ts";
import { useReportAndBlock } from "#web/features/reports/pages/report-and-block.tsx";
import { call } from "#web/lib/api.ts";
import type { MenuGroup, MenuItem } from "#web/ui/menu-item.ts";

function threadStaffGroups(thread: Thread, runAction: ReturnType<typeof useMenuAction>): MenuGroup[] {
  const { id, pinned, locked } = thread;
  const params = { id };
  if (thread.deleted) {
    const restore = () => runAction(() => call(restoreThreadRoute, { params }));
    return [{ id: "staff", items: [{ label: text.restore, icon: RotateCcw, onSelect: restore }] }];
  }
  return [
    {
      id: "staff",
      items: [
        {
          label: pinned ? text.unpin : text.pin,
          icon: pinned ? PinOff : Pin,
          onSelect: () => runAction(() => call(pinThreadRoute, { params, input: { pinned: !pinned } })),
        },
        {
          label: locked ? text.unlock : text.lock,
          icon: locked ? LockOpen : Lock,
          onSelect: () => runAction(() => call(lockThreadRoute, { params, input: { locked: !locked } })),
        },
      ],
    },
    {
      id: "move",
      heading: text.moveTo,
      items: SUBFORUM_IDS.filter((subforum) => subforum !== thread.subforum_id).map((subforum) => ({
        label: text.subforum(subforum),
        icon: FolderInput,
        onSelect: () => runAction(() => call(moveThreadRoute, { params, input: { subforum_id: subforum } })),
      })),
    },
  ];
}

export default function ThreadMenu({ thread }: { thread: Thread }) {
  const { id, url, bookmarked, opening, deleted, can_moderate } = thread;
  const params = { id };
  const runAction = useMenuAction();
  const reportAndBlock = useReportAndBlock(thread.user, `/report/thread/${id}`);
  const [isDeleting, setDeleting] = useState(false);
  const items: MenuItem[] = [];
  if (!deleted) {
    items.push({
      label: bookmarked ? text.removeBookmark : text.addBookmark,
      icon: bookmarked ? BookmarkX : Bookmark,
      onSelect: () => runAction(() => call(bookmarkRoute, { params })),
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
          { id: "actions", items: [...items, ...(deleted ? [] : reportAndBlock.items)] },
          ...(can_moderate ? threadStaffGroups(thread, runAction) : []),
          { id: "delete", items: remove },
        ]}
      />
      {reportAndBlock.modal}
      <DeleteModal
        open={isDeleting}
        title={text.deleteThread(thread.title)}
        text={text.deleteThreadText}
        action={text.deleteThreadAction}
        onClose={() => setDeleting(false)}
        // Users who can't see deleted threads are sent to the subforum.
        onDelete={() =>
          runAction(
            () => call(deleteThreadRoute, { params }),
            can_moderate ? undefined : subforumUrl(thread.subforum_id),
          )
        }
      />
    </>
  );
}
