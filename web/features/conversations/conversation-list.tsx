import { useQuery } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { conversationListRoute, messageListRoute } from "#domain/conversations/api.ts";
import {
  type ChatConversation,
  type ChatState,
  type ConversationRow,
  conversationRows,
  hasUnknownUser,
} from "#domain/conversations/reduce-chat.ts";
import { type ChatView, writeChatView } from "#domain/conversations/view.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { emoticonUrl, splitEmoticons } from "#web/components/emoticons.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { Headshot } from "#web/components/headshot.tsx";
import { LivePresenceBubble } from "#web/components/live-presence.tsx";
import { WithBubble } from "#web/components/presence-bubble.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { useAction } from "#web/lib/action.ts";
import { formatBadgeCount } from "#web/lib/format.ts";
import { shortTime } from "#web/lib/format-day.ts";
import { onLiveEvent } from "#web/lib/live/live-events.ts";
import { useConnectionState } from "#web/lib/live/use-live-event.ts";
import { useNow } from "#web/lib/now.ts";
import { usePages } from "#web/lib/pages.ts";
import { queryFor } from "#web/lib/query.ts";
import { createStore } from "#web/lib/store.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import styles from "./chat.module.css";
import type { Chat } from "./chat.ts";
import { chatText } from "./text.ts";

const POLL_MS = 15_000;

const usePollInterval = () => (useConnectionState() === "away" ? POLL_MS : (false as const));

export const useChatState = (chat: Chat): ChatState =>
  useSyncExternalStore(chat.state.subscribe, chat.state.get);

function useConversations(chat: Chat) {
  const refetchInterval = usePollInterval();
  const query = usePages(conversationListRoute, (page) => ({ input: { page, ...chat.viewAsInput } }), {
    fetch: (page, signal) => chat.fetchList(page, signal),
    refetchInterval,
  });
  // A user who writes for the first time is only known from the message.
  const hasUnknown = hasUnknownUser(useChatState(chat));
  useEffect(() => {
    // On failure, retry on the next event.
    if (hasUnknown) chat.fetchList(1).catch(() => undefined);
  }, [hasUnknown, chat]);
  return query;
}

export function useConversation(chat: Chat, userId: number) {
  const conversation: ChatConversation | undefined = useChatState(chat).conversations[userId];
  const refetchInterval = usePollInterval();
  const query = useQuery({
    ...queryFor(messageListRoute, { params: { userId }, input: { page: 1, ...chat.viewAsInput } }),
    queryFn: ({ signal }) => chat.fetchMessages(userId, null, signal),
    refetchInterval,
  });
  const { refetch } = query;
  const staleSince = conversation?.staleSince ?? null;
  useEffect(() => {
    // A running request may be older than the gap.
    if (staleSince !== null) void refetch({ cancelRefetch: true });
  }, [staleSince, refetch]);
  return { conversation, query };
}

export function useOlderMessages(chat: Chat, userId: number) {
  const pending = useRef<Promise<boolean> | null>(null);
  const { busy, failure, run } = useAction((upTo: number) => chat.fetchMessages(userId, upTo), {
    errors: "inline",
  });
  const fetchOlder = async (): Promise<boolean> => {
    const { span, hasOlder } = chat.state.get().conversations[userId] ?? {};
    return span && hasOlder ? run(span.from) : false;
  };
  /** Returns whether more messages were loaded. Joins a request that is already running. */
  const load = () => {
    pending.current ??= fetchOlder().finally(() => {
      pending.current = null;
    });
    return pending.current;
  };
  return { load, busy, failure };
}

interface PartnerRowProps {
  user: PresentUserCard;
  to: string;
  open: boolean;
  block: boolean;
  time?: ReactNode;
  line: ReactNode;
  unread?: number;
}

