import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Comment, deleteCommentRoute } from "#domain/comments/api.ts";
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
  const onDeleted = (message: string) => {
    onClose();
    removeComment(client, target, comment.id);
    toast(message);
  };
  const deletion = useMutation({
    mutationFn: () => call(deleteCommentRoute, { params: { id: comment.id } }),
    onSuccess: ({ message }) => onDeleted(message),
    // Already deleted elsewhere.
    onError: (error) => isNotFound(error) && onDeleted(error.message),
  });
  const isOwn = comment.user.id === user?.id;
  return (
    <Modal
      open
      alert
      onClose={() => !deletion.isPending && onClose()}
      title={isOwn ? commentsText.deleteOwn : commentsText.deleteTitle(comment.user.username)}
      footer={
        <>
          <Button onClick={onClose} disabled={deletion.isPending}>
            {uiText.cancel}
          </Button>
          <Button variant="danger" busy={deletion.isPending} onClick={() => deletion.mutate()}>
            {commentsText.deleteComment}
          </Button>
        </>
      }
    >
      {deletion.error && <Banner onDismiss={deletion.reset}>{deletion.error.message}</Banner>}
      <blockquote className={styles.quote}>
        <CommentBody body={comment.body} />
      </blockquote>
    </Modal>
  );
}
