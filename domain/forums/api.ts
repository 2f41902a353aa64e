import * as z from "zod/mini";
import { flag, pageNumber, searchQuery, text, wholeNumber } from "../api/fields.ts";
import { readPage } from "../api/list-view.ts";
import { page, preload } from "../api/page.ts";
import { heldNotice, listPage, pageMeta, userCard } from "../api/response.ts";
import { route } from "../api/route.ts";
import { TIMES } from "../api/times.ts";
import { ROLES } from "../auth/roles.ts";
import { itemCard } from "../items/item-card.ts";
import { levelCard } from "../levels/card.ts";
import { LIMITS } from "../limits.ts";
import { SITE } from "../site.ts";
import { SUBFORUM_IDS } from "./rules.ts";
import { readForumSearch, readThreadView, threadInput } from "./view.ts";

export const threadCard = z.object({
  id: z.int(),
  subforum_id: z.int(),
  title: z.string(),
  url: z.string(),
  user: userCard,
  pinned: z.boolean(),
  locked: z.boolean(),
  replies_count: z.int(),
  /** The newest reply that isn't deleted, or null. */
  last_reply: z.nullable(z.object({ user: userCard, url: z.string(), ...TIMES })),
  /** Unread replies and the URL of the first one; null if there are none. */
  unread: z.nullable(z.object({ count: z.int(), url: z.string() })),
  bookmarked: z.boolean(),
  ...TIMES,
});
export type ThreadCard = z.infer<typeof threadCard>;

export const reply = z.object({
  id: z.int(),
  thread_id: z.int(),
  /** Its number in the thread. */
  position: z.int(),
  /** Permalink: its page and its position there. */
  url: z.string(),
  user: userCard,
  /** Shown next to the name unless it is member. */
  role: z.enum(ROLES),
  body: z.string(),
  /** The text as safe HTML (domain/forums/markdown). */
  body_html: z.string(),
  edits_count: z.int(),
  edited_at: z.nullable(z.string()),
  deleted: z.boolean(),
  from_blocked: z.boolean(),
  can_edit: z.boolean(),
  can_delete: z.boolean(),
  can_restore: z.boolean(),
  ...TIMES,
});
export type Reply = z.infer<typeof reply>;

export const thread = z.extend(threadCard, {
  deleted: z.boolean(),
  /** The opening post: on the first page, and after creating or editing the thread. */
  opening: z.nullable(reply),
  can_reply: z.boolean(),
  can_edit: z.boolean(),
  can_delete: z.boolean(),
  /** Whether the viewer can move, pin, lock and restore it. */
  can_moderate: z.boolean(),
});
export type Thread = z.infer<typeof thread>;

/** Levels and items embedded in the response's texts, without those that are hidden from the reader. */
export const embeds = z.object({ levels: z.array(levelCard), items: z.array(itemCard) });
export type Embeds = z.infer<typeof embeds>;

export const subforum = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  url: z.string(),
  threads_count: z.int(),
  replies_count: z.int(),
  latest: z.nullable(threadCard),
});
export type Subforum = z.infer<typeof subforum>;

export const forumIndexRoute = route("GET", "/api/forums", {
  summary: "The subforums.",
  access: "public",
  cacheSeconds: 2,
  output: z.object({ data: z.array(subforum) }),
});

export const forumSearchRoute = route("GET", "/api/forums/search", {
  summary: "Threads and replies that contain the searched words, newest first.",
  access: "public",
  cacheSeconds: 5,
  rateLimit: "search",
  input: z.object({
    search: searchQuery,
    page: pageNumber,
    subforum: z._default(wholeNumber("Subforum", { min: 0, max: 3 }), 0),
  }),
  output: listPage(
    z.object({
      thread: z.object({ id: z.int(), subforum_id: z.int(), title: z.string(), url: z.string() }),
      reply: z.object({
        id: z.int(),
        position: z.int(),
        url: z.string(),
        user: userCard,
        excerpt: z.string(),
        ...TIMES,
      }),
    }),
  ),
});

export const bookmarksRoute = route("GET", "/api/forums/bookmarks", {
  summary: "Your bookmarked threads, newest bookmark first.",
  access: "member",
  input: z.object({ page: pageNumber }),
  output: listPage(threadCard),
});

