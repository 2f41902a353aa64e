import { readPage } from "#domain/api/list-view.ts";
import { eventsRoute, pastEventsRoute } from "#domain/events/api.ts";
import { levelListRoute, levelRoute, userLevelsRoute } from "#domain/levels/api.ts";
import { showsFeatured } from "#domain/levels/rules.ts";
import { FEATURED_INPUT, readLevelView } from "#domain/levels/view.ts";
import { downloadsRoute } from "#domain/play/api.ts";
import { ratingSearchRoute } from "#domain/ratings/api.ts";
import { readRatingView } from "#domain/ratings/view.ts";
import { SITE } from "#domain/site.ts";
import { ask, comments, ownerOf, type Page, picturesOf, plain, summary } from "../page.ts";
import { headingPaint, levelPaint, listPaint, userLevelsPaint } from "../paint.ts";

interface Titled {
  title: string;
  description: string;
  thumbnail_url: string;
  user: { username: string };
}

/** Levels, what is made of them and what is said about them. */
export const LEVELS_PAGES: Page[] = [
  {
    path: "/levels",
    chunk: () => "web/features/levels/pages/browser-page.tsx",
    preload: (_, query) => {
      const view = readLevelView(query);
      const list = ask(levelListRoute, {}, view);
      return showsFeatured({ ...view, failed: false })
        ? [list, ask(levelListRoute, {}, FEATURED_INPUT)]
        : [list];
    },
    plain: plain("Levels", "Thousands of levels to play, made by players."),
    // The carousel is above the list where there is one.
    paint: (answers) => listPaint("Levels", picturesOf(answers.at(-1))),
    picture: (answers) => picturesOf(answers.at(-1))[0],
  },
  {
    path: "/levels/:id",
    chunk: () => "web/app/pages/level-page.tsx",
    preload: ({ id }) => [ask(levelRoute, { id: Number(id) }), comments("level", id)],
    plain: plain("Level"),
    paint: ([answer]) => {
      const { title, thumbnail_url } = (answer as { level: Titled }).level;
      return levelPaint(title, thumbnail_url);
    },
    picture: ([answer]) => (answer as { level: Titled }).level.thumbnail_url,
    head: ([answer]) => {
      const { title, description, thumbnail_url, user } = (answer as { level: Titled }).level;
      return {
        title: `${title} · ${SITE.name}`,
        description: summary(description, `A level by ${user.username}.`),
        image: thumbnail_url.endsWith(".svg") ? null : thumbnail_url,
        type: "article",
      };
    },
  },
  {
    path: "/levels/:id/edit",
    chunk: () => "web/app/pages/level-edit-page.tsx",
    preload: ({ id }) => [ask(levelRoute, { id: Number(id) })],
    plain: plain("Edit level"),
  },
  {
    path: "/level/create",
    chunk: () => "web/features/levels/pages/create-page.tsx",
    plain: plain("Create a level"),
  },
  {
    path: "/events",
    chunk: () => "web/app/pages/events-page.tsx",
    preload: (_, query) => [ask(eventsRoute), ask(pastEventsRoute, {}, { page: readPage(query) })],
    plain: plain("Events", "Levels to clear together while there is time, and what can be won with them."),
    paint: () => headingPaint("Events"),
  },
  {
    path: "/download",
    chunk: () => "web/features/play/download-page.tsx",
    preload: () => [ask(downloadsRoute)],
    plain: plain(
      `Download ${SITE.client}`,
      `${SITE.client} runs the levels of ${SITE.name} on your computer.`,
    ),
    paint: () => headingPaint(`Download ${SITE.client}`),
  },
  {
    path: "/users/:username/levels",
    chunk: () => "web/features/levels/pages/user-levels-page.tsx",
    preload: ({ username = "" }, query) => [
      ask(userLevelsRoute, { username }, { page: readPage(query), search: query.get("search") ?? "" }),
    ],
    plain: plain("Levels"),
    head: ([answer]) => plain(`Levels by ${ownerOf(answer).username}`),
    paint: ([answer]) => userLevelsPaint(`Levels by ${ownerOf(answer).username}`, picturesOf(answer)),
    picture: ([answer]) => picturesOf(answer)[0],
  },
  {
    path: "/ratings",
    chunk: () => "web/app/pages/ratings-page.tsx",
    preload: (_, query) => [ask(ratingSearchRoute, {}, readRatingView(query))],
    plain: plain("Ratings", "What everybody thinks of every level."),
    paint: () => headingPaint("Ratings"),
  },
];
