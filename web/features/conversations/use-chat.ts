import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { ChatConversation, ChatState } from "#domain/conversations/reduce-chat.ts";
import { hasUnknownUser } from "#domain/conversations/reduce-chat.ts";
import { useConnectionState } from "#web/lib/live/use-live-event.ts";
import { type Chat, preloadedList } from "./chat.ts";

/** The polling interval while the socket is down. */
const POLL_MS = 15_000;

const usePollInterval = () => (useConnectionState() === "away" ? POLL_MS : (false as const));

export const useChatState = (chat: Chat): ChatState =>
  useSyncExternalStore(chat.state.subscribe, chat.state.get);

/** Loads conversations page by page into the chat's state. */
export function useConversations(chat: Chat) {
  const client = useQueryClient();
  const refetchInterval = usePollInterval();
  const preloaded = chat.viewAs === null ? preloadedList(client) : null;
  const query = useInfiniteQuery({
    queryKey: ["/api/conversations", chat.viewAs],
    queryFn: async ({ pageParam, signal }) => ({
      hasNext: (await chat.fetchList(pageParam, signal)).links.next !== null,
      page: pageParam,
    }),
    initialPageParam: 1,
    getNextPageParam: ({ hasNext, page }) => (hasNext ? page + 1 : null),
    ...(preloaded && {
      initialData: {
        pages: [{ hasNext: preloaded.response.links.next !== null, page: 1 }],
        pageParams: [1],
      },
      initialDataUpdatedAt: preloaded.loadedAt,
    }),
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

/** Loads the newest messages of a conversation, and again when some may be missing. */
export function useConversation(chat: Chat, userId: number) {
  const conversation: ChatConversation | undefined = useChatState(chat).conversations[userId];
  const refetchInterval = usePollInterval();
  const query = useQuery({
    queryKey: ["/api/messages", chat.viewAs, userId],
    queryFn: async ({ signal }) => {
      await chat.fetchMessages(userId, null, signal);
      return true;
    },
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

/** Loads the messages before the oldest known one. */
export function useOlderMessages(chat: Chat, userId: number) {
  const pending = useRef<Promise<boolean> | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const fetchOlder = async (): Promise<boolean> => {
    const { span, hasOlder } = chat.state.get().conversations[userId] ?? {};
    if (!span || !hasOlder) return false;
    setBusy(true);
    setError(null);
    try {
      await chat.fetchMessages(userId, span.from);
      return true;
    } catch (failure) {
      setError(failure as Error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  /** Returns whether more messages were loaded. Joins a request that is already running. */
  const load = () => {
    pending.current ??= fetchOlder().finally(() => {
      pending.current = null;
    });
    return pending.current;
  };
  return { load, busy, error };
}
