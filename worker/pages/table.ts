import { readListView, readPage } from "#domain/api/list-view.ts";
import type { Route } from "#domain/api/route.ts";
import { goldRoute } from "#domain/billing/api.ts";
import { buddyListRoute } from "#domain/buddies/api.ts";
import { asideRunsRoute } from "#domain/clears/api.ts";
import { commentListRoute } from "#domain/comments/api.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { conversationListRoute } from "#domain/conversations/api.ts";
import { eventsRoute, pastEventsRoute, staffChallengesRoute, staffEventsRoute } from "#domain/events/api.ts";
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
import { homeRoute } from "#domain/home/api.ts";
import { heroMarkup } from "#domain/home/hero.ts";
import { hostListRoute, signingKeysRoute } from "#domain/hosts/api.ts";
import { inventoryRoute } from "#domain/inventory/api.ts";
import { inventoryInput, readInventoryView } from "#domain/inventory/view.ts";
import { type Item, itemRoute } from "#domain/items/api.ts";
import { readItemView } from "#domain/items/view.ts";
import { levelListRoute, levelRoute, showcaseRoute, userLevelsRoute } from "#domain/levels/api.ts";
import { showsFeatured } from "#domain/levels/rules.ts";
import { FEATURED_INPUT, readLevelView } from "#domain/levels/view.ts";
import { appealQueueRoute, caseRoute, reportQueueRoute, standingRoute } from "#domain/moderation/api.ts";
import { readAppealView, readCaseView } from "#domain/moderation/view.ts";
import { downloadsRoute } from "#domain/play/api.ts";
import { ratingSearchRoute } from "#domain/ratings/api.ts";
import { readRatingView } from "#domain/ratings/view.ts";
import { ownReportsRoute } from "#domain/reports/api.ts";
import { ownersRoute, shopRoute } from "#domain/shop/api.ts";
import { FEATURED_SHOP_INPUT, readShopView, shopInput, showsFeaturedItems } from "#domain/shop/view.ts";
import { SITE } from "#domain/site.ts";
import {
  auditRoute,
  featuredRoute,
  goldMonthsRoute,
  grantListRoute,
  lookUpRoute,
  overviewRoute,
  userHistoryRoute,
} from "#domain/staff/api.ts";
import { readAuditView } from "#domain/staff/view.ts";
import { transactionListRoute } from "#domain/transactions/api.ts";
import { ledgerInput, readLedgerView } from "#domain/transactions/view.ts";
import { type Profile, profileRoute, userListRoute } from "#domain/users/api.ts";
import { directoryInput, readDirectoryView } from "#domain/users/view.ts";
import type { PageHead } from "./html.ts";
import {
  forumPaint,
  headingPaint,
  inventoryPaint,
  itemPaint,
  itemsPaint,
  levelPaint,
  listPaint,
  peoplePaint,
  profilePaint,
  userLevelsPaint,
} from "./paint.ts";

/** An answer that the page will ask for at once, so the page brings it along. */
export interface Preload {
  route: Route<"GET">;
  params: Record<string, string | number>;
  input: object;
}

export interface Page {
  /** Path with Hono's parameters. */
  path: string;
  /** What to bring along; the first one decides whether the page exists. */
  preload?(params: Record<string, string>, query: URLSearchParams): Preload[];
  /** Title and unfurl tags as far as the address alone tells. */
  plain: PageHead;
  /** The same with the answers, in the order of `preload`. */
  head?(answers: unknown[]): PageHead;
  /** What the HTML itself shows until the page's code is here. */
  paint?(answers: unknown[], isMember: boolean): string;
  /** The largest picture of the first screen, which is fetched before anything else, whether or not the HTML paints it. */
  picture?(answers: unknown[]): string | undefined;
  /** The page's module, or the name of its chunk group, so that its script is fetched with the HTML. */
  chunk: (isMember: boolean) => string;
  developmentOnly?: boolean;
  /** To whoever may not have what it brings along, the page does not exist. */
  secret?: boolean;
}

const plain = (title: string, description: string = SITE.description): PageHead => ({
  title: `${title} · ${SITE.name}`,
  description,
  image: null,
  type: "website",
});

const ask = (
  route: Route<"GET">,
  params: Record<string, string | number> = {},
  input: object = {},
): Preload => ({
  route,
  params,
  input,
});

const comments = (type: CommentTarget, id: string | undefined) =>
  ask(commentListRoute, { type, id: Number(id) }, { page: 1 });

interface Titled {
  title: string;
  description: string;
  thumbnail_url: string;
  user: { username: string };
}

const picturesOf = (answer: unknown) =>
  (answer as { data: { thumbnail_url: string }[] }).data.map(({ thumbnail_url }) => thumbnail_url);

