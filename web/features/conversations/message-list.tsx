import { CircleAlert, Clock, Ellipsis, Eraser, Flag } from "lucide-react";
import { memo, type ReactNode, useMemo } from "react";
import type { UserCard } from "#domain/api/response.ts";
import {
  type ChatConversation,
  type ChatState,
  type MessageDraft,
  messageNumber,
  type ShownMessage,
  unsentDrafts,
  visibleMessages,
} from "#domain/conversations/reduce-chat.ts";
import { arrangeMessages, splitLinks } from "#domain/conversations/view.ts";
import { EmoticonText } from "#web/components/emoticon-text.tsx";
import { Headshot } from "#web/components/headshot.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { clockTime, dayName, dayOf } from "#web/lib/format-day.ts";
import { useConnectionState } from "#web/lib/live/use-live-event.ts";
import { useNow } from "#web/lib/now.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Menu } from "#web/ui/menu.tsx";
import type { MenuItem } from "#web/ui/menu-item.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Chat, OwnChat } from "./chat.ts";
import styles from "./messages.module.css";
import { chatText } from "./text.ts";

/** Renders URLs as links that pass on no referrer. */
const withLinks = (text: string) =>
  splitLinks(text).map(({ at, text: words, href }) =>
    href ? (
      <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {words}
      </a>
    ) : (
      words
    ),
  );

export const MessageText = ({ body }: { body: string }) => (
  <EmoticonText text={body} renderText={withLinks} />
);

interface MessageFrameProps {
  id: string;
  isOwn: boolean;
  /** The author, if this message shows a header. */
  headerUser: UserCard | null;
  namesOwn?: boolean | undefined;
  newDay: boolean;
  created_at: string;
  now: number;
  faded?: boolean;
  highlighted?: boolean | undefined;
  side?: ReactNode;
  below?: ReactNode;
  children: ReactNode;
}

function MessageFrame(props: MessageFrameProps) {
  const { id, isOwn, headerUser, namesOwn, newDay, created_at, now, faded, highlighted } = props;
  const { side, below, children } = props;
  const isNamed = headerUser && (!isOwn || namesOwn);
  return (
    <li className={cx(styles.row, isOwn && styles.own, headerUser && styles.first)} data-key={id}>
      {newDay && (
        <p className={styles.day}>
          <span>{dayName(created_at, now)}</span>
        </p>
      )}
      <div className={styles.avatar}>
        {headerUser && !isOwn && <Headshot user={headerUser} size={36} decorative />}
      </div>
      <div className={styles.text}>
        {headerUser && (
          <p className={styles.head}>
            {isNamed && (
              <strong>
                <UserName user={headerUser} />
              </strong>
            )}
            <time dateTime={created_at} title={formatDateTime(created_at)}>
              {clockTime(created_at)}
            </time>
          </p>
        )}
        <div className={styles.line}>
          <div className={cx(styles.bubble, faded && styles.faded, highlighted && styles.marked)}>
            {children}
          </div>
          {side}
        </div>
        {below}
      </div>
    </li>
  );
}

interface MessageItemProps {
  message: ShownMessage;
  author: UserCard;
  isOwn: boolean;
  showsHeader: boolean;
  namesOwn: boolean;
  newDay: boolean;
  now: number;
  deleting: boolean;
  highlighted: boolean;
  /** The other person has seen messages up to this one. */
  seen: boolean;
  canReport: boolean;
  onDelete: ((id: string) => void) | null;
}

const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { message, author, isOwn, showsHeader, deleting, seen, canReport, onDelete, ...frame } = props;
  const { id, deleted, body, created_at } = message;
  const items: MenuItem[] = [];
  if (canReport && !deleted) items.push({ label: chatText.report, icon: Flag, to: `/report/message/${id}` });
  if (onDelete && !deleted && !deleting)
    items.push({ label: chatText.scrub, icon: Eraser, danger: true, onSelect: () => onDelete(id) });
  return (
    <MessageFrame
      {...frame}
      id={id}
      isOwn={isOwn}
      headerUser={showsHeader ? author : null}
      created_at={created_at}
      faded={deleted || deleting}
      side={
        <>
          {items.length > 0 && (
            <span className={styles.actions}>
              <Menu
                label={chatText.messageMenu}
                align={isOwn ? "end" : "start"}
                groups={[{ id: "actions", items }]}
                trigger={(trigger) => (
                  <IconButton {...trigger} icon={Ellipsis} label={chatText.messageMenu} />
                )}
              />
            </span>
          )}
          {deleting && <Clock className={styles.statusIcon} aria-label={chatText.scrubbing} />}
        </>
      }
      below={seen && <p className={styles.below}>{chatText.seen}</p>}
    >
      {deleted ? <p className={styles.removed}>{chatText.removed}</p> : <MessageText body={body} />}
    </MessageFrame>
  );
});

