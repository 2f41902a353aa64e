import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { Link } from "react-router";
import type { UserCard } from "#domain/api/response.ts";
import { type Comment, createCommentRoute } from "#domain/comments/api.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { LivePresenceBubble } from "#web/components/live-presence.tsx";
import { WithBubble } from "#web/components/presence-bubble.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { useAction } from "#web/lib/action.ts";
import { call, canRetry } from "#web/lib/api.ts";
import { serverTime } from "#web/lib/server-clock.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { CommentBody } from "./comment-body.tsx";
import { type CommentListTarget, prependComment } from "./comment-list.ts";
import styles from "./comments.module.css";
import { commentsText } from "./text.ts";

/** A comment being sent. Shown immediately; stays with its text if sending fails. */
export interface CommentDraft {
  key: number;
  body: string;
  created_at: string;
  /** Why it couldn't be sent; null while it's being sent. */
  error: Error | null;
}

/** Sends comments. Each is listed as a draft until the server's version replaces it. */
export function useCommentDrafts(target: CommentListTarget) {
  const client = useQueryClient();
  const lastKey = useRef(0);
  const [drafts, setDrafts] = useState<readonly CommentDraft[]>([]);
  const [held, setHeld] = useState<string | null>(null);

  const remove = (key: number) => setDrafts((all) => all.filter((draft) => draft.key !== key));
  const setError = (key: number, error: Error | null) =>
    setDrafts((all) => all.map((draft) => (draft.key === key ? { ...draft, error } : draft)));

  const { failure, dismiss, run } = useAction(
    ({ body }: CommentDraft) => call(createCommentRoute, { input: { ...target, body } }),
    {
      parallel: true,
      onDone: async ({ comment, held: notice }, { key }) => {
        if (comment) await prependComment(client, target, comment);
        setHeld(notice?.message ?? null);
        remove(key);
      },
      errors: "inline",
      onEnd: ({ key }, error) => error && setError(key, error),
    },
  );

  return {
    drafts,
    failure,
    /** Notice if the newest comment is held for review. */
    held,
    dismissHeld: () => setHeld(null),
    dismiss,
    send: (body: string) => {
      const draft = {
        key: ++lastKey.current,
        body,
        created_at: new Date(serverTime()).toISOString(),
        error: null,
      };
      setDrafts((all) => [draft, ...all]);
      void run(draft);
    },
    retry: (draft: CommentDraft) => {
      setError(draft.key, null);
      void run(draft);
    },
    remove: (draft: CommentDraft) => {
      remove(draft.key);
      dismiss();
    },
  };
}

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

export interface CommentActions {
  /** Absent if the user can't comment. */
  onReply?: (() => void) | undefined;
  onDelete: () => void;
}

export function CommentItem({ comment, menu }: { comment: Comment; menu?: ReactNode }) {
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
