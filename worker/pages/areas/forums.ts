import {
  bookmarksPage,
  forumIndexPage,
  forumSearchPage,
  subforumPage,
  threadPage,
} from "#domain/forums/api.ts";
import { plainText } from "#domain/forums/markdown/render-markdown.ts";
import { SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import { SITE } from "#domain/site.ts";
import { sharePicturePath, threadShareCard } from "../../share/share-card.ts";
import { excerpt, pageHead, type ViewEntry, viewOf } from "../page-view.ts";
import { renderForumHtml, renderHeadingHtml } from "../render-html.ts";

/** Forum pages. */
export const FORUMS_VIEWS: readonly ViewEntry[] = [
  viewOf(forumIndexPage, { renderHtml: () => renderHeadingHtml(forumIndexPage.title) }),
  viewOf(bookmarksPage, { renderHtml: () => renderForumHtml(bookmarksPage.title) }),
  viewOf(forumSearchPage, { renderHtml: () => renderForumHtml(forumSearchPage.title) }),
  viewOf(threadPage, {
    head: ([{ thread }]) => {
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
    renderHtml: ([{ thread }]) =>
      renderForumHtml(thread.title, SUBFORUMS[thread.subforum_id as SubforumId].name),
  }),
  viewOf(subforumPage, {
    head: ([{ subforum }]) => pageHead(subforum.name, subforum.description),
    renderHtml: ([{ subforum }]) => renderForumHtml(subforum.name),
  }),
];
