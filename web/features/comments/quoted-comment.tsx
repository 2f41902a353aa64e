import { useQueryClient } from "@tanstack/react-query";
import { CommentBody } from "./comment-body.tsx";
import { findCachedComment } from "./comment-list.ts";
import styles from "./comments.module.css";
import { commentsText } from "./text.ts";

/** Returns a function that renders a cached comment as a quote, or null if it isn't cached. */
export function useQuotedComment() {
  const client = useQueryClient();
  return (id: number) => {
    const comment = findCachedComment(client, id);
    if (!comment) return null;
    return (
      <figure className={styles.quoted}>
        <blockquote className={styles.quote}>
          <CommentBody body={comment.body} />
        </blockquote>
        <figcaption className={styles.time}>{commentsText.by(comment.user.username)}</figcaption>
      </figure>
    );
  };
}
