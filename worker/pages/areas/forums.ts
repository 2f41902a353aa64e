import { readPage } from "#domain/api/list-view.ts";
import {
  bookmarksRoute,
  forumIndexRoute,
  forumSearchRoute,
  type Thread,
  threadListRoute,
  threadRoute,
} from "#domain/forums/api.ts";
import { plainText } from "#domain/forums/markdown/render-markdown.ts";
import { SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import { readForumSearch, readThreadView, threadInput } from "#domain/forums/view.ts";
import { SITE } from "#domain/site.ts";
import { sharePicturePath, threadShareCard } from "../../share/share-card.ts";
import { excerpt, type PageDefinition, pageHead, preloadRoute } from "../page.ts";
import { renderForumHtml, renderHeadingHtml } from "../render-html.ts";

/** Forum pages. */
export const FORUMS_PAGES: PageDefinition[] = [
  {
    path: "/forums",
    chunk: () => "web/features/forums/pages/index-page.tsx",
    preload: () => [preloadRoute(forumIndexRoute)],
    defaultHead: pageHead("Forums", `What ${SITE.name}'s players talk about.`),
    renderHtml: () => renderHeadingHtml("Forums"),
  },
  {
    path: "/forums/bookmarks",
    chunk: () => "web/features/forums/pages/bookmarks-page.tsx",
    preload: (_, query) => [preloadRoute(bookmarksRoute, {}, { page: readPage(query) })],
    defaultHead: pageHead("Bookmarks"),
    renderHtml: () => renderForumHtml("Bookmarks"),
  },
  {
    path: "/forums/search",
    chunk: () => "web/features/forums/pages/search-page.tsx",
    preload: (_, query) => {
      const view = readForumSearch(query);
      return view.search ? [preloadRoute(forumSearchRoute, {}, view)] : [];
    },
    defaultHead: pageHead("Search the forums"),
    renderHtml: () => renderForumHtml("Search the forums"),
  },
  {
    path: "/forums/thread/:id",
    chunk: () => "web/features/forums/pages/thread-page.tsx",
    preload: ({ id }, query) => [
      preloadRoute(threadRoute, { id: Number(id) }, threadInput(readThreadView(query))),
    ],
    defaultHead: pageHead("Thread"),
    head: ([response]) => {
      const { thread } = response as { thread: Thread };
      const { title, user, subforum_id, opening } = thread;
      const { name } = SUBFORUMS[subforum_id as SubforumId];
      return {
        title: `${title} · ${SITE.name}`,
        previewTitle: title,
        description: excerpt(plainText(opening?.body ?? ""), `A thread by ${user.username} in ${name}.`),
        image: sharePicturePath(threadShareCard(thread), thread.id),
        type: "article",
      };
    },
    renderHtml: ([response]) => {
      const { title, subforum_id } = (response as { thread: Thread }).thread;
      return renderForumHtml(title, SUBFORUMS[subforum_id as SubforumId].name);
    },
  },
  {
    path: "/forums/thread/:id/reply",
    chunk: () => "web/features/forums/pages/reply-page.tsx",
    defaultHead: pageHead("Reply"),
  },
  {
    path: "/forums/thread/:id/edit",
    chunk: () => "web/features/forums/pages/thread-edit-page.tsx",
    defaultHead: pageHead("Edit thread"),
  },
  {
    path: "/forums/replies/:id/edit",
    chunk: () => "web/features/forums/pages/reply-edit-page.tsx",
    defaultHead: pageHead("Edit reply"),
  },
  {
    path: "/forums/:subforum",
    chunk: () => "web/features/forums/pages/subforum-page.tsx",
    preload: ({ subforum }, query) => [
      preloadRoute(threadListRoute, { subforum: Number(subforum) }, { page: readPage(query) }),
    ],
    defaultHead: pageHead("Threads"),
    head: ([response]) => {
      const { name, description } = (response as { subforum: { name: string; description: string } })
        .subforum;
      return pageHead(name, description);
    },
    renderHtml: ([response]) => renderForumHtml((response as { subforum: { name: string } }).subforum.name),
  },
  {
    path: "/forums/:subforum/create",
    chunk: () => "web/features/forums/pages/create-page.tsx",
    defaultHead: pageHead("New thread"),
  },
];
