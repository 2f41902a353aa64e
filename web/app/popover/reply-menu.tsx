import { Pencil, Quote, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteReplyRoute, type Reply, restoreReplyRoute } from "#domain/forums/api.ts";
import { threadUrl } from "#domain/forums/view.ts";
import { call } from "#web/lib/api.ts";
import { useUser } from "#web/lib/user.ts";
import { popoverText as text } from "#web/text/popover.ts";
import type { MenuItem } from "#web/ui/menu.tsx";
import { useAgainst } from "./against.tsx";
import { DeleteWindow } from "./delete-window.tsx";
import { PopoverMenu } from "./popover-menu.tsx";
import { usePost } from "./post.ts";

interface ReplyMenuProps {
  reply: Reply;
  /** Whether something can be said in its thread, and so quoted. */
  canReply: boolean;
}

/** A reply's menu. */
export default function ReplyMenu({ reply, canReply }: ReplyMenuProps) {
  const { id, thread_id, user: author, deleted } = reply;
  const params = { id };
  const user = useUser();
  const post = usePost();
  const against = useAgainst(author, `/report/reply/${id}`);
  const [deleting, setDeleting] = useState(false);
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
    const restore = () => post(() => call(restoreReplyRoute, { params }));
    own.push({ label: text.restore, icon: RotateCcw, onSelect: restore });
  }
  return (
    <>
      <PopoverMenu
        label={text.moreOfReply(author.username, reply.position)}
        groups={[
          { id: "acts", items: [...items, ...(deleted ? [] : against.items)] },
          { id: "own", items: own },
        ]}
      />
      {against.window}
      <DeleteWindow
        open={deleting}
        title={author.id === user?.id ? text.deleteOwnReply : text.deleteReply(author.username)}
        text={text.deleteReplyText}
        action={text.replyAct}
        onClose={() => setDeleting(false)}
        onDelete={() => post(() => call(deleteReplyRoute, { params }))}
      />
    </>
  );
}
