import { useMemo } from "react";
import type { UserCard } from "#domain/api/answers.ts";
import type { ChatMessage } from "#domain/conversations/api.ts";
import {
  type ChatState,
  type Draft,
  draftsOf,
  messagesOf,
  numberOf,
  type Talk,
} from "#domain/conversations/reduce.ts";
import { arrange } from "#domain/conversations/view.ts";
import { useConnection } from "#web/lib/live/store.ts";
import { useNow } from "#web/lib/now.ts";
import { chatText } from "#web/text/conversations.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import type { Chat, OwnChat } from "./chat-store.ts";
import { dayOf } from "./dates.ts";
import { DraftRow, MessageRow } from "./message-row.tsx";
import styles from "./messages.module.css";

const BONES = Array.from({ length: 6 }, (_, i) => i);

/** Six rows to come (spec 2 §9). */
export function MessageSkeletons() {
  return (
    <Waiting text={chatText.loadingMessages}>
      {BONES.map((bone) => (
        <div key={bone} className={bone % 3 === 2 ? styles.boneOwn : styles.bone} aria-hidden>
          <Skeleton width={`${30 + ((bone * 23) % 35)}%`} height={44} />
        </div>
      ))}
    </Waiting>
  );
}

type Item = { sender_id: number; created_at: string; message?: ChatMessage; draft?: Draft };

/** Messages, then what is on its way: that is said now, whenever it was begun. */
function itemsOf(state: ChatState, talk: Talk, userId: number): Item[] {
  const messages = messagesOf(talk).map((message): Item => ({ ...message, message }));
  const last = messages.at(-1)?.created_at ?? "";
  const drafts = draftsOf(state, userId).map((draft): Item => {
    const created_at = last.localeCompare(draft.created_at) > 0 ? last : draft.created_at;
    return { sender_id: state.me, created_at, draft };
  });
  return [...messages, ...drafts];
}

/** The last of one's own messages that the other has read. */
function seenId(messages: readonly ChatMessage[], me: number, seen: number): string | null {
  const read = messages.filter(({ id, sender_id }) => sender_id === me && numberOf(id) <= seen);
  return read.at(-1)?.id ?? null;
}

export interface MessageListProps {
  chat: Chat;
  /** One's own chat; null where a moderator looks. */
  own: OwnChat | null;
  state: ChatState;
  talk: Talk;
  other: UserCard;
  /** Whose side is the right one. */
  me: UserCard;
  marked: string | null;
  onScrub: ((id: string) => void) | null;
}

/** What two people said to each other, oldest first. */
export function MessageList(props: MessageListProps) {
  const { chat, own, state, talk, other, me, marked, onScrub } = props;
  const now = useNow();
  const waiting = useConnection() === "away";
  const rows = useMemo(() => arrange(itemsOf(state, talk, other.id), dayOf), [state, talk, other.id]);
  const seen = useMemo(() => seenId(messagesOf(talk), chat.me, talk.seen), [talk, chat.me]);
  return (
    <ol className={styles.list} aria-label={chatText.messages(other.username)}>
      {rows.map(({ message: { message, draft, sender_id }, newDay, head }) => {
        const isOwn = sender_id === chat.me;
        const author = isOwn ? me : other;
        if (draft) {
          return (
            <DraftRow
              key={draft.client_id}
              draft={draft}
              author={author}
              head={head}
              newDay={newDay}
              now={now}
              waiting={waiting}
              onRetry={() => own?.outbox.retry(draft.client_id)}
              onDelete={() => own?.outbox.drop(draft.client_id)}
            />
          );
        }
        return (
          message && (
            <MessageRow
              key={message.client_id ?? message.id}
              message={message}
              author={author}
              isOwn={isOwn}
              head={head}
              named={own === null}
              newDay={newDay}
              now={now}
              scrubbing={state.scrubbing.includes(message.id)}
              marked={marked === message.id}
              seen={seen === message.id}
              canReport={own !== null && !isOwn}
              onScrub={onScrub}
            />
          )
        );
      })}
    </ol>
  );
}
