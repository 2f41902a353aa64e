import { Reply, Trash2 } from "lucide-react";
import type { Comment } from "#domain/comments/api.ts";
import { PopoverMenu } from "#web/components/popover/popover-menu.tsx";
import { useReportAndBlock } from "#web/features/reports/pages/report-and-block.tsx";
import { useUser } from "#web/lib/user.ts";
import type { MenuItem } from "#web/ui/menu-item.ts";
import type { CommentActions } from "../comment-item.tsx";
import { commentsText } from "../text.ts";

interface CommentMenuProps extends CommentActions {
  comment: Comment;
}

export default function CommentMenu({ comment, onReply, onDelete }: CommentMenuProps) {
  const user = useUser();
  const reportAndBlock = useReportAndBlock(comment.user, `/report/comment/${comment.id}`);
  const items: MenuItem[] = [...reportAndBlock.items];
  if (user?.id !== comment.user.id && onReply) {
    items.unshift({ label: commentsText.reply, icon: Reply, onSelect: onReply });
  }
  if (comment.can_delete) {
    items.push({ label: commentsText.delete, icon: Trash2, danger: true, onSelect: onDelete });
  }
  return (
    <>
      <PopoverMenu label={commentsText.menu(comment.user.username)} groups={[{ id: "actions", items }]} />
      {reportAndBlock.modal}
    </>
  );
}
