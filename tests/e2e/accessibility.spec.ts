import type { Page } from "@playwright/test";
import { isForStaff } from "#domain/api/page.ts";
import { PAGES } from "#domain/api/pages.ts";
import { examplePath } from "#scripts/bench/example-path.ts";
import type { Api, ApiLevel, ListPage } from "./api.ts";
import type { Complaints } from "./complaints.ts";
import { expectFits } from "./expect-accessible.ts";
import { expectGoodPage, isPhone } from "./expect-good-page.ts";
import { expect, NIGHTLY, test } from "./test.ts";

/**
 * Returns the paths and queries of the current document's API calls. The list grows, and a page load clears it.
 * Calls after a notification aren't listed, because it refetches what it is about. Other tests cause them, too.
 */
function apiCalls(page: Page): readonly string[] {
  const calls: string[] = [];
  let isNotified = false;
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/") && !isNotified) calls.push(pathname + search);
  });
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      isNotified ||= String(payload).includes('"event":"Notified"');
    }),
  );
  // The previous document can send requests until it is replaced.
  page.on("response", (response) => {
    if (!response.request().isNavigationRequest()) return;
    calls.length = 0;
    isNotified = false;
  });
  return calls;
}

interface Screen {
  /** `{own}` is a level of the signed-in member. */
  path: string;
  /** The page's only h1. */
  heading: string | RegExp;
  /** The API or the page itself responds with 404. */
  missing?: boolean;
  /** API calls that the page makes itself. None by default: its data is in the HTML. */
  fetches?: RegExp;
  /** Those of what is in sight at once only there. */
  fetchesOnDesktop?: RegExp;
}

/** Fetched again every few seconds. */
const POLLED = /\/(presence\/counts$|playing\?)/;

