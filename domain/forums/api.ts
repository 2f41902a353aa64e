import * as z from "zod/mini";
import { held, message, nothing, page, pageMeta, userCard } from "../api/answers.ts";
import { flag, pageNumber, searchText, text, whole } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { ROLES } from "../auth/api.ts";
import { itemCard } from "../items/entity.ts";
import { levelCard } from "../levels/card.ts";
import { LIMITS } from "../limits.ts";
import { SUBFORUM_IDS } from "./rules.ts";

const times = { created_at: z.string(), created_at_formatted: z.string() };

/** A thread in a list. */
export const threadCard = z.object({
  id: z.int(),
  subforum_id: z.int(),
  title: z.string(),
  url: z.string(),
  user: userCard,
  pinned: z.boolean(),
  locked: z.boolean(),
  replies_count: z.int(),
  /** The newest reply that stands; null where there is none. */
  last_reply: z.nullable(z.object({ user: userCard, url: z.string(), ...times })),
  /** What is new since the reader was there: how many, and where the first of them is. Null where nothing is. */
  unread: z.nullable(z.object({ count: z.int(), url: z.string() })),
  bookmarked: z.boolean(),
  ...times,
});
export type ThreadCard = z.infer<typeof threadCard>;

/** A reply, or with position 0 what a thread begins with. Of one that was deleted, only staff get the text. */
export const reply = z.object({
  id: z.int(),
  thread_id: z.int(),
  /** Its number in the thread. */
  position: z.int(),
  /** A lasting address: the page it stands on, and the place on it. */
  url: z.string(),
  user: userCard,
  /** Shown beside the name where it is not member. */
  role: z.enum(ROLES),
  /** As typed. */
  body: z.string(),
  /** The same as safe HTML (domain/forums/markdown). */
  body_html: z.string(),
  edits_count: z.int(),
  edited_at: z.nullable(z.string()),
  deleted: z.boolean(),
  /** By somebody whom the reader has blocked. */
  from_blocked: z.boolean(),
  can_edit: z.boolean(),
  can_delete: z.boolean(),
  can_restore: z.boolean(),
  ...times,
});
export type Reply = z.infer<typeof reply>;

export const thread = z.extend(threadCard, {
  deleted: z.boolean(),
  /** What it begins with: on its first page, and when it was just made or changed. */
  opening: z.nullable(reply),
  can_reply: z.boolean(),
  can_edit: z.boolean(),
  can_delete: z.boolean(),
  /** Move, pin, lock, restore. */
  can_moderate: z.boolean(),
});
export type Thread = z.infer<typeof thread>;

/** What texts of an answer show as cards; what is not here is not there, or not for the reader. */
export const embeds = z.object({ levels: z.array(levelCard), items: z.array(itemCard) });
export type Embeds = z.infer<typeof embeds>;

export const subforum = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  url: z.string(),
  threads_count: z.int(),
  replies_count: z.int(),
  /** The thread in which something was said last. */
  latest: z.nullable(threadCard),
});
export type Subforum = z.infer<typeof subforum>;

export const forumIndexRoute = route("GET", "/api/forums", {
  summary: "The subforums.",
  access: "public",
  keep: 2,
  input: nothing,
  output: z.object({ data: z.array(subforum) }),
});

export const forumSearchRoute = route("GET", "/api/forums/search", {
  summary: "Threads and replies in which words stand, the newest first.",
  access: "public",
  keep: 5,
  limit: "search",
  input: z.object({
    search: searchText,
    page: pageNumber,
    /** 0 for all of them. */
    subforum: z._default(whole("Subforum", { min: 0, max: 3 }), 0),
  }),
  output: page(
    z.object({
      thread: z.object({ id: z.int(), subforum_id: z.int(), title: z.string(), url: z.string() }),
      /** The reply that matches; the thread's own text is one, too. */
      reply: z.object({
        id: z.int(),
        position: z.int(),
        url: z.string(),
        user: userCard,
        /** Plain text around the first match. */
        excerpt: z.string(),
        ...times,
      }),
    }),
  ),
});

export const bookmarksRoute = route("GET", "/api/forums/bookmarks", {
  summary: "The threads one has bookmarked, the newest bookmark first.",
  access: "member",
  input: z.object({ page: pageNumber }),
  output: page(threadCard),
});

export const threadRoute = route("GET", "/api/forums/thread/{id}", {
  summary: "A thread with a page of its replies; `reply` names one whose page is wanted.",
  access: "public",
  keep: 2,
  input: z.object({
    page: pageNumber,
    reply: z.optional(whole("Reply", { min: 1, max: 1_000_000_000_000 })),
  }),
  output: z.object({
    thread,
    data: z.array(reply),
    meta: pageMeta,
    links: z.object({ next: z.nullable(z.string()) }),
    embeds,
  }),
});

export const threadListRoute = route("GET", "/api/forums/{subforum}", {
  summary: "The threads of a subforum: pinned ones first, then by their newest reply.",
  access: "public",
  keep: 2,
  input: z.object({ page: pageNumber }),
  output: z.object({
    subforum: z.object({ id: z.int(), name: z.string(), description: z.string(), url: z.string() }),
    data: z.array(threadCard),
    meta: pageMeta,
    links: z.object({ next: z.nullable(z.string()) }),
  }),
});

