import { useQueryClient } from "@tanstack/react-query";
import { commentsText } from "#web/text/comments.ts";
import { CommentBody } from "./comment-body.tsx";
import { findComment } from "./comment-query.ts";
import styles from "./comments.module.css";

/** A comment as it was last seen on this visit, where it was. */
export function useQuotedComment() {
  const client = useQueryClient();
  return (id: number) => {
    const comment = findComment(client, id);
    if (!comment) return null;
    return (
      <figure className={styles.quoted}>
        <blockquote className={styles.quote}>
          <CommentBody body={comment.body} />
        </blockquote>
        <figcaption className={styles.when}>{commentsText.by(comment.user.username)}</figcaption>
      </figure>
    );
  };
}
