import type { PageMeta, UserCard } from "../api/answers.ts";
import type { LiveEvent } from "../live/events.ts";
import type { PresentUserCard } from "../presence/presence.ts";
import type { ChatMessage, Conversation } from "./api.ts";
import { readMessageId } from "./ids.ts";

/**
 * What a page knows of its user's conversations. Answers and events come in any order, late and twice; the rules that make
 * them agree: messages are one per number and once deleted stay so, what is read and seen only grows, and everything else
 * that an answer says counts only where nothing was heard since it was asked.
 */
export interface ChatState {
  /** Whose conversations these are. */
  me: number;
  /** The same person's card, where a moderator looks at their chat. */
  owner: UserCard | null;
  talks: Readonly<Record<number, Talk>>;
  /** Messages on their way, in the order of their writing. */
  drafts: readonly Draft[];
  /** Messages that are being taken away. */
  scrubbing: readonly string[];
  /** When (by the clock) events were last missed for good; null for never. */
  lostAt: number | null;
  /** Goes on with every input, so that it can be told what was asked before what was heard. */
  clock: number;
}

/** One's own message until the site has confirmed it. */
export interface Draft {
  client_id: string;
  user_id: number;
  body: string;
  created_at: string;
  /** Why it was not sent, empty without a reason from the server; null while it is on its way. */
  error: string | null;
  /** How many times the server failed on it (5xx); 0 if absent. */
  failures?: number | undefined;
  /** What the site has made of it. */
  sent?: { id: string; created_at: string; created_at_formatted: string } | undefined;
}

/** What is known of the conversation with one person. */
export interface Talk {
  user: PresentUserCard | null;
  block: boolean;
  canSend: boolean;
  unread: number;
  /** Numbers of the newest messages that one has read and that the other has; 0 for none. */
  read: number;
  seen: number;
  /** Known messages by their numbers. */
  messages: Readonly<Record<number, ChatMessage>>;
  /** Numbers of messages that are gone, known or not. */
  deleted: readonly number[];
  /** All messages between these numbers are known as they are; null until the newest page was answered. */
  span: { from: number; to: number } | null;
  /** There are messages before `span`. */
  hasOlder: boolean;
  /** Since when (by the clock) something may be missing, so that the newest page must be asked for; null when it need not. */
  staleSince: number | null;
  /** When (by the clock) what is known of the person, and of the count, was asked or heard. */
  metAt: number;
  countedAt: number;
}

interface Page<T> {
  data: readonly T[];
  meta: PageMeta;
  links: { next: string | null };
  as?: UserCard | null;
}

/** A page of messages, as far as it is taken in. */
export interface MessagePage extends Page<ChatMessage> {
  user: PresentUserCard;
  block: boolean;
  can_send: boolean;
  read_id: string | null;
  seen_id: string | null;
  messages_unread_count: number;
}

export type ChatInput =
  /** Something is about to be asked; the clock after this is the answer's `asked`. */
  | { type: "ask" }
  | { type: "list"; asked: number; answer: Page<Conversation> }
  | ({ type: "thread"; userId: number } & Taken)
  /** What is left unread after one has read. */
  | { type: "read"; asked: number; userId: number; unread: number }
  | { type: "live"; event: LiveEvent }
  /** Events were missed for good. */
  | { type: "resync" }
  /** What is in the outbox now. */
  | { type: "drafts"; drafts: readonly Draft[] }
  | { type: "scrub"; id: string; to: "pending" | "failed" | "done" };

export const emptyChat = (me: number): ChatState => ({
  me,
  owner: null,
  talks: {},
  drafts: [],
  scrubbing: [],
  lostAt: null,
  clock: 0,
});

const NEW_TALK: Talk = {
  user: null,
  block: false,
  canSend: false,
  unread: 0,
  read: 0,
  seen: 0,
  messages: {},
  deleted: [],
  span: null,
  hasOlder: false,
  staleSince: null,
  metAt: 0,
  countedAt: 0,
};

/** A message's number among those of its conversation; 0 for none. */
export const numberOf = (id: string | null): number => (id === null ? 0 : (readMessageId(id)?.number ?? 0));

/** The other one of a message's two people. */
function otherIn(id: string, me: number): number | null {
  const parts = readMessageId(id);
  if (!parts) return null;
  if (parts.low === me) return parts.high;
  return parts.high === me ? parts.low : null;
}

const gone = (message: ChatMessage): ChatMessage =>
  message.deleted ? message : { ...message, body: "", deleted: true };

const withName = (message: ChatMessage, client_id: string | undefined): ChatMessage =>
  message.client_id || !client_id ? message : { ...message, client_id };

