import { buildUrl, type OutputOf } from "#domain/api/route.ts";
import { conversationListRoute, messageListRoute } from "#domain/conversations/api.ts";
import type { BenchUser } from "../../bench/chat/crowd.ts";
import type { RunningSite } from "../killable-site.ts";
import { getUntilOk } from "./send-request.ts";

/** A message's shared fields. */
export interface FetchedMessage {
  id: string;
  sender: number;
  body: string;
}

export interface FetchedConversation {
  /** Messages, oldest first. */
  messages: FetchedMessage[];
  read: string | null;
  unread: number;
}

type MessagePage = OutputOf<typeof messageListRoute>;
type ConversationPage = OutputOf<typeof conversationListRoute>;

/** Fetches all messages of a conversation, page by page from the message that was newest at the start. */
export async function fetchMessages(
  site: RunningSite,
  user: BenchUser,
  userId: number,
): Promise<FetchedConversation> {
  const messages: FetchedMessage[] = [];
  let first: MessagePage | undefined;
  for (let page = 1; ; page++) {
    const last_message = first?.data[0]?.id;
    const path = buildUrl(messageListRoute, { userId }, { page, ...(last_message && { last_message }) });
    const { data, links, ...rest } = await getUntilOk<MessagePage>(site, user, path);
    first ??= { data, links, ...rest };
    messages.push(...data.map(({ id, sender_id, body }) => ({ id, sender: sender_id, body })));
    if (!links.next)
      return { messages: messages.reverse(), read: first.read_id, unread: first.messages_unread_count };
  }
}

/** Fetches the unread counts from the list of conversations, by user and in total. */
export async function fetchUnread(
  site: RunningSite,
  user: BenchUser,
): Promise<{ by: Map<number, number>; all: number }> {
  const by = new Map<number, number>();
  for (let page = 1; ; page++) {
    const path = buildUrl(conversationListRoute, {}, { page });
    const { data, links, unread_count } = await getUntilOk<ConversationPage>(site, user, path);
    for (const { id, messages_unread_count } of data) by.set(id, messages_unread_count);
    if (!links.next) return { by, all: unread_count };
  }
}
