import { buildUrl } from "#domain/api/route.ts";
import { buildPage } from "#domain/build/api.ts";
import { eventsPage } from "#domain/events/api.ts";
import { levelBrowserPage, levelPage, userLevelsPage } from "#domain/levels/api.ts";
import { levelPictureSource } from "#domain/levels/picture-source.ts";
import { downloadPage } from "#domain/play/api.ts";
import { ratingsPage } from "#domain/ratings/api.ts";
import { playPage, worldRoute } from "#domain/runs/api.ts";
import { SITE } from "#domain/site.ts";
import { eventShareCard, levelShareCard, sharePicturePath } from "../../share/share-card.ts";
import { excerpt, pageHead, thumbnailsOf, type ViewEntry, viewOf } from "../page-view.ts";
import {
  renderHeadingHtml,
  renderLevelHtml,
  renderListHtml,
  renderPlayHtml,
  renderUserLevelsHtml,
} from "../render-html.ts";

/** Pages of levels, events and ratings. */
export const LEVELS_VIEWS: readonly ViewEntry[] = [
  viewOf(levelBrowserPage, {
    // If there's a carousel, its response is the last one; it's shown above the list.
    renderHtml: (responses) => renderListHtml("Levels", thumbnailsOf(responses.at(-1))),
    picture: (responses) => thumbnailsOf(responses.at(-1))[0],
  }),
  viewOf(levelPage, {
    head: ([{ level }]) => {
      const { title, description, user } = level;
      return {
        title: `${title} · ${SITE.name}`,
        previewTitle: `${title} by ${user.username}`,
        description: excerpt(description, `A level by ${user.username}.`),
        image: sharePicturePath(levelShareCard(level), level.id),
        type: "article",
      };
    },
    renderHtml: ([{ level }]) => renderLevelHtml(level.title, levelPictureSource(level)),
    picture: ([{ level }]) => levelPictureSource(level),
  }),
  viewOf(playPage, {
    head: ([{ level }]) => {
      const { title, description, user } = level;
      return {
        title: `Play ${title} · ${SITE.name}`,
        description: excerpt(description, `A level by ${user.username}.`),
        image: null,
        type: "article",
      };
    },
    renderHtml: ([{ level }]) => renderPlayHtml(level.title, level.user.username, level.thumbnail_url),
    picture: ([{ level }]) => level.thumbnail_url,
    download: ({ id }) => buildUrl(worldRoute, { id: Number(id) }, {}),
  }),
  viewOf(buildPage, { head: ([{ build }]) => pageHead(`Build ${build.level.title}`) }),
  viewOf(eventsPage, {
    // A shared link names an event.
    head: ([{ events }], query) => {
      const head = pageHead(eventsPage.title, eventsPage.description);
      const event = events.find(({ id }) => String(id) === query.get("event"));
      if (!event) return head;
      return {
        ...head,
        previewTitle: event.short_name,
        description: excerpt(event.description, head.description),
        image: sharePicturePath(eventShareCard(event), event.id),
        query: `?event=${event.id}`,
      };
    },
    renderHtml: () => renderHeadingHtml(eventsPage.title),
  }),
  viewOf(downloadPage, { renderHtml: () => renderHeadingHtml(downloadPage.title) }),
  viewOf(userLevelsPage, {
    head: ([{ user }]) => pageHead(`Levels by ${user.username}`),
    renderHtml: ([list]) => renderUserLevelsHtml(`Levels by ${list.user.username}`, thumbnailsOf(list)),
    picture: ([list]) => thumbnailsOf(list)[0],
  }),
  viewOf(ratingsPage, { renderHtml: () => renderHeadingHtml(ratingsPage.title) }),
];