/** A row for a user to chat with: a conversation or a search result. */
export function PartnerRow({ user, to, open, block, time, line, unread = 0 }: PartnerRowProps) {
  return (
    <li>
      <Link
        to={to}
        className={cx(styles.person, block && styles.dimmed, unread > 0 && styles.unread)}
        aria-current={open ? "true" : undefined}
      >
        <WithBubble bubble={<LivePresenceBubble user={user} />}>
          <Headshot user={user} size={48} decorative />
        </WithBubble>
        <span className={styles.about}>
          <span className={styles.name}>
            <strong>
              <UserName user={user} />
            </strong>
            <span className={styles.time}>{time}</span>
          </span>
          <span className={styles.line}>
            <span className={styles.preview} dir="auto">
              {line}
            </span>
            {block && <Ban aria-label={chatText.blocked} />}
            {unread > 0 && (
              <span className={styles.badge}>
                <span aria-hidden>{formatBadgeCount(unread)}</span>
                <span className="sr-only">{chatText.unread(unread)}</span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

const PLACEHOLDERS = Array.from({ length: 6 }, (_, i) => i);

export function PartnerRowSkeletons({ label }: { label: string }) {
  return (
    <LoadingRegion text={label}>
      {PLACEHOLDERS.map((index) => (
        <div key={index} className={styles.person} aria-hidden>
          <Skeleton width={48} height={48} />
          <span className={styles.about}>
            <Skeleton width={`${45 + ((index * 17) % 30)}%`} height={16} />
            <Skeleton width={`${60 + ((index * 13) % 35)}%`} height={14} />
          </span>
        </div>
      ))}
    </LoadingRegion>
  );
}

const TYPING_MS = 4_000;

const typingUsers = createStore<ReadonlySet<number>>(new Set());
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function setTyping(userId: number, isTyping: boolean): void {
  clearTimeout(timers.get(userId));
  if (isTyping)
    timers.set(
      userId,
      setTimeout(() => setTyping(userId, false), TYPING_MS),
    );
  if (typingUsers.get().has(userId) === isTyping) return;
  const now = new Set(typingUsers.get());
  if (isTyping) now.add(userId);
  else now.delete(userId);
  typingUsers.set(now);
}

onLiveEvent((event) => {
  if (event.event === "Typed") setTyping(event.user_id, true);
  // The message has arrived.
  else if (event.event === "NewMessage" && event.message.sender_id === event.user_id)
    setTyping(event.user_id, false);
});

export const useTyping = (userId: number): boolean =>
  useSyncExternalStore(typingUsers.subscribe, () => typingUsers.get().has(userId));

interface ConversationItemProps {
  row: ConversationRow;
  chat: Chat;
  view: ChatView;
  /** The user is reading it, so it shows no unread messages. */
  isRead: boolean;
}

function ConversationItem({ row, chat, view, isRead }: ConversationItemProps) {
  const { user, conversation, latest } = row;
  const now = useNow();
  const isTyping = useTyping(user.id) && chat.viewAs === null;
  const lastMessage = latest.deleted ? chatText.removed : latest.body;
  const { owner } = useChatState(chat);
  const isOwn = latest.sender_id === chat.me;
  const named = owner ? chatText.lastMessage(owner.username, lastMessage) : chatText.you(lastMessage);
  const preview = splitEmoticons(isOwn ? named : lastMessage).map((segment) =>
    "emoticon" in segment ? (
      <img
        key={segment.at}
        src={emoticonUrl(segment.emoticon)}
        width={18}
        height={18}
        alt={`:${segment.emoticon}:`}
      />
    ) : (
      segment.text
    ),
  );
  return (
    <PartnerRow
      user={user}
      to={writeChatView({ as: view.as, with: user.id, message: view.as ? view.message : null })}
      open={view.with === user.id}
      block={conversation.block}
      time={<time dateTime={latest.created_at}>{shortTime(latest.created_at, now)}</time>}
      line={isTyping ? <em>{chatText.typingShort}</em> : preview}
      unread={isRead ? 0 : conversation.unread}
    />
  );
}

export interface ConversationListProps {
  chat: Chat;
  view: ChatView;
  /** The user whose conversation is open and scrolled to its end. */
  readUserId: number | null;
}

export function ConversationList({ chat, view, readUserId }: ConversationListProps) {
  const list = useConversations(chat);
  const conversations = conversationRows(useChatState(chat));
  const isLoaded = list.data !== undefined;
  if (conversations.length === 0) {
    if (list.isError && !isLoaded) return <QueryError query={list} />;
    if (!isLoaded) return <PartnerRowSkeletons label={chatText.loading} />;
    if (chat.viewAs !== null)
      return (
        <EmptyState title={chatText.noneOfTheirs} pose="shrug" noAction="Staff only read conversations" />
      );
    return (
      <EmptyState title={chatText.none} pose="wave">
        <LinkButton variant="primary" to={writeChatView({ tab: "search" })}>
          {chatText.search}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles.people}>
        {conversations.map((listed) => (
          <ConversationItem
            key={listed.user.id}
            row={listed}
            chat={chat}
            view={view}
            isRead={readUserId === listed.user.id}
          />
        ))}
      </ul>
      {list.isError && <Banner>{list.error.message}</Banner>}
      {list.hasNextPage && (
        <Button className={styles.more} busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {chatText.showMore}
        </Button>
      )}
    </>
  );
}