/** Adds messages; of one that is known, the fuller knowledge stays. */
function put(talk: Talk, messages: readonly ChatMessage[]): Talk {
  const all: Record<number, ChatMessage> = { ...talk.messages };
  const deleted = new Set(talk.deleted);
  for (const message of messages) {
    const number = numberOf(message.id);
    if (message.deleted) deleted.add(number);
    const known = all[number];
    all[number] = known ? withName(known, message.client_id) : message;
    if (deleted.has(number)) all[number] = gone(all[number]);
  }
  return {
    ...talk,
    messages: all,
    deleted: deleted.size === talk.deleted.length ? talk.deleted : [...deleted],
  };
}

function remove(talk: Talk, number: number): Talk {
  if (talk.deleted.includes(number)) return talk;
  const known = talk.messages[number];
  const messages = known ? { ...talk.messages, [number]: gone(known) } : talk.messages;
  return { ...talk, messages, deleted: [...talk.deleted, number] };
}

/** What an answer says of a person and the count, unless something was heard since it was asked. */
function meet(
  talk: Talk,
  asked: number,
  { user, block, can_send, messages_unread_count }: Omit<MessagePage, keyof Page<unknown>> | Conversation,
): Talk {
  const met =
    asked >= talk.metAt
      ? { ...talk, user, block, canSend: can_send, metAt: asked }
      : { ...talk, user: talk.user ?? user };
  return asked >= talk.countedAt ? { ...met, unread: messages_unread_count, countedAt: asked } : met;
}

/** Adds the newest page to what is known without a gap; where it does not reach that far back, it stands alone. */
function joinNewest(talk: Talk, answer: MessagePage): Talk {
  const numbers = answer.data.map(({ id }) => numberOf(id));
  const from = numbers.at(-1) ?? 0;
  const to = numbers[0] ?? 0;
  const { span } = talk;
  if (span && from <= span.to) return { ...talk, span: { ...span, to: Math.max(to, span.to) } };
  return { ...talk, span: { from, to }, hasOlder: answer.links.next !== null };
}

function joinOlder(talk: Talk, upTo: number, answer: MessagePage): Talk {
  const { span } = talk;
  if (!span || upTo < span.from) return talk;
  const from = Math.min(span.from, ...answer.data.map(({ id }) => numberOf(id)));
  return { ...talk, span: { ...span, from }, hasOlder: answer.links.next !== null };
}

interface Taken {
  asked: number;
  /** The number that the page was counted from; null for the newest page. */
  upTo: number | null;
  answer: MessagePage;
}

function takePage(before: Talk, { asked, upTo, answer }: Taken, lostAt: number): Talk {
  const talk = put(meet(before, asked, answer), answer.data);
  const read = Math.max(talk.read, numberOf(answer.read_id));
  const seen = Math.max(talk.seen, numberOf(answer.seen_id));
  // What was missed since it was asked may be missing in it.
  if (asked < lostAt) return { ...talk, read, seen };
  const joined = upTo === null ? joinNewest(talk, answer) : joinOlder(talk, upTo, answer);
  const isFresh = upTo === null && asked >= (talk.staleSince ?? 0);
  return { ...joined, read, seen, staleSince: isFresh ? null : talk.staleSince };
}

/** What an event changes in the conversation it is about. */
function takeEvent(talk: Talk, event: LiveEvent, clock: number): Talk {
  switch (event.event) {
    case "NewMessage": {
      const number = numberOf(event.message.id);
      const { span } = talk;
      const grown = span && talk.staleSince === null ? { ...span, to: Math.max(span.to, number) } : span;
      return { ...put(talk, [event.message]), span: grown, unread: event.unread, countedAt: clock };
    }
    case "MessageDeleted":
      return { ...remove(talk, numberOf(event.id)), unread: event.unread, countedAt: clock };
    case "ConversationRead":
      return {
        ...talk,
        read: Math.max(talk.read, numberOf(event.read_id)),
        unread: event.unread,
        countedAt: clock,
      };
    case "ConversationSeen":
      return { ...talk, seen: Math.max(talk.seen, numberOf(event.seen_id)) };
    case "ContactChanged": {
      const block = event.block ?? talk.block;
      return { ...talk, block, canSend: talk.canSend && !block, staleSince: clock, metAt: clock };
    }
    default:
      return talk;
  }
}

const ABOUT_TALKS = [
  "NewMessage",
  "MessageDeleted",
  "ConversationRead",
  "ConversationSeen",
  "ContactChanged",
];

function withTalk(state: ChatState, userId: number, change: (talk: Talk) => Talk): ChatState {
  const before = state.talks[userId] ?? NEW_TALK;
  const after = change(before);
  return after === before ? state : { ...state, talks: { ...state.talks, [userId]: after } };
}

/**
 * Messages may have come and others may have been deleted unheard: what is known stays on the screen, but the next page
 * does not join it.
 */
