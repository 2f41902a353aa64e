import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Comment, deleteCommentRoute } from "#domain/comments/api.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { useUser } from "#web/lib/user.ts";
import { commentsText } from "#web/text/comments.ts";
import { uiText } from "#web/text/ui.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { CommentBody } from "./comment-body.tsx";
import { dropComment, type Target } from "./comment-query.ts";
import styles from "./comments.module.css";

interface DeleteCommentProps {
  target: Target;
  comment: Comment;
  onClose: () => void;
}

/** Asks before a comment goes, and shows which one. */
export function DeleteComment({ target, comment, onClose }: DeleteCommentProps) {
  const client = useQueryClient();
  const user = useUser();
  const gone = (message: string) => {
    onClose();
    dropComment(client, target, comment.id);
    toast(message);
  };
  const deletion = useMutation({
    mutationFn: () => call(deleteCommentRoute, { params: { id: comment.id } }),
    onSuccess: ({ message }) => gone(message),
    // Somebody else was quicker: what was wanted is done.
    onError: (error) => error instanceof ResponseError && error.status === 404 && gone(error.message),
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