const ownerOf = (answer: unknown) =>
  (answer as { user: { username: string; bopi: { avatar_url: string } } }).user;

/** The beginning of a text, in one line; a cut never leaves half a character. */
const summary = (text: string, otherwise: string) =>
  text
    ? text
        .replace(/\s+/g, " ")
        .slice(0, 200)
        .replace(/[\ud800-\udbff]$/, "")
    : otherwise;

/** How an item can be had, in a few words. */
function saleWords({ is_purchasable, price, is_resold, lowest_price }: Item): string {
  if (is_purchasable) return price === 0 ? "FREE." : `${price} ${price === 1 ? "coin" : "coins"}.`;
  if (!is_resold) return "Not for sale.";
  return lowest_price === null ? "Sold out." : `Sold out, resold from ${lowest_price} coins.`;
}

/** Every page the web app has. An address that is not here is answered with the 404 page and its status. */
export const PAGES: Page[] = [
  {
    path: "/",
    chunk: (isMember) => (isMember ? "web/app/home/member-page.tsx" : "front"),
    preload: () => [ask(homeRoute)],
    plain: { ...plain(""), title: `${SITE.name}: ${SITE.description}` },
    paint: (_, isMember) => (isMember ? "" : heroMarkup()),
  },
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
    path: "/users",
    chunk: () => "web/features/users/directory-page.tsx",
    preload: (_, query) => [ask(userListRoute, {}, directoryInput(readDirectoryView(query), 1))],
    plain: plain("Users", "Everybody who lives here, and who is online or in a game right now."),
    paint: ([answer]) => {
      const { data } = answer as { data: { username: string }[] };
      return peoplePaint(
        "Users",
        data.map(({ username }) => username),
      );
    },
  },
  {
    path: "/users/:username",
    chunk: () => "web/app/pages/profile-page.tsx",
    preload: ({ username = "" }) => [ask(profileRoute, { username }), ask(showcaseRoute, { username })],
    plain: plain("Profile"),
    head: ([answer]) => {
      const { username, bio } = (answer as { user: { username: string; bio: string } }).user;
      return {
        title: `${username} · ${SITE.name}`,
        description: summary(bio, `${username} on ${SITE.name}.`),
        image: null,
        type: "profile",
      };
    },
    paint: ([answer]) => {
      const { username, bopi, custom_theme } = (answer as { user: Profile }).user;
      return profilePaint(username, bopi.avatar_url, custom_theme);
    },
    picture: ([answer]) => ownerOf(answer).bopi.avatar_url,
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
    path: "/users/:username/inventory",
    chunk: () => "web/features/inventory/inventory-page.tsx",
    // What the chosen entry's history says is asked for by the page: an entry that is gone is no missing page.
    preload: ({ username = "" }, query) => [
      ask(inventoryRoute, { username }, inventoryInput(readInventoryView(query))),
    ],
    plain: plain("Inventory"),
    head: ([answer]) => {
      const { username } = ownerOf(answer);
      return plain(`${username}'s Inventory`, `What ${username}'s bopi can wear.`);
    },
    paint: ([answer]) => inventoryPaint(`${ownerOf(answer).username}'s Inventory`),
  },
  {
    path: "/users/:username/achievements",
    chunk: () => "web/features/achievements/achievements-page.tsx",
    // The list goes by the id, which comes with the profile.
    preload: ({ username = "" }) => [ask(profileRoute, { username })],
    plain: plain("Achievements"),
    head: ([answer]) => {
      const { username } = ownerOf(answer);
      return plain(`${username}'s Achievements`, `What ${username} has achieved on ${SITE.name}.`);
    },
    // To a member they may be their own, under another heading.
    paint: ([answer], isMember) =>
      isMember ? "" : headingPaint(`${ownerOf(answer).username}'s Achievements`),
  },
  ...["/users/:username/buddies", "/users/:username/buddies/:tab"].map(
    (path): Page => ({
      path,
      chunk: () => "web/features/buddies/buddies-page.tsx",
      preload: ({ username = "", tab = "buddies" }, query) => [
        ask(buddyListRoute, { username, tab }, readListView(query)),
      ],
      plain: plain("Buddies"),
      head: ([answer]) => plain(`${ownerOf(answer).username}'s Buddies`),
    }),
  ),
  { path: "/blocks", chunk: () => "web/features/blocks/blocks-page.tsx", plain: plain("Blocked users") },
  {
    path: "/shop",
    chunk: () => "web/features/shop/shop-page.tsx",
    preload: (_, query) => {
      const view = readShopView(query);
      const list = ask(shopRoute, {}, shopInput(view));
      return showsFeaturedItems(view) ? [list, ask(shopRoute, {}, FEATURED_SHOP_INPUT)] : [list];
    },
    plain: plain("Shop", "Hats, toys, faces and clothes for your bopi, most of them made by players."),
    paint: (answers, isMember) =>
      itemsPaint("Shop", picturesOf(answers.at(-1)), answers.length > 1, isMember),
    picture: (answers) => picturesOf(answers.at(-1))[0],
  },
  {
    path: "/shop/create",
    chunk: () => "web/features/shop/create-page.tsx",
    plain: plain("Create an item", "Shirts, pants and shoes of your own making."),
  },
  {
    path: "/avatar",
    chunk: () => "web/app/pages/avatar-page.tsx",
    plain: plain("Your bopi", "Hats, faces, clothes, toys and colors for your bopi."),
  },
  {
    path: "/items/:id",
    chunk: () => "web/app/pages/item-page.tsx",
    preload: ({ id }, query) => {
      const { tab, page } = readItemView(query);
      const below = tab === "owners" ? ask(ownersRoute, { id: Number(id) }, { page }) : comments("item", id);
      return [ask(itemRoute, { id: Number(id) }), below];
    },
    plain: plain("Item"),
    head: ([answer]) => {
      const { item } = answer as { item: Item };
      return {
        title: `${item.name} · ${SITE.name}`,
        description: `${saleWords(item)} ${summary(item.description, `Made by ${item.user.username}.`)}`,
        image: item.thumbnail_url.endsWith(".svg") ? null : item.thumbnail_url,
        type: "product",
      };
    },
    paint: ([answer]) => {
      const { name, thumbnail_url } = (answer as { item: Item }).item;
      return itemPaint(name, thumbnail_url);
    },
    picture: ([answer]) => (answer as { item: Item }).item.thumbnail_url,
  },
  {
    path: "/items/:id/edit",
    chunk: () => "web/app/pages/item-edit-page.tsx",
    preload: ({ id }) => [ask(itemRoute, { id: Number(id) })],
    plain: plain("Edit item"),
  },
  {
    path: "/wishlist",
    chunk: () => "web/features/wishes/wishlist-page.tsx",
    plain: plain("Wishlist", "The items you want."),
  },
  {
    path: "/ratings",
    chunk: () => "web/app/pages/ratings-page.tsx",
    preload: (_, query) => [ask(ratingSearchRoute, {}, readRatingView(query))],
    plain: plain("Ratings", "What everybody thinks of every level."),
    paint: () => headingPaint("Ratings"),
  },
  {
    path: "/chat",
    chunk: () => "web/app/pages/chat-page.tsx",
    // A moderator's look at somebody's chat is asked for by the page: it is written down.
    preload: (_, query) => (query.has("as") ? [] : [ask(conversationListRoute, {}, { page: 1 })]),
    plain: plain("Chat", "Private messages between players."),
  },
  { path: "/report/:type/:target", chunk: () => "web/app/pages/report-page.tsx", plain: plain("Report") },
  {
    path: "/notifications",
    chunk: () => "web/features/notifications/notifications-page.tsx",
    plain: plain("Notifications"),
  },
  {
    path: "/transactions",
    chunk: () => "web/features/transactions/transactions-page.tsx",
    preload: (_, query) => [ask(transactionListRoute, {}, ledgerInput(readLedgerView(query)))],
    plain: plain("Transactions", "Where coins, XP and items came from and went to."),
    paint: () => headingPaint("Transactions"),
  },
  ...["/settings", "/settings/:settingsTab"].map(
    (path): Page => ({ path, chunk: () => "web/app/pages/settings-page.tsx", plain: plain("Settings") }),
  ),
  {
    path: "/gold",
    chunk: () => "web/features/billing/gold-page.tsx",
    preload: () => [ask(goldRoute)],
    plain: plain("Gold", "Daily coins, more XP, more levels, a profile of your own and a golden name."),
    paint: () => headingPaint("Gold"),
  },
  {
    path: "/email/revert/:token",
    chunk: () => "web/features/auth/revert-page.tsx",
    plain: plain("Take the change back"),
  },
  {
    path: "/staff/reports",
    chunk: () => "web/app/pages/staff-reports-page.tsx",
    preload: (_, query) => [ask(reportQueueRoute, {}, readCaseView(query))],
    plain: plain("Reports"),
    secret: true,
  },
  {
    path: "/staff/clears",
    chunk: () => "web/app/pages/staff-clears-page.tsx",
    preload: (_, query) => [ask(asideRunsRoute, {}, { page: readPage(query) })],
    plain: plain("Implausible clears"),
    secret: true,
  },
  {
    path: "/staff/hosts",
    chunk: () => "web/app/pages/staff-hosts-page.tsx",
    preload: (_, query) => [ask(hostListRoute, {}, { page: readPage(query) }), ask(signingKeysRoute)],
    plain: plain("Game hosts"),
    secret: true,
  },
  {
    path: "/staff/events",
    chunk: () => "web/app/pages/staff-events-page.tsx",
    preload: (_, query) => [ask(staffEventsRoute, {}, { page: readPage(query) })],
    plain: plain("Events"),
    secret: true,
  },
  {
    path: "/staff/challenges",
    chunk: () => "web/app/pages/staff-challenges-page.tsx",
    preload: (_, query) => [ask(staffChallengesRoute, {}, { page: readPage(query) })],
    plain: plain("Challenges"),
    secret: true,
  },
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
  {
    path: "/reports",
    chunk: () => "web/app/pages/own-reports-page.tsx",
    preload: (_, query) => [ask(ownReportsRoute, {}, { page: readPage(query) })],
    plain: plain("Your reports"),
  },
  {
    path: "/standing",
    chunk: () => "web/app/pages/standing-page.tsx",
    preload: () => [ask(standingRoute)],
    plain: plain("Your standing"),
  },
  {
    path: "/staff",
    chunk: () => "web/app/pages/staff/home-page.tsx",
    preload: () => [ask(overviewRoute)],
    plain: plain("Staff"),
    secret: true,
  },
  {
    path: "/staff/reports/:id",
    chunk: () => "web/app/pages/staff/case-page.tsx",
    preload: ({ id }) => [ask(caseRoute, { id: Number(id) })],
    plain: plain("Report"),
    secret: true,
  },
  {
    path: "/staff/appeals",
    chunk: () => "web/app/pages/staff/appeals-page.tsx",
    preload: (_, query) => [ask(appealQueueRoute, {}, readAppealView(query))],
    plain: plain("Appeals"),
    secret: true,
  },
  {
    path: "/staff/held",
    chunk: () => "web/app/pages/staff/held-page.tsx",
    plain: plain("Held posts"),
    secret: true,
  },
  {
    path: "/staff/words",
    chunk: () => "web/app/pages/staff/words-page.tsx",
    plain: plain("Words"),
    secret: true,
  },
  {
    path: "/staff/items",
    chunk: () => "web/app/pages/staff/items-page.tsx",
    plain: plain("Items to review"),
    secret: true,
  },
  {
    path: "/staff/users",
    chunk: () => "web/app/pages/staff/users-page.tsx",
    preload: (_, query) => [ask(lookUpRoute, {}, { search: readListView(query).search })],
    plain: plain("Look up users"),
    secret: true,
  },
  {
    path: "/staff/users/:username",
    chunk: () => "web/app/pages/staff/user-page.tsx",
    // The account itself is asked for by the page: that it is looked at is written down.
    preload: ({ username = "" }) => [ask(userHistoryRoute, { username })],
    plain: plain("User"),
    secret: true,
  },
  {
    path: "/staff/featured",
    chunk: () => "web/app/pages/staff/featured-page.tsx",
    preload: () => [ask(featuredRoute)],
    plain: plain("Featured"),
    secret: true,
  },
  {
    path: "/staff/grants",
    chunk: () => "web/app/pages/staff/grants-page.tsx",
    preload: () => [ask(grantListRoute)],
    plain: plain("Grants"),
    secret: true,
  },
  {
    path: "/staff/gold-month",
    chunk: () => "web/app/pages/staff/gold-month-page.tsx",
    preload: () => [ask(goldMonthsRoute)],
    plain: plain("Gold month"),
    secret: true,
  },
  {
    path: "/staff/audit",
    chunk: () => "web/app/pages/staff/audit-page.tsx",
    preload: (_, query) => [ask(auditRoute, {}, readAuditView(query))],
    plain: plain("Audit log"),
    secret: true,
  },
  { path: "/register", chunk: () => "web/features/auth/register-page.tsx", plain: plain("Sign up") },
  { path: "/login", chunk: () => "web/features/auth/login-page.tsx", plain: plain("Sign in") },
  {
    path: "/forgot-password",
    chunk: () => "web/features/auth/forgot-page.tsx",
    plain: plain("Forgotten password"),
  },
  {
    path: "/reset-password/:token",
    chunk: () => "web/features/auth/reset-page.tsx",
    plain: plain("Choose a new password"),
  },
  {
    path: "/dev/ui",
    chunk: () => "web/app/dev/ui-page.tsx",
    plain: plain("Design system"),
    developmentOnly: true,
  },
];

export const MISSING: PageHead = {
  title: `Not found · ${SITE.name}`,
  description: SITE.description,
  image: null,
  type: "website",
};
