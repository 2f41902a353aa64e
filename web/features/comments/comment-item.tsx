import { Ban, Ellipsis, Flag, Reply, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { UserCard } from "#domain/api/answers.ts";
import type { Comment } from "#domain/comments/api.ts";
import { UserBubble } from "#web/lib/live/presence.tsx";
import { useUser } from "#web/lib/user.ts";
import { commentsText } from "#web/text/comments.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Time } from "#web/ui/facts.tsx";
import { Headshot } from "#web/ui/headshot.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, type MenuItem } from "#web/ui/menu.tsx";
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

interface CommentItemProps {
  comment: Comment;
  /** Absent where nothing can be written. */
  onReply?: (() => void) | undefined;
  onDelete?: () => void;
  onBlock?: (author: UserCard) => void;
}

/** A comment of the list, with its menu: reply to, report and block those of others, delete for those who may. */
export function CommentItem({ comment, onReply, onDelete, onBlock }: CommentItemProps) {
  const user = useUser();
  const items: MenuItem[] = [];
  if (user && user.id !== comment.user.id && onReply) {
    items.push({ label: commentsText.reply, icon: Reply, onSelect: onReply });
  }
  if (user && user.id !== comment.user.id) {
    items.push({ label: commentsText.report, icon: Flag, to: `/report/comment/${comment.id}` });
    if (onBlock) items.push({ label: commentsText.block, icon: Ban, onSelect: () => onBlock(comment.user) });
  }
  if (user && comment.can_delete && onDelete) {
    items.push({ label: commentsText.delete, icon: Trash2, danger: true, onSelect: onDelete });
  }
  const label = commentsText.menu(comment.user.username);
  return (
    <Frame
      author={comment.user}
      when={<Time value={comment.created_at} />}
      menu={
        items.length > 0 && (
          <div className={styles.menu}>
            <Menu
              label={label}
              groups={[{ id: "acts", items }]}
              trigger={(props) => <IconButton {...props} icon={Ellipsis} label={label} />}
            />
          </div>
        )
      }
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
