import * as z from "zod/mini";
import { message as note, nothing, page, userCard } from "../api/answers.ts";
import { clientId, pageNumber, searchText, text, whole } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { LIMITS } from "../limits.ts";
import { presentUserCard } from "../presence/presence.ts";
import { MESSAGE_ID } from "./ids.ts";

/** A message. Its text is empty once it is deleted; `client_id` is what its sender's page called it. */
export const chatMessage = z.object({
  id: z.string(),
  body: z.string(),
  sender_id: z.int(),
  created_at: z.string(),
  created_at_formatted: z.string(),
  deleted: z.boolean(),
  client_id: z.optional(z.string()),
});
export type ChatMessage = z.infer<typeof chatMessage>;

export const conversation = z.object({
  /** Id of the other person: a conversation is between two. */
  id: z.int(),
  user: presentUserCard,
  /** Id of the newest message. */
  last_message: z.nullable(z.string()),
  latest_message: z.nullable(chatMessage),
  messages_unread_count: z.int(),
  /** The one who asks has blocked the other. */
  block: z.boolean(),
  /** False when the other does not take messages from the one who asks, for whatever reason. */
  can_send: z.boolean(),
});
export type Conversation = z.infer<typeof conversation>;

/** Whose chat a moderator looks at; the one who asks' own when absent. */
const as = z.optional(whole("As", { min: 1, max: 1_000_000_000_000 }));
/** Why they look, for the audit log; needed with another's id. */
const reason = z.optional(text("Reason", { max: LIMITS.banReason, multiline: true }));

export const conversationListRoute = route("GET", "/api/conversations", {
  summary: "One's conversations, the one with the newest message first.",
  access: "member",
  input: z.object({ page: pageNumber, as, reason }),
  output: z.extend(page(conversation), {
    /** Messages not read, in all conversations. */
    unread_count: z.int(),
    /** Whose they are; set in the moderators' view. */
    as: z.nullable(userCard),
  }),
});

export const conversationSearchRoute = route("GET", "/api/conversations/search", {
  summary: "People to start a conversation with, by name.",
  access: "member",
  limit: "search",
  input: z.object({ term: searchText, page: pageNumber }),
  output: page(z.extend(presentUserCard, { block: z.boolean(), can_send: z.boolean() })),
});

export const messageListRoute = route("GET", "/api/messages/from/{userId}", {
  summary:
    "What was said with somebody, newest first; with `last_message` pages are counted from that message.",
  access: "member",
  input: z.object({
    page: pageNumber,
    last_message: z.optional(z.string().check(z.regex(MESSAGE_ID, "Last message must be a message's id."))),
    as,
    reason,
  }),
  output: z.extend(
    page(z.extend(chatMessage, { reciever_id: z.optional(z.int()), reciever: z.optional(userCard) })),
    {
      user: presentUserCard,
      block: z.boolean(),
      can_send: z.boolean(),
      /** The newest message that the one who asks has read. */
      read_id: z.nullable(z.string()),
      /** The newest message that the other has read. */
      seen_id: z.nullable(z.string()),
      messages_unread_count: z.int(),
      as: z.nullable(userCard),
    },
  ),
});

export const sendMessageRoute = route("POST", "/api/messages/send/{userId}", {
  summary: "Says something to somebody. Sent again with the same `client_id`, the same message is answered.",
  access: "member",
  // The conversation's object keeps who may write to whom, so that a message costs no database round.
  vouched: true,
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
    created_at: z.string(),
    created_at_formatted: z.string(),
    client_id: z.optional(z.string()),
  }),
});

export const readMessagesRoute = route("POST", "/api/messages/read/{userId}", {
  summary: "Marks what somebody wrote as read, up to a message or all of it.",
  access: "member",
  input: z.object({
    last_message: z.optional(z.string().check(z.regex(MESSAGE_ID, "Last message must be a message's id."))),
  }),
  output: z.object({ messages_unread_count: z.int(), unread_count: z.int() }),
});

export const deleteMessageRoute = route("POST", "/api/message/{messageId}/delete", {
  summary: "Takes a message away (staff).",
  access: "moderator",
  input: nothing,
  output: note,
});
