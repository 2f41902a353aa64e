import { CircleAlert, Clock, Ellipsis, Eraser, Flag } from "lucide-react";
import { memo, type ReactNode } from "react";
import type { UserCard } from "#domain/api/answers.ts";
import type { ChatMessage } from "#domain/conversations/api.ts";
import type { Draft } from "#domain/conversations/reduce.ts";
import { exactDate } from "#web/lib/format.ts";
import { chatText } from "#web/text/conversations.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Headshot } from "#web/ui/headshot.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, type MenuItem } from "#web/ui/menu.tsx";
import { UserName } from "#web/ui/user-name.tsx";
import { clockTime, dayName } from "./dates.ts";
import { MessageText } from "./message-text.tsx";
import styles from "./messages.module.css";

interface FrameProps {
  id: string;
  isOwn: boolean;
  /** Who wrote it, where that is told again. */
  head: UserCard | null;
  /** Names the author even of one's own. */
  named?: boolean | undefined;
  newDay: boolean;
  created_at: string;
  now: number;
  faded?: boolean;
  marked?: boolean | undefined;
  side?: ReactNode;
  below?: ReactNode;
  children: ReactNode;
}

function Frame(props: FrameProps) {
  const { id, isOwn, head, named, newDay, created_at, now, faded, marked, side, below, children } = props;
  const isNamed = head && (!isOwn || named);
  return (
    <li className={cx(styles.row, isOwn && styles.own, head && styles.first)} data-key={id}>
      {newDay && (
        <p className={styles.day}>
          <span>{dayName(created_at, now)}</span>
        </p>
      )}
      <div className={styles.face}>
        {head && !isOwn && (
          <Headshot src={head.bopi.headshot_url} username={head.username} size={36} decorative />
        )}
      </div>
      <div className={styles.words}>
        {head && (
          <p className={styles.head}>
            {isNamed && (
              <strong>
                <UserName user={head} />
              </strong>
            )}
            <time dateTime={created_at} title={exactDate(created_at)}>
              {clockTime(created_at)}
            </time>
          </p>
        )}
        <div className={styles.line}>
          <div className={cx(styles.bubble, faded && styles.faded, marked && styles.marked)}>{children}</div>
          {side}
        </div>
        {below}
      </div>
    </li>
  );
}

export interface MessageRowProps {
  message: ChatMessage;
  author: UserCard;
  isOwn: boolean;
  head: boolean;
  named: boolean;
  newDay: boolean;
  now: number;
  /** It is being taken away. */
  scrubbing: boolean;
  /** It is the one that was reported. */
  marked: boolean;
  /** The other has read up to here. */
  seen: boolean;
  canReport: boolean;
  onScrub: ((id: string) => void) | null;
}

/** A message that the site has. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, author, isOwn, head, scrubbing, seen, canReport, onScrub, ...frame } = props;
  const { id, deleted, body, created_at } = message;
  const items: MenuItem[] = [];
  if (canReport && !deleted) items.push({ label: chatText.report, icon: Flag, to: `/report/message/${id}` });
  if (onScrub && !deleted && !scrubbing)
    items.push({ label: chatText.scrub, icon: Eraser, danger: true, onSelect: () => onScrub(id) });
  return (
    <Frame
      {...frame}
      id={id}
      isOwn={isOwn}
      head={head ? author : null}
      created_at={created_at}
      faded={deleted || scrubbing}
      side={
        <>
          {items.length > 0 && (
            <span className={styles.acts}>
              <Menu
                label={chatText.messageMenu}
                align={isOwn ? "end" : "start"}
                groups={[{ id: "acts", items }]}
                trigger={(trigger) => (
                  <IconButton {...trigger} icon={Ellipsis} label={chatText.messageMenu} />
                )}
              />
            </span>
          )}
          {scrubbing && <Clock className={styles.sign} aria-label={chatText.scrubbing} />}
        </>
      }
      below={seen && <p className={styles.below}>{chatText.seen}</p>}
    >
      {deleted ? <p className={styles.removed}>{chatText.removed}</p> : <MessageText body={body} />}
    </Frame>
  );
});

export interface DraftRowProps {
  draft: Draft;
  author: UserCard;
  head: boolean;
  newDay: boolean;
  now: number;
  /** The connection is away: it may take a while. */
  waiting: boolean;
  onRetry: () => void;
  onDelete: () => void;
}

/** One's own message on its way, or one that was refused. */
export function DraftRow({ draft, author, head, waiting, onRetry, onDelete, ...frame }: DraftRowProps) {
  const { client_id, body, created_at, error } = draft;
  const isRefused = error !== null;
  return (
    <Frame
      {...frame}
      id={client_id}
      isOwn
      head={head ? author : null}
      created_at={created_at}
      faded={!isRefused}
      side={
        isRefused ? (
          <CircleAlert className={cx(styles.sign, styles.bad)} aria-label={error || chatText.error} />
        ) : (
          <Clock className={styles.sign} aria-label={waiting ? chatText.waiting : chatText.sending} />
        )
      }
      below={
        isRefused && (
          <div className={styles.refused}>
            <span>{chatText.notSent}</span>
            <Button size="s" onClick={onRetry}>
              {chatText.retry}
            </Button>
            <Button size="s" variant="quiet" onClick={onDelete}>
              {chatText.delete}
            </Button>
          </div>
        )
      }
    >
      <MessageText body={body} />
    </Frame>
  );
}