function lose(state: ChatState): ChatState {
  const stale = (talk: Talk): Talk => ({
    ...talk,
    span: talk.span && { ...talk.span, to: -1 },
    staleSince: state.clock,
  });
  const talks = Object.fromEntries(Object.entries(state.talks).map(([id, talk]) => [id, stale(talk)]));
  return { ...state, talks, lostAt: state.clock };
}

/** The messages that the outbox's confirmed ones have become. */
function confirm(state: ChatState): ChatState {
  let next = state;
  for (const { client_id, user_id, body, sent } of state.drafts) {
    if (!sent) continue;
    const message: ChatMessage = { ...sent, body, client_id, sender_id: state.me, deleted: false };
    next = withTalk(next, user_id, (talk) =>
      talk.messages[numberOf(sent.id)]?.client_id ? talk : put(talk, [message]),
    );
  }
  return next;
}

function scrub(state: ChatState, id: string, to: "pending" | "failed" | "done"): ChatState {
  const others = state.scrubbing.filter((one) => one !== id);
  if (to === "pending") return { ...state, scrubbing: [...others, id] };
  const other = otherIn(id, state.me);
  const next = { ...state, scrubbing: others };
  return to === "failed" || other === null
    ? next
    : withTalk(next, other, (talk) => remove(talk, numberOf(id)));
}

const ownedBy = (state: ChatState, owner: UserCard | null | undefined): ChatState =>
  owner ? { ...state, owner } : state;

function take(state: ChatState, input: ChatInput): ChatState {
  switch (input.type) {
    case "ask":
      return state;
    case "list": {
      let next = ownedBy(state, input.answer.as);
      for (const one of input.answer.data)
        next = withTalk(next, one.id, (talk) =>
          put(meet(talk, input.asked, one), one.latest_message ? [one.latest_message] : []),
        );
      return next;
    }
    case "thread":
      return withTalk(ownedBy(state, input.answer.as), input.userId, (talk) =>
        takePage(talk, input, state.lostAt ?? 0),
      );
    case "read": {
      const { asked, userId, unread } = input;
      return withTalk(state, userId, (talk) =>
        asked >= talk.countedAt ? { ...talk, unread, countedAt: asked } : talk,
      );
    }
    case "live": {
      const { event } = input;
      if (!ABOUT_TALKS.includes(event.event) || !("user_id" in event)) return state;
      const next =
        event.event === "MessageDeleted" && state.scrubbing.includes(event.id)
          ? { ...state, scrubbing: state.scrubbing.filter((id) => id !== event.id) }
          : state;
      return withTalk(next, event.user_id, (talk) => takeEvent(talk, event, state.clock));
    }
    case "resync":
      return lose(state);
    case "drafts":
      return confirm({ ...state, drafts: input.drafts });
    case "scrub":
      return scrub(state, input.id, input.to);
  }
}

/** The one way in which what is known of conversations changes. */
export const reduceChat = (state: ChatState, input: ChatInput): ChatState =>
  take({ ...state, clock: state.clock + 1 }, input);

/** Messages of a conversation without a gap up to the newest, oldest first. */
export function messagesOf(talk: Talk | undefined): ChatMessage[] {
  if (!talk?.span) return [];
  const { from } = talk.span;
  // Whole numbers are kept in their order.
  return Object.entries(talk.messages).flatMap(([number, message]) =>
    Number(number) >= from ? [message] : [],
  );
}

/** The newest message that is known of; null where nothing was said. */
export function latestOf(talk: Talk): ChatMessage | null {
  const newest = Object.keys(talk.messages).at(-1);
  return newest === undefined ? null : (talk.messages[Number(newest)] ?? null);
}

/** What is on its way to somebody and not among the messages yet. */
export function draftsOf(state: ChatState, userId: number): Draft[] {
  const known = new Set(Object.values(state.talks[userId]?.messages ?? {}).map(({ client_id }) => client_id));
  return state.drafts.filter((draft) => draft.user_id === userId && !known.has(draft.client_id));
}

/** A conversation as the list shows it. */
export interface Listed {
  talk: Talk;
  user: PresentUserCard;
  latest: ChatMessage;
}

/** Conversations, the one with the newest message first. */
export function listOf(state: ChatState): Listed[] {
  return Object.values(state.talks)
    .flatMap((talk) => {
      const latest = latestOf(talk);
      return talk.user && latest ? [{ talk, user: talk.user, latest }] : [];
    })
    .sort((a, b) => b.latest.created_at.localeCompare(a.latest.created_at) || b.user.id - a.user.id);
}

/** Whether somebody has written of whom nothing else is known: the list must be asked for. */
export const hasStranger = (state: ChatState): boolean =>
  Object.values(state.talks).some((talk) => !talk.user && Object.keys(talk.messages).length > 0);
