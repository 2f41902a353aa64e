import type { PageMeta, UserCard } from "../api/response.ts";
import type { LiveEvent } from "../live/events.ts";
import type { PresentUserCard } from "../presence/presence.ts";
import type { ChatMessage, ConversationEntry } from "./api.ts";
import { parseMessageId } from "./ids.ts";

/**
 * The state of a user's conversations on a page. Responses and events arrive in any order, late and repeated. The rules
 * that make the result consistent: there is one message per number, and a deleted one stays deleted; the read and seen
 * positions only grow; everything else in a response counts only if no event arrived since the request.
 */
export const emptyChatState = (me: number) => ({
  /** Id of the user whose conversations these are. */
  me,
  /** That user's card, when a moderator views their chat. */
  owner: null as UserCard | null,
  conversations: {} as Readonly<Record<number, ChatConversation>>,
  /** Messages being sent, in the order they were written. */
  drafts: [] as readonly MessageDraft[],
  deleting: [] as readonly string[],
  /** The clock when events were last missed for good; null for never. */
  missedAt: null as number | null,
  /** Counts inputs, to order requests and events. */
  clock: 0,
});
export type ChatState = ReturnType<typeof emptyChatState>;

/** A message of the user until the server has confirmed it. */
export interface MessageDraft {
  client_id: string;
  user_id: number;
  body: string;
  created_at: string;
  /** The error that stopped it, empty without a reason from the server; null while it is being sent. */
  error: string | null;
  /** How often the server failed with 5xx; 0 if absent. */
  failures?: number | undefined;
  sent?: { id: string; created_at: string } | undefined;
}

/** A message on the page, which formats times itself. */
export type ShownMessage = Omit<ChatMessage, "created_at_formatted">;

const EMPTY_CONVERSATION = {
  user: null as PresentUserCard | null,
  block: false,
  canSend: false,
  unread: 0,
  /** Numbers of the newest messages read by the user and by the other person; 0 for none. */
  read: 0,
  seen: 0,
  messages: {} as Readonly<Record<number, ShownMessage>>,
  deleted: [] as readonly number[],
  /** Numbers of restored messages, which responses from before still show as deleted. */
  restored: [] as readonly number[],
  /** The range of numbers without gaps; null until the newest page was fetched. */
  span: null as { from: number; to: number } | null,
  hasOlder: false,
  /** The clock since when something may be missing, so the newest page has to be fetched; null if nothing is. */
  staleSince: null as number | null,
  /** The clock when the user's data, and the unread count, were last requested or received. */
  userUpdatedAt: 0,
  countUpdatedAt: 0,
};
export type ChatConversation = typeof EMPTY_CONVERSATION;

interface Page<T> {
  data: readonly T[];
  meta: PageMeta;
  links: { next: string | null };
  as?: UserCard | null;
}

/** The part of a page of messages that the reducer uses. */
export interface MessagePageResponse extends Page<ChatMessage> {
  user: PresentUserCard;
  block: boolean;
  can_send: boolean;
  read_id: string | null;
  seen_id: string | null;
  messages_unread_count: number;
}

export type ChatInput =
  | { type: "request" }
  | { type: "list"; requestedAt: number; response: Page<ConversationEntry> }
  | ({ type: "thread"; userId: number } & FetchedMessages)
  /** The unread count after marking messages as read. */
  | { type: "read"; requestedAt: number; userId: number; unread: number }
  | { type: "live"; event: LiveEvent }
  | { type: "resync" }
  | { type: "drafts"; drafts: readonly MessageDraft[] }
  | { type: "delete"; id: string; to: "pending" | "failed" | "done" };

/** A message's number among those of its conversation; 0 for none. */
export const messageNumber = (id: string | null): number =>
  id === null ? 0 : (parseMessageId(id)?.number ?? 0);

/** The other user of a message, or null if `me` isn't one of the two. */
function otherUserIn(id: string, me: number): number | null {
  const parts = parseMessageId(id);
  if (!parts) return null;
  if (parts.low === me) return parts.high;
  return parts.high === me ? parts.low : null;
}

type MessageSent = Extract<LiveEvent, { event: "MessageSent" }>;