const MISSING_USER = "No one here has that name";
const SCREENS: Record<"visitor" | "bobby" | "admin", Screen[]> = {
  visitor: [
    // After a few seconds it counts the people again.
    { path: "/", heading: "A toy city built by its players", fetches: /\/presence\/counts$/ },
    { path: "/levels", heading: "Levels" },
    { path: "/levels?search=qqqqzzzzx", heading: "Levels" },
    { path: "/levels?filter=favorited", heading: "Levels" },
    {
      path: "/levels?category=star+collection&order=oldest&page=2&showPrivateLevels=true",
      heading: "Levels",
    },
    { path: "/levels?search=tower&filter=rating", heading: "Levels" },
    { path: "/levels/1", heading: /./, fetchesOnDesktop: /\/clears\?/ },
    { path: "/items/1", heading: "Traffic Cone" },
    { path: "/items/1?tab=owners", heading: "Traffic Cone" },
    { path: "/items/55", heading: "Wind-Up Robot", fetches: /\/(listings|prices)\b/ },
    { path: "/users/goldie", heading: "goldie", fetches: /\/comments\// },
    { path: "/users/goldie/levels", heading: "Levels by goldie" },
    { path: "/users/goldie/inventory", heading: "goldie's Inventory" },
    { path: "/users/goldie/inventory?category=hat", heading: "goldie's Inventory" },
    { path: "/users/goldie/achievements", heading: "goldie's Achievements", fetches: /\/achievements\// },
    { path: "/events", heading: "Events" },
    { path: "/events?page=9", heading: "Events" },
    { path: "/forums", heading: "Forums" },
    { path: "/forums/1?page=2", heading: /./ },
    { path: "/forums/thread/1", heading: /./ },
    { path: "/shop", heading: "Shop" },
    { path: "/shop?search=qqqqzzzzx", heading: "Shop" },
    { path: "/gold", heading: "Gold" },
    { path: "/users", heading: "Users" },
    { path: "/users/goldie/followers", heading: "goldie's followers" },
    { path: "/users/bobby/following?page=99", heading: "Followed by bobby" },
    { path: "/users?search=qqqqzzzzx", heading: "Users" },
    { path: "/users?filter=playing", heading: "Users" },
    { path: "/users?filter=online&search=bo", heading: "Users" },
    { path: "/users/goldie/buddies", heading: "goldie's Buddies" },
    { path: "/users/goldie/buddies?search=b", heading: "goldie's Buddies" },
    { path: "/ratings", heading: "Ratings" },
    { path: "/ratings?username=goldie&rating=8&sort=difficulty&order=asc", heading: "Ratings" },
    { path: "/ratings?username=nobody_here", heading: "Ratings" },
    { path: "/register", heading: "Make your bopi" },
    { path: "/login", heading: "Welcome back" },
    { path: "/forgot-password", heading: "Forgot your password?" },
    { path: `/reset-password/${"x".repeat(43)}`, heading: "Choose a new password" },
    { path: `/email/revert/${"x".repeat(43)}`, heading: "Undo this change?" },
    { path: "/no-such-page", heading: "No one lives here", missing: true },
    { path: "/levels/999999", heading: "This level isn't here", missing: true },
    { path: "/items/999999", heading: "This item isn't here", missing: true },
    { path: "/users/nobody_here", heading: MISSING_USER, missing: true },
    { path: "/users/nobody_here/levels", heading: MISSING_USER, missing: true },
    { path: "/users/nobody_here/inventory", heading: MISSING_USER, missing: true },
    { path: "/users/nobody_here/achievements", heading: MISSING_USER, missing: true },
    { path: "/users/nobody_here/buddies", heading: MISSING_USER, missing: true },
    { path: "/users/goldie/buddies/enemies", heading: MISSING_USER, missing: true },
  ],
  bobby: [
    { path: "/", heading: "Hello, bobby!" },
    { path: "/levels", heading: "Levels" },
    { path: "/levels?filter=clearedByUser&order=newest&page=2", heading: "Levels" },
    { path: "/levels?filter=playedByUser&order=played_at", heading: "Levels" },
    { path: "/levels/{own}?revisions=1", heading: /./, fetches: /\/revisions\b/ },
    { path: "/levels/{own}/edit", heading: /^Edit “.+”$/ },
    { path: "/level/create", heading: "Create a level" },
    { path: "/build/new", heading: "Start from a world" },
    { path: "/levels/1/edit", heading: "This level isn't yours" },
    { path: "/users/bobby/inventory?category=face", heading: "bobby's Inventory" },
    { path: "/users/bobby/inventory?search=qqqqzzzzx", heading: "bobby's Inventory" },
    { path: "/shop/create/?type=shoes", heading: "Create an item", fetches: /\/avatar\// },
    { path: "/avatar", heading: "Your bopi" },
    { path: "/avatar?tab=shirt&search=qqqqzzzzx", heading: "Your bopi" },
    { path: "/chat", heading: "Chat" },
    { path: "/chat?user=goldie", heading: "Chat", fetches: /\/(users|messages)\// },
    { path: "/chat?tab=search&term=qqqqzzzzx", heading: "Chat", fetches: /\/search\b/ },
    { path: "/users/bobby", heading: "bobby", fetches: /\/comments\// },
    { path: "/users/bobby/levels", heading: "Levels by bobby" },
    { path: "/users/bobby/achievements", heading: "Your Achievements", fetches: /\/achievements\// },
    { path: "/items/2", heading: "Chef's Tower" },
    { path: "/ratings?username=bobby", heading: "Ratings" },
    { path: "/shop?category=shirt", heading: "Shop" },
    { path: "/wishlist", heading: "Wishlist", fetches: /\/wishlist\b/ },
    { path: "/items/1", heading: "Traffic Cone" },
    { path: "/gold", heading: "Gold" },
    { path: "/settings/billing", heading: "Settings" },
    { path: "/transactions", heading: "Transactions" },
    { path: "/transactions?incoming=0&sort_by=coins", heading: "Transactions" },
    { path: "/transactions?transaction_type=9&source_type=user", heading: "Transactions" },
    { path: "/me", heading: "bobby" },
    { path: "/notifications", heading: "Notifications", fetches: /\/notifications\b/ },
    { path: "/notifications?tab=settings", heading: "Notifications" },
    { path: "/settings/account", heading: "Settings", fetches: /\/auth\// },
    { path: "/settings/privacy", heading: "Settings", fetches: /\/blocks\b/ },
    { path: "/settings/appearance", heading: "Settings", fetches: /\/details$/ },
    { path: "/users/goldie", heading: "goldie", fetches: /\/comments\// },
    { path: "/users", heading: "Users" },
    { path: "/users/bobby/buddies", heading: "bobby's Buddies" },
    { path: "/users/bobby/buddies/incoming", heading: "bobby's Buddies" },
    { path: "/users/bobby/buddies/outgoing?search=qqqqzzzzx", heading: "bobby's Buddies" },
    { path: "/blocks", heading: /^Blocked users/, fetches: /\/blocks\b/ },
    { path: "/report/level/1", heading: "Report a level", fetches: /\/levels\/1$/ },
    { path: "/report/comment/1", heading: "Report a comment" },
    { path: "/report/user/nobody_here", heading: "There's nothing to report here", missing: true },
    { path: "/staff/reports", heading: "No one lives here", missing: true },
  ],
  admin: [
    { path: "/ratings?level_id=1", heading: "Ratings" },
    { path: "/blocks", heading: /^Blocked users/, fetches: /\/blocks\b/ },
    { path: "/shop/create/", heading: "Create an item", fetches: /\/avatar\// },
    { path: "/items/1/edit", heading: /^Edit “.+”$/ },
    { path: "/staff/reports", heading: "Reports" },
    { path: "/staff/team", heading: "Team" },
    { path: "/staff/events", heading: "Events" },
    { path: "/staff/challenges", heading: "Challenges" },
    { path: "/staff/system", heading: "System" },
    { path: "/staff/system?state=ignored&kind=csp", heading: "System" },
  ],
};

/** Pages with tests of their own: they have no heading, redirect, or need a mailed link. */
const TESTED_ELSEWHERE = ["/play/:id", "/build/:id", "/banned", "/email/verify/:token", "/dev/ui"];
const LISTED = Object.values(SCREENS).flat();
const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/\/:\w+\?/g, "(/[^/?]+)?").replace(/:\w+/g, "[^/?]+")}/?(\\?|$)`);
const isTested = ({ path }: { path: string }) =>
  TESTED_ELSEWHERE.includes(path) || LISTED.some((screen) => patternOf(path).test(screen.path));
/** Every other declared page, for one who sees it. */
for (const page of PAGES.filter((one) => !isTested(one)))
  SCREENS[isForStaff(page) ? "admin" : page.access === "member" ? "bobby" : "visitor"].push({
    path: examplePath(page.path),
    heading: /./,
    fetches: /./,
  });

const pageOf = ({ path }: Screen) => PAGES.find((page) => patternOf(page.path).test(path));
/** The features whose pages can have changed: all of them by default. */
const FEATURES = process.env.PAGES_OF?.split(" ");
const isChanged = (page: (typeof PAGES)[number] | undefined) =>
  !page || !FEATURES || FEATURES.includes(page.module.split("/")[0] ?? "");
/** The first screen of each page that can have changed. Other states and viewers are checked in `npm run test:nightly`. */
const FIRST = new Set(
  [...Map.groupBy(Object.values(SCREENS).flat(), pageOf)].flatMap(([page, [first]]) =>
    isChanged(page) ? [first] : [],
  ),
);

/** Every width at which the header or the dock changes, and the one before. */
const WIDTHS = [1280, 1180, 1179, 1020, 1019, 960, 900, 899, 768, 767, 540, 539, 480, 479, 360];

for (const who of ["visitor", "bobby", "admin"] as const)
  test.describe(`for ${who}`, () => {
    test.use({ as: who === "visitor" ? null : who });

    const walk = async (page: Page, api: Api, complaints: Complaints, isFirst: boolean) => {
      const screens = SCREENS[who].filter((screen) => FIRST.has(screen) === isFirst);
      // The header and the dock at each width count as some pages.
      test.setTimeout(15_000 * (screens.length + 6));
      const { data } = await api.get<ListPage<ApiLevel>>("/api/users/bobby/levels");
      const calls = apiCalls(page);
      const check = (screen: Screen) => {
        const path = screen.path.replace("{own}", String(data[0]?.id));
        return test.step(path, async () => {
          await page.goto(path);
          await expectGoodPage(page, screen.heading);
          // A 404 page requests its data again.
          if (screen.missing) return;
          const own = calls.filter((call) => !POLLED.test(call));
          const fetches = screen.fetches ?? (isPhone(page) ? undefined : screen.fetchesOnDesktop);
          const extra = own.filter((call) => !fetches?.test(call));
          expect.soft(extra, `API calls of ${path}`).toEqual([]);
          expect.soft(own, `${path} calls each endpoint once`).toEqual([...new Set(own)]);
        });
      };
      const { missing = [], found = [] } = Object.groupBy(screens, (screen) =>
        screen.missing ? "missing" : "found",
      );
      for (const screen of found) await check(screen);
      expect(complaints.unexpected).toEqual([]);
      if (missing.length) complaints.expect(/^404 GET /);
      for (const screen of missing) await check(screen);
    };

    test("every page is accessible, complete and not too wide", async ({ page, api, complaints }) => {
      await walk(page, api, complaints, true);
      await test.step("the header and the dock fit at every width", async () => {
        await page.goto("/users");
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          await expectFits(page);
        }
      });
    });

    test("every other state of a page is, too", NIGHTLY, ({ page, api, complaints }) =>
      walk(page, api, complaints, false),
    );
  });
