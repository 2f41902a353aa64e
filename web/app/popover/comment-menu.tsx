import { Reply, Trash2 } from "lucide-react";
import type { Comment } from "#domain/comments/api.ts";
import type { CommentActs } from "#web/features/comments/comment-item.tsx";
import { useUser } from "#web/lib/user.ts";
import { commentsText } from "#web/text/comments.ts";
import type { MenuItem } from "#web/ui/menu.tsx";
import { useAgainst } from "./against.tsx";
import { PopoverMenu } from "./popover-menu.tsx";

interface CommentMenuProps extends CommentActs {
  comment: Comment;
}

/** A comment's menu: reply to, report and block those of others, delete for those who may. */
export default function CommentMenu({ comment, onReply, onDelete }: CommentMenuProps) {
  const user = useUser();
  const against = useAgainst(comment.user, `/report/comment/${comment.id}`);
  const items: MenuItem[] = [...against.items];
  if (user?.id !== comment.user.id && onReply) {
    items.unshift({ label: commentsText.reply, icon: Reply, onSelect: onReply });
  }
  if (comment.can_delete) {
    items.push({ label: commentsText.delete, icon: Trash2, danger: true, onSelect: onDelete });
  }
  return (
    <>
      <PopoverMenu label={commentsText.menu(comment.user.username)} groups={[{ id: "acts", items }]} />
      {against.window}
    </>
  );
}
