import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { ChatState, Talk } from "#domain/conversations/reduce.ts";
import { hasStranger } from "#domain/conversations/reduce.ts";
import { useConnection } from "#web/lib/live/store.ts";
import { type Chat, preloadedList } from "./chat-store.ts";

/** While the socket is away, the site is asked now and then. */
const ASK_MS = 15_000;

const useAskingAgain = () => (useConnection() === "away" ? ASK_MS : (false as const));

export const useChatState = (chat: Chat): ChatState =>
  useSyncExternalStore(chat.state.subscribe, chat.state.get);

/** Asks for conversations page by page; what they say goes into the chat's state. */
export function useConversations(chat: Chat) {
  const client = useQueryClient();
  const refetchInterval = useAskingAgain();
  const preloaded = chat.as === null ? preloadedList(client) : null;
  const query = useInfiniteQuery({
    queryKey: ["/api/conversations", chat.as],
    queryFn: async ({ pageParam, signal }) => ({
      hasNext: (await chat.askList(pageParam, signal)).links.next !== null,
      page: pageParam,
    }),
    initialPageParam: 1,
    getNextPageParam: ({ hasNext, page }) => (hasNext ? page + 1 : null),
    ...(preloaded && {
      initialData: {
        pages: [{ hasNext: preloaded.answer.links.next !== null, page: 1 }],
        pageParams: [1],
      },
      initialDataUpdatedAt: preloaded.at,
    }),
    refetchInterval,
  });
  // Who writes for the first time is known by no more than their message.
  const strangers = hasStranger(useChatState(chat));
  useEffect(() => {
    // In vain, it is asked again with the next news.
    if (strangers) chat.askList(1).catch(() => undefined);
  }, [strangers, chat]);
  return query;
}

/** Asks for the newest messages of an open conversation, again whenever some may be missing. */
export function useMessages(chat: Chat, userId: number) {
  const talk: Talk | undefined = useChatState(chat).talks[userId];
  const refetchInterval = useAskingAgain();
  const query = useQuery({
    queryKey: ["/api/messages", chat.as, userId],
    queryFn: async ({ signal }) => {
      await chat.askMessages(userId, null, signal);
      return true;
    },
    refetchInterval,
  });
  const { refetch } = query;
  const staleSince = talk?.staleSince ?? null;
  useEffect(() => {
    // A question that is on its way may be from before.
    if (staleSince !== null) void refetch({ cancelRefetch: true });
  }, [staleSince, refetch]);
  return { talk, query };
}

/** Asks for the messages before those that are known. */
export function useOlder(chat: Chat, userId: number) {
  const asking = useRef<Promise<boolean> | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const ask = async (): Promise<boolean> => {
    const { span, hasOlder } = chat.state.get().talks[userId] ?? {};
    if (!span || !hasOlder) return false;
    setBusy(true);
    setError(null);
    try {
      await chat.askMessages(userId, span.from);
      return true;
    } catch (failure) {
      setError(failure as Error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  /** Answers whether there is more by now. What is asked already is waited for. */
  const load = () => {
    asking.current ??= ask().finally(() => {
      asking.current = null;
    });
    return asking.current;
  };
  return { load, busy, error };
}