const title = text("Title", { max: LIMITS.threadTitle });
const body = text("Text", { max: LIMITS.post, multiline: true });

export const previewRoute = route("POST", "/api/forums/preview", {
  summary: "What a text looks like when it is written; stores nothing.",
  access: "member",
  limit: "search",
  input: z.object({ body }),
  output: z.object({ html: z.string(), embeds }),
});

export const createThreadRoute = route("POST", "/api/forums/{subforum}/threads", {
  summary: "Begins a thread; `held` says that it waits for staff.",
  access: "member",
  status: 201,
  input: z.object({ title, body }),
  output: z.object({ thread: z.nullable(thread), held }),
});

export const createReplyRoute = route("POST", "/api/forums/thread/{id}/reply", {
  summary: "Replies to a thread; `quote` names the reply that is quoted, whose author is told.",
  access: "member",
  status: 201,
  input: z.object({
    body,
    quote: z.optional(z.nullable(whole("Quote", { min: 1, max: 1_000_000_000_000 }))),
  }),
  output: z.object({ reply: z.nullable(reply), held }),
});

export const editThreadRoute = route("POST", "/api/forums/thread/{id}", {
  summary: "Changes a thread's title and what it begins with; what it was before is kept.",
  access: "member",
  input: z.object({ title, body }),
  output: z.object({ thread }),
});

export const deleteThreadRoute = route("POST", "/api/forums/thread/{id}/delete", {
  summary: "Takes a thread away: its author while nobody has answered, or staff.",
  access: "member",
  input: nothing,
  output: message,
});

export const restoreThreadRoute = route("POST", "/api/forums/thread/{id}/restore", {
  summary: "Brings a thread back that was deleted.",
  access: "moderator",
  input: nothing,
  output: message,
});

export const pinThreadRoute = route("POST", "/api/forums/thread/{id}/pin", {
  summary: "Puts a thread above the others, or lets it go.",
  access: "moderator",
  input: z.object({ pinned: flag("Pinned") }),
  output: z.object({ message: z.string(), pinned: z.boolean() }),
});

export const lockThreadRoute = route("POST", "/api/forums/thread/{id}/lock", {
  summary: "Closes a thread to replies, or opens it.",
  access: "moderator",
  input: z.object({ locked: flag("Locked") }),
  output: z.object({ message: z.string(), locked: z.boolean() }),
});

export const moveThreadRoute = route("POST", "/api/thread/{id}/move", {
  summary: "Moves a thread to another subforum.",
  access: "moderator",
  input: z.object({
    subforum_id: whole("Subforum", { min: SUBFORUM_IDS[0], max: SUBFORUM_IDS.length }),
  }),
  output: z.object({ message: z.string(), subforum_id: z.int() }),
});

export const bookmarkRoute = route("POST", "/api/thread/{id}/bookmark", {
  summary: "Bookmarks a thread, or takes its bookmark away.",
  access: "member",
  input: nothing,
  output: z.object({ bookmarked: z.boolean() }),
});

export const readThreadRoute = route("POST", "/api/forums/thread/{id}/read", {
  summary: "Notes how far one has read a thread; never less than before.",
  access: "member",
  input: z.object({ position: whole("Position", { min: 0, max: 1_000_000_000 }) }),
  output: message,
});

export const readSubforumRoute = route("POST", "/api/forums/{subforum}/read", {
  summary: "Marks everything in a subforum as read.",
  access: "member",
  input: nothing,
  output: message,
});

export const replyRoute = route("GET", "/api/forums/replies/{id}", {
  summary: "One reply and the thread it stands in: to quote, edit or report it.",
  access: "public",
  input: nothing,
  output: z.object({
    reply,
    thread: z.object({
      id: z.int(),
      subforum_id: z.int(),
      title: z.string(),
      url: z.string(),
      locked: z.boolean(),
      can_reply: z.boolean(),
    }),
    embeds,
  }),
});

export const editReplyRoute = route("POST", "/api/forums/replies/{id}", {
  summary: "Changes a reply; what it was before is kept.",
  access: "member",
  input: z.object({ body }),
  output: z.object({ reply }),
});

export const deleteReplyRoute = route("POST", "/api/forums/replies/{id}/delete", {
  summary: "Takes a reply away: its author or staff. Its number stays.",
  access: "member",
  input: nothing,
  output: message,
});

export const restoreReplyRoute = route("POST", "/api/forums/replies/{id}/restore", {
  summary: "Brings a deleted reply back: whoever deleted their own, or staff.",
  access: "member",
  input: nothing,
  output: z.object({ reply }),
});

export const replyHistoryRoute = route("GET", "/api/forums/replies/{id}/history", {
  summary: "What a reply said before each edit, the newest first.",
  access: "public",
  input: z.object({ page: pageNumber }),
  output: page(
    z.object({
      id: z.int(),
      /** Who replaced it. */
      user: userCard,
      /** The thread's title then; null of a reply that is no thread's beginning. */
      title: z.nullable(z.string()),
      body: z.string(),
      body_html: z.string(),
      ...times,
    }),
  ),
});
