import { achievementsPage } from "#domain/achievements/api.ts";
import type { Page, Preload, ResponsesOf } from "#domain/api/page.ts";
import { buildUrl } from "#domain/api/route.ts";
import { buddiesPage } from "#domain/buddies/api.ts";
import { buildPage } from "#domain/build/api.ts";
import { eventsPage } from "#domain/events/api.ts";
import { followersPage, followingPage } from "#domain/follows/api.ts";
import {
  bookmarksPage,
  forumIndexPage,
  forumSearchPage,
  subforumPage,
  threadPage,
} from "#domain/forums/api.ts";
import { plainText } from "#domain/forums/markdown/render-markdown.ts";
import { SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import { goldPage } from "#domain/gold/api.ts";
import { homePage } from "#domain/home/api.ts";
import { heroMarkup, heroPictureUrl } from "#domain/home/hero-markup.ts";
import { inventoryPage } from "#domain/inventory/api.ts";
import type { Item } from "#domain/items/api.ts";
import { levelBrowserPage, levelPage, userLevelsPage } from "#domain/levels/api.ts";
import { type ImageSource, levelPictureSource } from "#domain/levels/picture-source.ts";
import { downloadPage } from "#domain/play/api.ts";
import { ratingsPage } from "#domain/ratings/api.ts";
import { playPage, worldRoute } from "#domain/runs/api.ts";
import { itemPage, shopPage } from "#domain/shop/api.ts";
import { SITE } from "#domain/site.ts";
import { transactionsPage } from "#domain/transactions/api.ts";
import { directoryPage, profilePage } from "#domain/users/api.ts";
import {
  eventShareCard,
  itemShareCard,
  levelShareCard,
  profileShareCard,
  sharePicturePath,
  threadShareCard,
} from "../share/share-card.ts";
import type { PageHead } from "./html.ts";
import {
  renderForumHtml,
  renderHeadingHtml,
  renderInventoryHtml,
  renderItemHtml,
  renderItemsHtml,
  renderLevelHtml,
  renderListHtml,
  renderPeopleHtml,
  renderPlayHtml,
  renderProfileHtml,
  renderUserLevelsHtml,
} from "./render-html.ts";

/** The parts of a page's HTML besides its title and preloaded responses. */
interface PageView<P extends readonly Preload[] = readonly Preload[]> {
  /** The head with data from the responses, in the order of the page's preloads. */
  head?(responses: ResponsesOf<P>, query: URLSearchParams): PageHead;
  /** Server-rendered content, shown until the page's code has loaded. */
  renderHtml?(responses: ResponsesOf<P>, isMember: boolean): string;
  /** The first screen's largest image, preloaded first, whether or not the HTML contains it. */
  picture?(responses: ResponsesOf<P>, isMember: boolean): ImageSource | string | undefined;
  /** URL of a file that the page downloads as soon as it runs. */
  download?(params: Record<string, string>): string;
}

type ViewEntry = readonly [Page, PageView];

/** Declares the view of a page. Its functions get the responses to that page's preloads. */
const viewOf = <P extends readonly Preload[]>(page: Page<P>, view: PageView<P>): ViewEntry => [
  page as Page,
  view as PageView,
];

/** A head that needs no response. */
export const pageHead = (title: string, description: string = SITE.description): PageHead => ({
  title: `${title} · ${SITE.name}`,
  description,
  image: null,
  type: "website",
});

/** The thumbnail URLs of a list, in order. */
const thumbnailsOf = (list: { data: readonly { thumbnail_url: string }[] } | undefined): string[] =>
  (list?.data ?? []).map(({ thumbnail_url }) => thumbnail_url);

/** The start of a text as one line, or `otherwise` if it's empty. Doesn't split surrogate pairs. */
const excerpt = (text: string, otherwise: string) =>
  text
    ? text
        .replace(/\s+/g, " ")
        .slice(0, 200)
        .replace(/[\ud800-\udbff]$/, "")
    : otherwise;

/** Pages of levels, events and ratings. */
const LEVELS_VIEWS: readonly ViewEntry[] = [
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

/** Pages of users and buddies. */
const PEOPLE_VIEWS: readonly ViewEntry[] = [
  viewOf(directoryPage, {
    renderHtml: ([{ data }]) =>
      renderPeopleHtml(
        directoryPage.title,
        data.map(({ username }) => username),
      ),
  }),
  viewOf(profilePage, {
    head: ([{ user }]) => {
      const { username, bio } = user;
      return {
        title: `${username} · ${SITE.name}`,
        previewTitle: username,
        description: excerpt(bio, `${username} on ${SITE.name}.`),
        image: sharePicturePath(profileShareCard(user), username),
        type: "profile",
      };
    },
    renderHtml: ([{ user }]) => renderProfileHtml(user.username, user.bopi.avatar_url, user.custom_theme),
    picture: ([{ user }]) => user.bopi.avatar_url,
  }),
  viewOf(achievementsPage, {
    head: ([
      {
        user: { username },
      },
    ]) => pageHead(`${username}'s Achievements`, `What ${username} has achieved on ${SITE.name}.`),
    // For a member this may be their own page, with a different heading.
    renderHtml: ([{ user }], isMember) =>
      isMember ? "" : renderHeadingHtml(`${user.username}'s Achievements`),
  }),
  viewOf(buddiesPage, { head: ([{ user }]) => pageHead(`${user.username}'s Buddies`) }),
  viewOf(followersPage, { head: ([{ user }]) => pageHead(`${user.username}'s followers`) }),
  viewOf(followingPage, { head: ([{ user }]) => pageHead(`Followed by ${user.username}`) }),
];

const FORUMS_VIEWS: readonly ViewEntry[] = [
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

/** A short phrase on how to get the item. */
function describeSale({ is_purchasable, price, is_resold, lowest_price }: Item): string {
  if (is_purchasable) return price === 0 ? "FREE." : `${price} ${price === 1 ? "coin" : "coins"}.`;
  if (!is_resold) return "Not for sale.";
  return lowest_price === null ? "Sold out." : `Sold out, resold from ${lowest_price} coins.`;
}

/** Pages of the shop, of items and of what bopis can equip. */
const ITEMS_VIEWS: readonly ViewEntry[] = [
  viewOf(inventoryPage, {
    head: ([{ user }]) => pageHead(`${user.username}'s Inventory`, `What ${user.username}'s bopi can wear.`),
    renderHtml: ([{ user }]) => renderInventoryHtml(`${user.username}'s Inventory`),
  }),
  viewOf(shopPage, {
    renderHtml: (responses, isMember) =>
      renderItemsHtml("Shop", thumbnailsOf(responses.at(-1)), responses.length > 1, isMember),
    picture: (responses) => thumbnailsOf(responses.at(-1))[0],
  }),
  viewOf(itemPage, {
    head: ([{ item }]) => ({
      title: `${item.name} · ${SITE.name}`,
      previewTitle: item.name,
      description: `${describeSale(item)} ${excerpt(item.description, `Made by ${item.user.username}.`)}`,
      image: sharePicturePath(itemShareCard(item), item.id),
      type: "product",
    }),
    renderHtml: ([{ item }]) => renderItemHtml(item.name, item.thumbnail_url),
    picture: ([{ item }]) => item.thumbnail_url,
  }),
];

/** The home page, and pages about the viewer's own account. */
const ACCOUNT_VIEWS: readonly ViewEntry[] = [
  viewOf(homePage, {
    head: () => ({ ...pageHead(""), title: homePage.title }),
    renderHtml: ([home], isMember) => (isMember ? "" : heroMarkup(home?.starters ?? [])),
    picture: ([home], isMember) => (isMember ? undefined : heroPictureUrl(home?.starters ?? [])),
  }),
  viewOf(transactionsPage, { renderHtml: () => renderHeadingHtml(transactionsPage.title) }),
  viewOf(goldPage, { renderHtml: () => renderHeadingHtml(goldPage.title) }),
];

/** The views of pages whose HTML has more than a title. */
export const PAGE_VIEWS: ReadonlyMap<Page, PageView> = new Map([
  ...ACCOUNT_VIEWS,
  ...FORUMS_VIEWS,
  ...ITEMS_VIEWS,
  ...LEVELS_VIEWS,
  ...PEOPLE_VIEWS,
]);
