import { readPage } from "#domain/api/list-view.ts";
import {
  bookmarksRoute,
  forumIndexRoute,
  forumSearchRoute,
  type Thread,
  threadListRoute,
  threadRoute,
} from "#domain/forums/api.ts";
import { plainText } from "#domain/forums/markdown/render.ts";
import { SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import { readForumSearch, readThreadView, threadInput } from "#domain/forums/view.ts";
import { SITE } from "#domain/site.ts";
import { ask, type Page, plain, summary } from "../page.ts";
import { forumPaint, headingPaint } from "../paint.ts";

/** The forums. */
export const FORUMS_PAGES: Page[] = [
  {
    path: "/forums",
    chunk: () => "web/app/pages/forums/index-page.tsx",
    preload: () => [ask(forumIndexRoute)],
    plain: plain("Forums", `What the people of ${SITE.name} talk about.`),
    paint: () => headingPaint("Forums"),
  },
  {
    path: "/forums/bookmarks",
    chunk: () => "web/app/pages/forums/bookmarks-page.tsx",
    preload: (_, query) => [ask(bookmarksRoute, {}, { page: readPage(query) })],
    plain: plain("Bookmarks"),
    paint: () => forumPaint("Bookmarks"),
  },
  {
    path: "/forums/search",
    chunk: () => "web/app/pages/forums/search-page.tsx",
    preload: (_, query) => {
      const view = readForumSearch(query);
      return view.search ? [ask(forumSearchRoute, {}, view)] : [];
    },
    plain: plain("Search the forums"),
    paint: () => forumPaint("Search the forums"),
  },
  {
    path: "/forums/thread/:id",
    chunk: () => "web/app/pages/forums/thread-page.tsx",
    preload: ({ id }, query) => [ask(threadRoute, { id: Number(id) }, threadInput(readThreadView(query)))],
    plain: plain("Thread"),
    head: ([answer]) => {
      const { title, user, subforum_id, opening } = (answer as { thread: Thread }).thread;
      const { name } = SUBFORUMS[subforum_id as SubforumId];
      return {
        title: `${title} · ${SITE.name}`,
        description: summary(plainText(opening?.body ?? ""), `A thread by ${user.username} in ${name}.`),
        image: null,
        type: "article",
      };
    },
    paint: ([answer]) => {
      const { title, subforum_id } = (answer as { thread: Thread }).thread;
      return forumPaint(title, SUBFORUMS[subforum_id as SubforumId].name);
    },
  },
  {
    path: "/forums/thread/:id/reply",
    chunk: () => "web/app/pages/forums/reply-page.tsx",
    plain: plain("Reply"),
  },
  {
    path: "/forums/thread/:id/edit",
    chunk: () => "web/app/pages/forums/thread-edit-page.tsx",
    plain: plain("Edit thread"),
  },
  {
    path: "/forums/replies/:id/edit",
    chunk: () => "web/app/pages/forums/reply-edit-page.tsx",
    plain: plain("Edit reply"),
  },
  {
    path: "/forums/:subforum",
    chunk: () => "web/app/pages/forums/subforum-page.tsx",
    preload: ({ subforum }, query) => [
      ask(threadListRoute, { subforum: Number(subforum) }, { page: readPage(query) }),
    ],
    plain: plain("Threads"),
    head: ([answer]) => {
      const { name, description } = (answer as { subforum: { name: string; description: string } }).subforum;
      return plain(name, description);
    },
    paint: ([answer]) => forumPaint((answer as { subforum: { name: string } }).subforum.name),
  },
  {
    path: "/forums/:subforum/create",
    chunk: () => "web/app/pages/forums/create-page.tsx",
    plain: plain("New thread"),
  },
];