const asDeleted = (message: ShownMessage): ShownMessage =>
  message.deleted ? message : { ...message, body: "", deleted: true };

const withClientId = (message: ShownMessage, client_id: string | undefined): ShownMessage =>
  message.client_id || !client_id ? message : { ...message, client_id };

/** Adds messages. Unless `isCurrent`, one shown as deleted may be back: events were missed. */
function addMessages(conversation: ChatConversation, messages: readonly ShownMessage[], isCurrent = true) {
  const all: Record<number, ShownMessage> = { ...conversation.messages };
  const deleted = new Set(conversation.deleted);
  for (const message of messages) {
    const number = messageNumber(message.id);
    if (message.deleted && isCurrent && !conversation.restored.includes(number)) deleted.add(number);
    const known = all[number];
    const isBack = known?.deleted && !message.deleted && !deleted.has(number);
    all[number] = known && !isBack ? withClientId(known, message.client_id) : message;
    if (deleted.has(number)) all[number] = asDeleted(all[number]);
  }
  return {
    ...conversation,
    messages: all,
    deleted: deleted.size === conversation.deleted.length ? conversation.deleted : [...deleted],
  };
}

function markDeleted(conversation: ChatConversation, number: number): ChatConversation {
  if (conversation.deleted.includes(number)) return conversation;
  const known = conversation.messages[number];
  const messages = known ? { ...conversation.messages, [number]: asDeleted(known) } : conversation.messages;
  const restored = conversation.restored.filter((other) => other !== number);
  return { ...conversation, messages, deleted: [...conversation.deleted, number], restored };
}

function markRestored(conversation: ChatConversation, message: ShownMessage): ChatConversation {
  const number = messageNumber(message.id);
  const known = conversation.messages[number];
  return {
    ...conversation,
    messages: { ...conversation.messages, [number]: withClientId(message, known?.client_id) },
    deleted: conversation.deleted.filter((other) => other !== number),
    restored: [...conversation.restored.filter((other) => other !== number), number],
  };
}

/** Takes over a response's user data and unread count, unless an event arrived since the request. */
function mergeUser(
  conversation: ChatConversation,
  requestedAt: number,
  {
    user,
    block,
    can_send,
    messages_unread_count,
  }: Omit<MessagePageResponse, keyof Page<unknown>> | ConversationEntry,
): ChatConversation {
  const merged =
    requestedAt >= conversation.userUpdatedAt
      ? { ...conversation, user, block, canSend: can_send, userUpdatedAt: requestedAt }
      : { ...conversation, user: conversation.user ?? user };
  return requestedAt >= conversation.countUpdatedAt
    ? { ...merged, unread: messages_unread_count, countUpdatedAt: requestedAt }
    : merged;
}

/** Joins the newest page with the known messages, or starts a new span if there is a gap. */
function joinNewest(conversation: ChatConversation, response: MessagePageResponse): ChatConversation {
  const numbers = response.data.map(({ id }) => messageNumber(id));
  const from = numbers.at(-1) ?? 0;
  const to = numbers[0] ?? 0;
  const { span } = conversation;
  if (span && from <= span.to) return { ...conversation, span: { ...span, to: Math.max(to, span.to) } };
  return { ...conversation, span: { from, to }, hasOlder: response.links.next !== null };
}

function joinOlder(conversation: ChatConversation, upTo: number, response: MessagePageResponse) {
  const { span } = conversation;
  if (!span || upTo < span.from) return conversation;
  const from = Math.min(span.from, ...response.data.map(({ id }) => messageNumber(id)));
  return { ...conversation, span: { ...span, from }, hasOlder: response.links.next !== null };
}

interface FetchedMessages {
  requestedAt: number;
  /** The message number the page was counted from; null for the newest page. */
  upTo: number | null;
  response: MessagePageResponse;
}

function applyPage(
  before: ChatConversation,
  { requestedAt, upTo, response }: FetchedMessages,
  missedAt: number,
): ChatConversation {
  const isCurrent = requestedAt >= missedAt;
  const conversation = addMessages(mergeUser(before, requestedAt, response), response.data, isCurrent);
  const read = Math.max(conversation.read, messageNumber(response.read_id));
  const seen = Math.max(conversation.seen, messageNumber(response.seen_id));
  // Events missed since the request may be missing in the response too.
  if (!isCurrent) return { ...conversation, read, seen };
  const joined = upTo === null ? joinNewest(conversation, response) : joinOlder(conversation, upTo, response);
  const isFresh = upTo === null && requestedAt >= (conversation.staleSince ?? 0);
  return { ...joined, read, seen, staleSince: isFresh ? null : conversation.staleSince };
}

