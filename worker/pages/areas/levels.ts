import { readPage } from "#domain/api/list-view.ts";
import { buildUrl } from "#domain/api/route.ts";
import { buildRoute } from "#domain/build/api.ts";
import { eventsRoute, pastEventsRoute } from "#domain/events/api.ts";
import type { LevelEvent } from "#domain/events/event.ts";
import { type Level, levelListRoute, levelRoute, userLevelsRoute } from "#domain/levels/api.ts";
import { levelPictureSource } from "#domain/levels/picture-source.ts";
import { showsFeatured } from "#domain/levels/rules.ts";
import { FEATURED_INPUT, readLevelView } from "#domain/levels/view.ts";
import { downloadsRoute } from "#domain/play/api.ts";
import { ratingSearchRoute } from "#domain/ratings/api.ts";
import { readRatingView } from "#domain/ratings/view.ts";
import { levelPlayRoute, worldRoute } from "#domain/runs/api.ts";
import { SITE } from "#domain/site.ts";
import { eventShareCard, levelShareCard, sharePicturePath } from "../../share/share-card.ts";
import {
  excerpt,
  ownerOf,
  type PageDefinition,
  pageHead,
  preloadComments,
  preloadRoute,
  thumbnailsOf,
} from "../page.ts";
import {
  renderHeadingHtml,
  renderLevelHtml,
  renderListHtml,
  renderPlayHtml,
  renderUserLevelsHtml,
} from "../render-html.ts";

interface Titled {
  title: string;
  description: string;
  thumbnail_url: string;
  picture_url: string;
  user: { username: string };
}

const EVENTS_HEAD = pageHead(
  "Events",
  "Levels to clear together before time runs out, and what you can win.",
);

/** Pages of levels, events and ratings. */
export const LEVELS_PAGES: PageDefinition[] = [
  {
    path: "/levels",
    chunk: () => "web/features/levels/pages/browser-page.tsx",
    preload: (_, query) => {
      const view = readLevelView(query);
      const list = preloadRoute(levelListRoute, {}, view);
      return showsFeatured({ ...view, failed: false })
        ? [list, preloadRoute(levelListRoute, {}, FEATURED_INPUT)]
        : [list];
    },
    defaultHead: pageHead(
      "Levels",
      "Levels made by players. Play them right in your browser, with nothing to install.",
    ),
    // If there's a carousel, its response is the last one; it's shown above the list.
    renderHtml: (responses) => renderListHtml("Levels", thumbnailsOf(responses.at(-1))),
    picture: (responses) => thumbnailsOf(responses.at(-1))[0],
  },
  {
    path: "/levels/:id",
    chunk: () => "web/features/levels/pages/level-page.tsx",
    preload: ({ id }) => [preloadRoute(levelRoute, { id: Number(id) }), preloadComments("level", id)],
    defaultHead: pageHead("Level"),
    renderHtml: ([response]) => {
      const { level } = response as { level: Level };
      return renderLevelHtml(level.title, levelPictureSource(level));
    },
    picture: ([response]) => levelPictureSource((response as { level: Level }).level),
    head: ([response]) => {
      const { level } = response as { level: Level };
      const { title, description, user } = level;
      return {
        title: `${title} · ${SITE.name}`,
        previewTitle: `${title} by ${user.username}`,
        description: excerpt(description, `A level by ${user.username}.`),
        image: sharePicturePath(levelShareCard(level), level.id),
        type: "article",
      };
    },
  },
  {
    path: "/play/:id",
    chunk: () => "web/features/player/pages/play-page.tsx",
    laterChunk: "web/game/game.ts",
    preload: ({ id }) => [preloadRoute(levelPlayRoute, { id: Number(id) })],
    download: ({ id }) => buildUrl(worldRoute, { id: Number(id) }, {}),
    defaultHead: pageHead("Play"),
    renderHtml: ([response]) => {
      const { title, user, thumbnail_url } = (response as { level: Titled }).level;
      return renderPlayHtml(title, user.username, thumbnail_url);
    },
    picture: ([response]) => (response as { level: Titled }).level.thumbnail_url,
    head: ([response]) => {
      const { title, description, user } = (response as { level: Titled }).level;
      return {
        title: `Play ${title} · ${SITE.name}`,
        description: excerpt(description, `A level by ${user.username}.`),
        image: null,
        type: "article",
      };
    },
  },
  {
    path: "/levels/:id/edit",
    chunk: () => "web/features/levels/pages/level-edit-page.tsx",
    preload: ({ id }) => [preloadRoute(levelRoute, { id: Number(id) })],
    defaultHead: pageHead("Edit level"),
  },
  {
    path: "/level/create",
    chunk: () => "web/features/levels/pages/create-page.tsx",
    defaultHead: pageHead("Create a level"),
  },
  {
    path: "/build/new",
    chunk: () => "web/features/builder/pages/build-new-page.tsx",
    defaultHead: pageHead("Start from a world"),
  },
  {
    path: "/build/:id",
    chunk: () => "web/features/builder/pages/build-page.tsx",
    laterChunk: "web/game/edit/create-level-editor.ts",
    preload: ({ id }) => [preloadRoute(buildRoute, { id: Number(id) })],
    defaultHead: pageHead("Build"),
    head: ([response]) => pageHead(`Build ${(response as { build: { level: Titled } }).build.level.title}`),
  },
  {
    path: "/events",
    chunk: () => "web/features/events/pages/events-page.tsx",
    preload: (_, query) => [
      preloadRoute(eventsRoute),
      preloadRoute(pastEventsRoute, {}, { page: readPage(query) }),
    ],
    defaultHead: EVENTS_HEAD,
    // A shared link names an event.
    head: ([response], query) => {
      const { events } = response as { events: LevelEvent[] };
      const event = events.find(({ id }) => String(id) === query.get("event"));
      if (!event) return EVENTS_HEAD;
      return {
        ...EVENTS_HEAD,
        previewTitle: event.short_name,
        description: excerpt(event.description, EVENTS_HEAD.description),
        image: sharePicturePath(eventShareCard(event), event.id),
        query: `?event=${event.id}`,
      };
    },
    renderHtml: () => renderHeadingHtml("Events"),
  },
  {
    path: "/download",
    chunk: () => "web/features/play/pages/download-page.tsx",
    preload: () => [preloadRoute(downloadsRoute)],
    defaultHead: pageHead(
      `Download ${SITE.client}`,
      `Levels of ${SITE.name} play right in your browser. ${SITE.client} is an optional app for your computer.`,
    ),
    renderHtml: () => renderHeadingHtml(`Download ${SITE.client}`),
  },
  {
    path: "/users/:username/levels",
    chunk: () => "web/features/levels/pages/user-levels-page.tsx",
    preload: ({ username = "" }, query) => [
      preloadRoute(
        userLevelsRoute,
        { username },
        { page: readPage(query), search: query.get("search") ?? "" },
      ),
    ],
    defaultHead: pageHead("Levels"),
    head: ([response]) => pageHead(`Levels by ${ownerOf(response).username}`),
    renderHtml: ([response]) =>
      renderUserLevelsHtml(`Levels by ${ownerOf(response).username}`, thumbnailsOf(response)),
    picture: ([response]) => thumbnailsOf(response)[0],
  },
  {
    path: "/ratings",
    chunk: () => "web/features/ratings/pages/ratings-page.tsx",
    preload: (_, query) => [preloadRoute(ratingSearchRoute, {}, readRatingView(query))],
    defaultHead: pageHead("Ratings", "What everyone thinks of every level."),
    renderHtml: () => renderHeadingHtml("Ratings"),
  },
];
