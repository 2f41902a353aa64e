import type { ReactNode } from "react";
import { Link } from "react-router";
import type { UserCard } from "#domain/api/response.ts";
import type { Comment } from "#domain/comments/api.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { LivePresenceBubble } from "#web/components/live-presence.tsx";
import { WithBubble } from "#web/components/presence-bubble.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { canRetry } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { CommentBody } from "./comment-body.tsx";
import styles from "./comments.module.css";
import { commentsText } from "./text.ts";
import type { CommentDraft } from "./use-comment-drafts.ts";

interface FrameProps {
  author: UserCard;
  time: ReactNode;
  menu?: ReactNode;
  faded?: boolean;
  children: ReactNode;
}

function CommentFrame({ author, time, menu, faded, children }: FrameProps) {
  return (
    <article className={cx(styles.comment, faded && styles.faded)}>
      <div className={styles.avatar}>
        <WithBubble bubble={<LivePresenceBubble user={{ id: author.id }} />}>
          <Link to={author.url} tabIndex={-1} aria-hidden>
            <Headshot user={author} size={44} decorative />
          </Link>
        </WithBubble>
      </div>
      <div className={styles.text}>
        <header className={styles.head}>
          <Link className={styles.author} to={author.url}>
            <span>
              <UserName user={author} />
            </span>
          </Link>
          <span className={styles.time}>{time}</span>
          {menu}
        </header>
        {children}
      </div>
    </article>
  );
}

/** The actions of a comment's menu. */
export interface CommentActions {
  /** Absent if the user can't comment. */
  onReply?: (() => void) | undefined;
  onDelete: () => void;
}

interface CommentItemProps {
  comment: Comment;
  menu?: ReactNode;
}

/** A comment in the list, with an optional menu. */
export function CommentItem({ comment, menu }: CommentItemProps) {
  return (
    <CommentFrame
      author={comment.user}
      time={<RelativeTime value={comment.created_at} />}
      menu={menu && <div className={styles.menu}>{menu}</div>}
    >
      <CommentBody body={comment.body} />
    </CommentFrame>
  );
}

interface DraftActionsProps {
  /** Why the comment couldn't be sent. */
  error: Error;
  onRetry: () => void;
  onEdit: () => void;
}

/** The buttons of a comment that couldn't be sent. */
export function DraftActions({ error, onRetry, onEdit }: DraftActionsProps) {
  return (
    <div className={styles.draftActions}>
      {canRetry(error) && (
        <Button size="s" onClick={onRetry}>
          {commentsText.retry}
        </Button>
      )}
      <Button size="s" variant="quiet" onClick={onEdit}>
        {commentsText.change}
      </Button>
    </div>
  );
}

interface CommentDraftItemProps {
  draft: CommentDraft;
  author: UserCard;
  onRetry: () => void;
  onEdit: () => void;
}

/** The user's own comment that is being sent, or couldn't be sent. */
export function CommentDraftItem({ draft, author, onRetry, onEdit }: CommentDraftItemProps) {
  return (
    <CommentFrame
      author={author}
      faded={!draft.error}
      time={
        draft.error ? (
          <strong className={styles.notSent}>{commentsText.notSent}</strong>
        ) : (
          <span role="status">{commentsText.sending}</span>
        )
      }
    >
      <CommentBody body={draft.body} />
      {draft.error && <DraftActions error={draft.error} onRetry={onRetry} onEdit={onEdit} />}
    </CommentFrame>
  );
}