/** Adds a message from an event: nothing is missing before it, unless the conversation is stale. */
function appendMessage(conversation: ChatConversation, message: ShownMessage): ChatConversation {
  const { span, staleSince } = conversation;
  const grown =
    span && staleSince === null ? { ...span, to: Math.max(span.to, messageNumber(message.id)) } : span;
  return { ...addMessages(conversation, [message]), span: grown };
}

function applyEvent(conversation: ChatConversation, event: LiveEvent, clock: number): ChatConversation {
  switch (event.event) {
    case "NewMessage":
      return {
        ...appendMessage(conversation, event.message),
        unread: event.unread,
        countUpdatedAt: clock,
      };
    case "MessageDeleted":
      return {
        ...markDeleted(conversation, messageNumber(event.id)),
        unread: event.unread,
        countUpdatedAt: clock,
      };
    case "MessageRestored":
      return {
        ...markRestored(conversation, event.message),
        unread: event.unread,
        countUpdatedAt: clock,
      };
    case "ConversationRead":
      return {
        ...conversation,
        read: Math.max(conversation.read, messageNumber(event.read_id)),
        unread: event.unread,
        countUpdatedAt: clock,
      };
    case "ConversationSeen":
      return { ...conversation, seen: Math.max(conversation.seen, messageNumber(event.seen_id)) };
    case "ContactChanged": {
      const block = event.block ?? conversation.block;
      return {
        ...conversation,
        block,
        canSend: conversation.canSend && !block,
        staleSince: clock,
        userUpdatedAt: clock,
      };
    }
    default:
      return conversation;
  }
}

const CONVERSATION_EVENTS = [
  "NewMessage",
  "MessageDeleted",
  "MessageRestored",
  "ConversationRead",
  "ConversationSeen",
  "ContactChanged",
];

function updateConversation(
  state: ChatState,
  userId: number,
  change: (conversation: ChatConversation) => ChatConversation,
): ChatState {
  const before = state.conversations[userId] ?? EMPTY_CONVERSATION;
  const after = change(before);
  return after === before ? state : { ...state, conversations: { ...state.conversations, [userId]: after } };
}

/** Marks every conversation as stale: known messages stay on the screen, but the next page doesn't join them. */
function markStale(state: ChatState): ChatState {
  const stale = (conversation: ChatConversation): ChatConversation => ({
    ...conversation,
    // The missed events may have deleted or restored any message.
    deleted: [],
    restored: [],
    span: conversation.span && { ...conversation.span, to: -1 },
    staleSince: state.clock,
  });
  const conversations = Object.fromEntries(
    Object.entries(state.conversations).map(([id, conversation]) => [id, stale(conversation)]),
  );
  return { ...state, conversations, missedAt: state.clock };
}

/** Adds a message that this page has sent on its socket. Its text is in the outbox, or else has to be fetched. */
function applySent(state: ChatState, { client_id, id, created_at }: MessageSent): ChatState {
  const other = otherUserIn(id, state.me);
  const draft = state.drafts.find((one) => one.client_id === client_id);
  return other === null
    ? state
    : updateConversation(state, other, (conversation) =>
        draft
          ? appendMessage(conversation, {
              id,
              created_at,
              body: draft.body,
              client_id,
              sender_id: state.me,
              deleted: false,
            })
          : { ...conversation, staleSince: state.clock },
      );
}

function applyConfirmed(state: ChatState): ChatState {
  let next = state;
  for (const { client_id, user_id, body, sent } of state.drafts) {
    if (!sent) continue;
    const message = { ...sent, body, client_id, sender_id: state.me, deleted: false };
    next = updateConversation(next, user_id, (conversation) =>
      conversation.messages[messageNumber(sent.id)]?.client_id
        ? conversation
        : addMessages(conversation, [message]),
    );
  }
  return next;
}

