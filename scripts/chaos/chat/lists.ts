import { buildUrl, type OutputOf } from "#domain/api/route.ts";
import { conversationListRoute, messageListRoute } from "#domain/conversations/api.ts";
import type { Guest } from "../../bench/chat/crowd.ts";
import type { MortalSite } from "../mortal.ts";
import { insist } from "./ask.ts";

/** A message as everybody knows it. */
export interface Kept {
  id: string;
  sender: number;
  body: string;
}

export interface Conversed {
  /** Oldest first. */
  messages: Kept[];
  read: string | null;
  unread: number;
}

type MessagePage = OutputOf<typeof messageListRoute>;
type ConversationPage = OutputOf<typeof conversationListRoute>;

/** All that was said with somebody, page by page, counted from the newest message there was at first. */
export async function fetchMessages(site: MortalSite, guest: Guest, userId: number): Promise<Conversed> {
  const messages: Kept[] = [];
  let first: MessagePage | undefined;
  for (let page = 1; ; page++) {
    const last_message = first?.data[0]?.id;
    const path = buildUrl(messageListRoute, { userId }, { page, ...(last_message && { last_message }) });
    const { data, links, ...rest } = await insist<MessagePage>(site, guest, path);
    first ??= { data, links, ...rest };
    messages.push(...data.map(({ id, sender_id, body }) => ({ id, sender: sender_id, body })));
    if (!links.next)
      return { messages: messages.reverse(), read: first.read_id, unread: first.messages_unread_count };
  }
}

/** Unread counts as the list of conversations tells them: of each other, and of all. */
export async function fetchUnread(
  site: MortalSite,
  guest: Guest,
): Promise<{ by: Map<number, number>; all: number }> {
  const by = new Map<number, number>();
  for (let page = 1; ; page++) {
    const path = buildUrl(conversationListRoute, {}, { page });
    const { data, links, unread_count } = await insist<ConversationPage>(site, guest, path);
    for (const { id, messages_unread_count } of data) by.set(id, messages_unread_count);
    if (!links.next) return { by, all: unread_count };
  }
}
