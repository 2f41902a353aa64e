import { useMemo } from "react";
import type { UserCard } from "#domain/api/response.ts";
import type { ShownMessage } from "#domain/conversations/reduce-chat.ts";
import {
  type ChatConversation,
  type ChatState,
  type MessageDraft,
  messageNumber,
  unsentDrafts,
  visibleMessages,
} from "#domain/conversations/reduce-chat.ts";
import { arrangeMessages } from "#domain/conversations/view.ts";
import { dayOf } from "#web/lib/format-day.ts";
import { useConnectionState } from "#web/lib/live/use-live-event.ts";
import { useNow } from "#web/lib/now.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Chat, OwnChat } from "./chat.ts";
import { DraftItem, MessageItem } from "./message-item.tsx";
import styles from "./messages.module.css";
import { chatText } from "./text.ts";

const PLACEHOLDERS = Array.from({ length: 6 }, (_, i) => i);

/** Six placeholder rows (spec 2 §9). */
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
  /** The user on the right side. */
  me: UserCard;
  highlightedId: string | null;
  onDelete: ((id: string) => void) | null;
}

/** The messages of a conversation, oldest first. */
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