function applyDeletion(state: ChatState, id: string, to: "pending" | "failed" | "done"): ChatState {
  const others = state.deleting.filter((other) => other !== id);
  if (to === "pending") return { ...state, deleting: [...others, id] };
  const other = otherUserIn(id, state.me);
  const next = { ...state, deleting: others };
  return to === "failed" || other === null
    ? next
    : updateConversation(next, other, (conversation) => markDeleted(conversation, messageNumber(id)));
}

const withOwner = (state: ChatState, owner: UserCard | null | undefined): ChatState =>
  owner ? { ...state, owner } : state;

function apply(state: ChatState, input: ChatInput): ChatState {
  switch (input.type) {
    case "request":
      return state;
    case "list": {
      let next = withOwner(state, input.response.as);
      for (const listed of input.response.data)
        next = updateConversation(next, listed.id, (conversation) =>
          addMessages(
            mergeUser(conversation, input.requestedAt, listed),
            listed.latest_message ? [listed.latest_message] : [],
            input.requestedAt >= (state.missedAt ?? 0),
          ),
        );
      return next;
    }
    case "thread":
      return updateConversation(withOwner(state, input.response.as), input.userId, (conversation) =>
        applyPage(conversation, input, state.missedAt ?? 0),
      );
    case "read": {
      const { requestedAt, userId, unread } = input;
      return updateConversation(state, userId, (conversation) =>
        requestedAt >= conversation.countUpdatedAt
          ? { ...conversation, unread, countUpdatedAt: requestedAt }
          : conversation,
      );
    }
    case "live": {
      const { event } = input;
      if (event.event === "MessageSent") return applySent(state, event);
      if (!CONVERSATION_EVENTS.includes(event.event) || !("user_id" in event)) return state;
      const next =
        event.event === "MessageDeleted" && state.deleting.includes(event.id)
          ? { ...state, deleting: state.deleting.filter((id) => id !== event.id) }
          : state;
      return updateConversation(next, event.user_id, (conversation) =>
        applyEvent(conversation, event, state.clock),
      );
    }
    case "resync":
      return markStale(state);
    case "drafts":
      return applyConfirmed({ ...state, drafts: input.drafts });
    case "delete":
      return applyDeletion(state, input.id, input.to);
  }
}

/** The only way to change a `ChatState`. */
export const reduceChat = (state: ChatState, input: ChatInput): ChatState =>
  apply({ ...state, clock: state.clock + 1 }, input);

/** The messages up to the newest without a gap, oldest first. */
export function visibleMessages(conversation: ChatConversation | undefined): ShownMessage[] {
  if (!conversation?.span) return [];
  const { from } = conversation.span;
  // Object keys that are whole numbers iterate in ascending order.
  return Object.entries(conversation.messages).flatMap(([number, message]) =>
    Number(number) >= from ? [message] : [],
  );
}

export function latestMessage(conversation: ChatConversation): ShownMessage | null {
  const newest = Object.keys(conversation.messages).at(-1);
  return newest === undefined ? null : (conversation.messages[Number(newest)] ?? null);
}

/** Drafts for a user that aren't among the messages yet. */
export function unsentDrafts(state: ChatState, userId: number): MessageDraft[] {
  const known = new Set(
    Object.values(state.conversations[userId]?.messages ?? {}).map(({ client_id }) => client_id),
  );
  return state.drafts.filter((draft) => draft.user_id === userId && !known.has(draft.client_id));
}

export interface ConversationRow {
  conversation: ChatConversation;
  user: PresentUserCard;
  latest: ShownMessage;
}

export function conversationRows(state: ChatState): ConversationRow[] {
  return Object.values(state.conversations)
    .flatMap((conversation) => {
      const latest = latestMessage(conversation);
      return conversation.user && latest ? [{ conversation, user: conversation.user, latest }] : [];
    })
    .sort((a, b) => b.latest.created_at.localeCompare(a.latest.created_at) || b.user.id - a.user.id);
}

/** Whether a message came from a user without any other data, so the list has to be refetched. */
export const hasUnknownUser = (state: ChatState): boolean =>
  Object.values(state.conversations).some(
    (conversation) => !conversation.user && Object.keys(conversation.messages).length > 0,
  );
