import { Pencil, Quote, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteReplyRoute, type Reply, restoreReplyRoute } from "#domain/forums/api.ts";
import { threadUrl } from "#domain/forums/view.ts";
import { DeleteModal } from "#web/components/popover/delete-modal.tsx";
import { useMenuAction } from "#web/components/popover/menu-action.ts";
import { PopoverMenu } from "#web/components/popover/popover-menu.tsx";
import { popoverText as text } from "#web/components/text/popover.ts";
import { useReportAndBlock } from "#web/features/reports/pages/report-and-block.tsx";
import { call } from "#web/lib/api.ts";
import { useUser } from "#web/lib/user.ts";
import type { MenuItem } from "#web/ui/menu-item.ts";

interface ReplyMenuProps {
  reply: Reply;
  /** Whether the user can reply to its thread, and so quote. */
  canReply: boolean;
}

export default function ReplyMenu({ reply, canReply }: ReplyMenuProps) {
  const { id, thread_id, user: author, deleted } = reply;
  const params = { id };
  const user = useUser();
  const runAction = useMenuAction();
  const reportAndBlock = useReportAndBlock(author, `/report/reply/${id}`);
  const [isDeleting, setDeleting] = useState(false);
  const items: MenuItem[] = [];
  if (canReply && !deleted) {
    items.push({ label: text.quote, icon: Quote, to: `${threadUrl(thread_id)}/reply?quote=${id}` });
  }
  if (reply.can_edit) items.push({ label: text.edit, icon: Pencil, to: `/forums/replies/${id}/edit` });
  const own: MenuItem[] = [];
  if (reply.can_delete) {
    own.push({ label: text.delete, icon: Trash2, danger: true, onSelect: () => setDeleting(true) });
  }
  if (reply.can_restore) {
    const restore = () => runAction(() => call(restoreReplyRoute, { params }));
    own.push({ label: text.restore, icon: RotateCcw, onSelect: restore });
  }
  return (
    <>
      <PopoverMenu
        label={text.moreOfReply(author.username, reply.position)}
        groups={[
          { id: "actions", items: [...items, ...(deleted ? [] : reportAndBlock.items)] },
          { id: "own", items: own },
        ]}
      />
      {reportAndBlock.modal}
      <DeleteModal
        open={isDeleting}
        title={author.id === user?.id ? text.deleteOwnReply : text.deleteReply(author.username)}
        text={text.deleteReplyText}
        action={text.deleteReplyAction}
        onClose={() => setDeleting(false)}
        onDelete={() => runAction(() => call(deleteReplyRoute, { params }))}
      />
    </>
  );
}