interface DraftItemProps {
  draft: MessageDraft;
  author: UserCard;
  showsHeader: boolean;
  newDay: boolean;
  now: number;
  /** The connection is down: sending can take a while. */
  isOffline: boolean;
  onRetry: () => void;
  onDelete: () => void;
}

function DraftItem({ draft, author, showsHeader, isOffline, onRetry, onDelete, ...frame }: DraftItemProps) {
  const { client_id, body, created_at, error } = draft;
  const isRejected = error !== null;
  return (
    <MessageFrame
      {...frame}
      id={client_id}
      isOwn
      headerUser={showsHeader ? author : null}
      created_at={created_at}
      faded={!isRejected}
      side={
        isRejected ? (
          <CircleAlert className={cx(styles.statusIcon, styles.error)} aria-label={error || chatText.error} />
        ) : (
          <Clock className={styles.statusIcon} aria-label={isOffline ? chatText.waiting : chatText.sending} />
        )
      }
      below={
        isRejected && (
          <div className={styles.rejected}>
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
    </MessageFrame>
  );
}

const PLACEHOLDERS = Array.from({ length: 6 }, (_, i) => i);

export function MessageSkeletons() {
  return (
    <LoadingRegion text={chatText.loadingMessages}>
      {PLACEHOLDERS.map((index) => (
        <div key={index} className={index % 3 === 2 ? styles.skeletonOwn : styles.skeleton} aria-hidden>
          <Skeleton width={`${30 + ((index * 23) % 35)}%`} height={44} />
        </div>
      ))}
    </LoadingRegion>
  );
}

type ListItem = { sender_id: number; created_at: string; message?: ShownMessage; draft?: MessageDraft };

/** Messages, then drafts. A draft sorts after the last message, even if it was written earlier. */
function itemsOf(state: ChatState, conversation: ChatConversation, userId: number): ListItem[] {
  const messages = visibleMessages(conversation).map((message): ListItem => ({ ...message, message }));
  const last = messages.at(-1)?.created_at ?? "";
  const drafts = unsentDrafts(state, userId).map((draft): ListItem => {
    const created_at = last.localeCompare(draft.created_at) > 0 ? last : draft.created_at;
    return { sender_id: state.me, created_at, draft };
  });
  return [...messages, ...drafts];
}

/** Returns the id of the user's last message that the other person has seen. */
function seenId(messages: readonly ShownMessage[], me: number, seen: number): string | null {
  const read = messages.filter(({ id, sender_id }) => sender_id === me && messageNumber(id) <= seen);
  return read.at(-1)?.id ?? null;
}

export interface MessageListProps {
  chat: Chat;
  /** The signed-in user's own chat; null for a moderator's view. */
  own: OwnChat | null;
  state: ChatState;
  conversation: ChatConversation;
  other: UserCard;
  me: UserCard;
  highlightedId: string | null;
  onDelete: ((id: string) => void) | null;
}

export function MessageList(props: MessageListProps) {
  const { chat, own, state, conversation, other, me, highlightedId, onDelete } = props;
  const now = useNow();
  const waiting = useConnectionState() === "away";
  const rows = useMemo(
    () => arrangeMessages(itemsOf(state, conversation, other.id), dayOf),
    [state, conversation, other.id],
  );
  const seen = useMemo(
    () => seenId(visibleMessages(conversation), chat.me, conversation.seen),
    [conversation, chat.me],
  );
  return (
    <ol className={styles.list} aria-label={chatText.messages(other.username)}>
      {rows.map(({ message: { message, draft, sender_id }, newDay, showsHeader }) => {
        const isOwn = sender_id === chat.me;
        const author = isOwn ? me : other;
        if (draft) {
          return (
            <DraftItem
              key={draft.client_id}
              draft={draft}
              author={author}
              showsHeader={showsHeader}
              newDay={newDay}
              now={now}
              isOffline={waiting}
              onRetry={() => own?.outbox.retry(draft.client_id)}
              onDelete={() => own?.outbox.drop(draft.client_id)}
            />
          );
        }
        return (
          message && (
            <MessageItem
              key={message.client_id ?? message.id}
              message={message}
              author={author}
              isOwn={isOwn}
              showsHeader={showsHeader}
              namesOwn={own === null}
              newDay={newDay}
              now={now}
              deleting={state.deleting.includes(message.id)}
              highlighted={highlightedId === message.id}
              seen={seen === message.id}
              canReport={own !== null && !isOwn}
              onDelete={onDelete}
            />
          )
        );
      })}
    </ol>
  );
}
