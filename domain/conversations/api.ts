import * as z from "zod/mini";
import { clientId, pageNumber, searchQuery, text, wholeNumber } from "../api/fields.ts";
import { page, preload } from "../api/page.ts";
import { listPage, userCard } from "../api/response.ts";
import { route } from "../api/route.ts";
import { TIMES } from "../api/times.ts";
import { LIMITS } from "../limits.ts";
import { presentUserCard } from "../presence/presence.ts";
import { MESSAGE_ID } from "./ids.ts";

/** A message. Its text is empty once it is deleted. `client_id` is the id that its sender's page gave it. */
export const chatMessage = z.object({
  id: z.string(),
  body: z.string(),
  sender_id: z.int(),
  ...TIMES,
  deleted: z.boolean(),
  client_id: z.optional(z.string()),
});
export type ChatMessage = z.infer<typeof chatMessage>;

export const conversationEntry = z.object({
  id: z.int(),
  user: presentUserCard,
  last_message: z.nullable(z.string()),
  latest_message: z.nullable(chatMessage),
  messages_unread_count: z.int(),
  block: z.boolean(),
  /** False if the other user doesn't take messages from the viewer, for any reason. */
  can_send: z.boolean(),
});
export type ConversationEntry = z.infer<typeof conversationEntry>;

/** The user whose chat a moderator views; the viewer's own by default. */
const as = z.optional(wholeNumber("As", { min: 1, max: 1_000_000_000_000 }));
/** The moderator's reason, for the audit log; required with another user's id. */
const reason = z.optional(text("Reason", { max: LIMITS.banReason, multiline: true }));

export const conversationListRoute = route("GET", "/api/conversations", {
  summary: "Your conversations, most recent message first.",
  access: "member",
  input: z.object({ page: pageNumber, as, reason }),
  output: z.extend(listPage(conversationEntry), {
    unread_count: z.int(),
    /** The owner, in the moderators' view. */
    as: z.nullable(userCard),
  }),
});

export const conversationSearchRoute = route("GET", "/api/conversations/search", {
  summary: "People to start a conversation with, by name.",
  access: "member",
  rateLimit: "search",
  input: z.object({ term: searchQuery, page: pageNumber }),
  output: listPage(z.extend(presentUserCard, { block: z.boolean(), can_send: z.boolean() })),
});

export const messageListRoute = route("GET", "/api/messages/from/{userId}", {
  summary:
    "The messages with a user, newest first. With `last_message`, pages are counted from that message.",
  access: "member",
  input: z.object({
    page: pageNumber,
    last_message: z.optional(z.string().check(z.regex(MESSAGE_ID, "Last message must be a message's id."))),
    as,
    reason,
  }),
  output: z.extend(
    listPage(z.extend(chatMessage, { reciever_id: z.optional(z.int()), reciever: z.optional(userCard) })),
    {
      user: presentUserCard,
      block: z.boolean(),
      can_send: z.boolean(),
      /** The newest message that the viewer has read. */
      read_id: z.nullable(z.string()),
      /** The newest message that the other user has read. */
      seen_id: z.nullable(z.string()),
      messages_unread_count: z.int(),
      as: z.nullable(userCard),
    },
  ),
});

export const sendMessageRoute = route("POST", "/api/messages/send/{userId}", {
  summary: "Sends a message. A repeated `client_id` returns the message it created.",
  access: "member",
  atCaller: true,
  // The conversation's object caches permits, so a message costs no database round trip.
  authorizedByObject: true,
  input: z.object({
    body: text("Message", {
      max: LIMITS.message,
      multiline: true,
      empty: "Your message must at least be 1 character",
    }),
    client_id: z.optional(clientId),
  }),
  output: z.object({
    id: z.string(),
    ...TIMES,
    client_id: z.optional(z.string()),
  }),
});

/** A message that a page sends on its socket (domain/live/PROTOCOL.md, rule 16), with the rules of `sendMessageRoute`. */
export const socketMessage = z.extend(sendMessageRoute.input, {
  user_id: wholeNumber("User", { min: 1, max: 1_000_000_000_000 }),
  client_id: clientId,
});

export const readMessagesRoute = route("POST", "/api/messages/read/{userId}", {
  summary: "Marks a user's messages as read, up to a message or all of them.",
  access: "member",
  atCaller: true,
  input: z.object({
    last_message: z.optional(z.string().check(z.regex(MESSAGE_ID, "Last message must be a message's id."))),
  }),
  output: z.object({ messages_unread_count: z.int(), unread_count: z.int() }),
});

export const deleteMessageRoute = route("POST", "/api/message/{messageId}/delete", {
  summary: "Deletes a message (staff).",
  access: "moderator",
});

export const chatPage = page("/chat", {
  access: "member",
  module: "conversations/chat",
  title: "Chat",
  description: "Private messages between players.",
  // A moderator's chat view is loaded by the page, because every view is logged.
  preload: (_, query) => (query.has("as") ? [] : [preload(conversationListRoute, {}, { page: 1 })]),
});
