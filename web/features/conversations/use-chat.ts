import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { conversationListRoute, messageListRoute } from "#domain/conversations/api.ts";
import { type ChatConversation, type ChatState, hasUnknownUser } from "#domain/conversations/reduce-chat.ts";
import { useAction } from "#web/lib/action.ts";
import { useConnectionState } from "#web/lib/live/use-live-event.ts";
import { usePages } from "#web/lib/pages.ts";
import { queryFor } from "#web/lib/query.ts";
import type { Chat } from "./chat.ts";

/** The polling interval while the socket is down. */
const POLL_MS = 15_000;

const usePollInterval = () => (useConnectionState() === "away" ? POLL_MS : (false as const));

export const useChatState = (chat: Chat): ChatState =>
  useSyncExternalStore(chat.state.subscribe, chat.state.get);

/** Loads conversations page by page into the chat's state. */
export function useConversations(chat: Chat) {
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

/** Loads the newest messages of a conversation, and again when some may be missing. */
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

/** Loads the messages before the oldest known one. */
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
