import { useQueryClient } from "@tanstack/react-query";
import { type Comment, deleteCommentRoute } from "#domain/comments/api.ts";
import { useAction } from "#web/lib/action.ts";
import { call, isNotFound } from "#web/lib/api.ts";
import { useUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { uiText } from "#web/ui/text/ui.ts";
import { toast } from "#web/ui/toast-store.ts";
import { CommentBody } from "./comment-body.tsx";
import { type CommentListTarget, removeComment } from "./comment-list.ts";
import styles from "./comments.module.css";
import { commentsText } from "./text.ts";

interface DeleteCommentProps {
  target: CommentListTarget;
  comment: Comment;
  onClose: () => void;
}

/** Asks for confirmation before deleting a comment, and shows it. */
export function DeleteComment({ target, comment, onClose }: DeleteCommentProps) {
  const client = useQueryClient();
  const user = useUser();
  const remove = () =>
    call(deleteCommentRoute, { params: { id: comment.id } }).catch((error: Error) => {
      if (isNotFound(error)) return { message: error.message };
      throw error;
    });
  const { busy, failure, dismiss, run } = useAction(remove, {
    // If it isn't there, it was deleted elsewhere.
    onDone: ({ message }) => {
      onClose();
      removeComment(client, target, comment.id);
      toast(message);
    },
    errors: "inline",
  });
  const isOwn = comment.user.id === user?.id;
  return (
    <Modal
      open
      alert
      onClose={() => !busy && onClose()}
      title={isOwn ? commentsText.deleteOwn : commentsText.deleteTitle(comment.user.username)}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {uiText.cancel}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => run()}>
            {commentsText.deleteComment}
          </Button>
        </>
      }
    >
      {failure && <Banner onDismiss={dismiss}>{failure}</Banner>}
      <blockquote className={styles.quote}>
        <CommentBody body={comment.body} />
      </blockquote>
    </Modal>
  );
}