export const threadRoute = route("GET", "/api/forums/thread/{id}", {
  summary: "A thread with a page of its replies. `reply` selects the page of that reply.",
  access: "public",
  cacheSeconds: 2,
  input: z.object({
    page: pageNumber,
    reply: z.optional(wholeNumber("Reply", { min: 1, max: 1_000_000_000_000 })),
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
  summary: "The threads of a subforum: pinned ones first, then by newest reply.",
  access: "public",
  cacheSeconds: 2,
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
  summary: "Renders a text without storing it.",
  access: "member",
  rateLimit: "search",
  input: z.object({ body }),
  output: z.object({ html: z.string(), embeds }),
});

export const createThreadRoute = route("POST", "/api/forums/{subforum}/threads", {
  creates: "forum",
  summary: "Creates a thread. `held` is set if it is held for review.",
  access: "member",
  status: 201,
  input: z.object({ title, body }),
  output: z.object({ thread: z.nullable(thread), held: heldNotice }),
});

export const createReplyRoute = route("POST", "/api/forums/thread/{id}/reply", {
  creates: "forum",
  summary: "Replies to a thread. `quote` is the quoted reply, whose author is notified.",
  access: "member",
  status: 201,
  input: z.object({
    body,
    quote: z.optional(z.nullable(wholeNumber("Quote", { min: 1, max: 1_000_000_000_000 }))),
  }),
  output: z.object({ reply: z.nullable(reply), held: heldNotice }),
});

export const editThreadRoute = route("POST", "/api/forums/thread/{id}", {
  summary: "Edits a thread's title and opening post. Earlier versions are kept.",
  access: "member",
  input: z.object({ title, body }),
  output: z.object({ thread }),
});

export const deleteThreadRoute = route("POST", "/api/forums/thread/{id}/delete", {
  summary: "Deletes a thread. Available to its author until the first reply, and to staff.",
  access: "member",
});

export const restoreThreadRoute = route("POST", "/api/forums/thread/{id}/restore", {
  summary: "Restores a deleted thread.",
  access: "moderator",
});

export const pinThreadRoute = route("POST", "/api/forums/thread/{id}/pin", {
  summary: "Pins or unpins a thread.",
  access: "moderator",
  input: z.object({ pinned: flag("Pinned") }),
  output: z.object({ message: z.string(), pinned: z.boolean() }),
});

export const lockThreadRoute = route("POST", "/api/forums/thread/{id}/lock", {
  summary: "Locks or unlocks a thread.",
  access: "moderator",
  input: z.object({ locked: flag("Locked") }),
  output: z.object({ message: z.string(), locked: z.boolean() }),
});

export const moveThreadRoute = route("POST", "/api/thread/{id}/move", {
  summary: "Moves a thread to another subforum.",
  access: "moderator",
  input: z.object({
    subforum_id: wholeNumber("Subforum", { min: SUBFORUM_IDS[0], max: SUBFORUM_IDS.length }),
  }),
  output: z.object({ message: z.string(), subforum_id: z.int() }),
});

export const bookmarkRoute = route("POST", "/api/thread/{id}/bookmark", {
  summary: "Bookmarks a thread, or removes the bookmark.",
  access: "member",
  output: z.object({ bookmarked: z.boolean() }),
});

export const readThreadRoute = route("POST", "/api/forums/thread/{id}/read", {
  summary: "Stores how far you have read a thread. Never goes back.",
  access: "member",
  input: z.object({ position: wholeNumber("Position", { min: 0, max: 1_000_000_000 }) }),
});

export const readSubforumRoute = route("POST", "/api/forums/{subforum}/read", {
  summary: "Marks everything in a subforum as read.",
  access: "member",
});

export const replyRoute = route("GET", "/api/forums/replies/{id}", {
  summary: "A reply and its thread, for quoting, editing or reporting it.",
  access: "public",
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
  summary: "Edits a reply. Earlier versions are kept.",
  access: "member",
  input: z.object({ body }),
  output: z.object({ reply }),
});

export const deleteReplyRoute = route("POST", "/api/forums/replies/{id}/delete", {
  summary: "Deletes a reply, but keeps its number. Available to its author and staff.",
  access: "member",
});

export const restoreReplyRoute = route("POST", "/api/forums/replies/{id}/restore", {
  summary: "Restores a deleted reply. Available to its author if they deleted it, and to staff.",
  access: "member",
  output: z.object({ reply }),
});

export const replyHistoryRoute = route("GET", "/api/forums/replies/{id}/history", {
  summary: "Earlier versions of a reply, newest first.",
  access: "public",
  input: z.object({ page: pageNumber }),
  output: listPage(
    z.object({
      id: z.int(),
      user: userCard,
      /** The thread's title in this version; null for replies. */
      title: z.nullable(z.string()),
      body: z.string(),
      body_html: z.string(),
      ...TIMES,
    }),
  ),
});

export const forumIndexPage = page("/forums", {
  access: "public",
  module: "forums/index",
  title: "Forums",
  description: `What ${SITE.name}'s players talk about.`,
  preload: () => [preload(forumIndexRoute)],
  inSitemap: true,
});

export const bookmarksPage = page("/forums/bookmarks", {
  group: "rare",
  access: "member",
  module: "forums/bookmarks",
  title: "Bookmarks",
  preload: (_, query) => [preload(bookmarksRoute, {}, { page: readPage(query) })],
});

export const forumSearchPage = page("/forums/search", {
  group: "rare",
  access: "public",
  module: "forums/search",
  title: "Search the forums",
  preload: (_, query) => {
    const view = readForumSearch(query);
    return view.search ? [preload(forumSearchRoute, {}, view)] : [];
  },
});

export const threadPage = page("/forums/thread/:id", {
  access: "public",
  module: "forums/thread",
  title: "Thread",
  preload: ({ id }, query) => [preload(threadRoute, { id: Number(id) }, threadInput(readThreadView(query)))],
});

export const replyPage = page("/forums/thread/:id/reply", {
  group: "rare",
  access: "member",
  module: "forums/reply",
  title: "Reply",
});

export const threadEditPage = page("/forums/thread/:id/edit", {
  group: "rare",
  access: "member",
  module: "forums/thread-edit",
  title: "Edit thread",
});

export const replyEditPage = page("/forums/replies/:id/edit", {
  group: "rare",
  access: "member",
  module: "forums/reply-edit",
  title: "Edit reply",
});

export const subforumPage = page("/forums/:subforum", {
  group: "rare",
  access: "public",
  module: "forums/subforum",
  title: "Threads",
  preload: ({ subforum }, query) => [
    preload(threadListRoute, { subforum: Number(subforum) }, { page: readPage(query) }),
  ],
});

export const createThreadPage = page("/forums/:subforum/create", {
  group: "rare",
  access: "member",
  module: "forums/create",
  title: "New thread",
});
