import type { ReactNode } from "react";
import { Link } from "react-router";
import type { UserCard } from "#domain/api/answers.ts";
import type { Comment } from "#domain/comments/api.ts";
import { UserBubble } from "#web/lib/live/presence.tsx";
import { commentsText } from "#web/text/comments.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Time } from "#web/ui/facts.tsx";
import { Headshot } from "#web/ui/headshot.tsx";
import { WithBubble } from "#web/ui/presence-bubble.tsx";
import { UserName } from "#web/ui/user-name.tsx";
import { CommentBody } from "./comment-body.tsx";
import styles from "./comments.module.css";
import type { Draft } from "./drafts.ts";

interface FrameProps {
  author: UserCard;
  when: ReactNode;
  menu?: ReactNode;
  faded?: boolean;
  children: ReactNode;
}

function Frame({ author, when, menu, faded, children }: FrameProps) {
  return (
    <article className={cx(styles.comment, faded && styles.faded)}>
      <div className={styles.face}>
        <WithBubble bubble={<UserBubble user={{ id: author.id }} />}>
          <Link to={author.url} tabIndex={-1} aria-hidden>
            <Headshot src={author.bopi.headshot_url} username={author.username} size={44} decorative />
          </Link>
        </WithBubble>
      </div>
      <div className={styles.words}>
        <header className={styles.head}>
          <Link className={styles.author} to={author.url}>
            <span>
              <UserName user={author} />
            </span>
          </Link>
          <span className={styles.when}>{when}</span>
          {menu}
        </header>
        {children}
      </div>
    </article>
  );
}

/** What a comment's menu can do within the list. */
export interface CommentActs {
  /** Absent where nothing can be written. */
  onReply?: (() => void) | undefined;
  onDelete: () => void;
}

interface CommentItemProps {
  comment: Comment;
  menu?: ReactNode;
}

/** A comment of the list, with its menu where it has one. */
export function CommentItem({ comment, menu }: CommentItemProps) {
  return (
    <Frame
      author={comment.user}
      when={<Time value={comment.created_at} />}
      menu={menu && <div className={styles.menu}>{menu}</div>}
    >
      <CommentBody body={comment.body} />
    </Frame>
  );
}

interface DraftItemProps {
  draft: Draft;
  author: UserCard;
  onRetry: () => void;
  onChange: () => void;
}

/** One's own comment on its way, or one that could not be sent. */
export function DraftItem({ draft, author, onRetry, onChange }: DraftItemProps) {
  return (
    <Frame
      author={author}
      faded={!draft.failed}
      when={
        draft.failed ? (
          <strong className={styles.notSent}>{commentsText.notSent}</strong>
        ) : (
          <span role="status">{commentsText.sending}</span>
        )
      }
    >
      <CommentBody body={draft.body} />
      {draft.failed && (
        <div className={styles.draftActs}>
          <Button size="s" onClick={onRetry}>
            {commentsText.retry}
          </Button>
          <Button size="s" variant="quiet" onClick={onChange}>
            {commentsText.change}
          </Button>
        </div>
      )}
    </Frame>
  );
}
