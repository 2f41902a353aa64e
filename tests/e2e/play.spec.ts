import type { Page } from "@playwright/test";
import { LIVE_PATH } from "#domain/live/frames.ts";
import { SITE } from "#domain/site.ts";
import { disableWebGl } from "./disable-web-gl.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { expect, NIGHTLY, test } from "./test.ts";
import {
  blurPage,
  desktopPlay,
  grantJoinTokens,
  launchLink,
  openInClient,
  rejectJoinTokens,
  watchLaunches,
} from "./watch-launches.ts";

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent: "Mozilla/5.0 (Linux; Android 15; Pixel 7) Chrome/140.0 Mobile Safari/537.36",
};
const STARTING = `Starting ${SITE.client}…`;
const DOWNLOAD = `Download ${SITE.client}`;

test.describe("for a member", () => {
  test.use({ as: "bobby" });

  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    // A socket that is still opening would not survive a minute that passes at once.
    await page.routeWebSocket(`**${LIVE_PATH}*`, () => {});
  });

  test("Play is a link to the player in the browser, on the level's page and on cards", async ({ page }) => {
    await page.goto("/levels/1");
    const play = page.getByRole("main").getByRole("link", { name: /^Play / });
    await expect(play).toHaveAttribute("href", "/play/1");
    await page.goto("/levels");
    const card = page
      .getByRole("main")
      .getByRole("link", { name: /^Play / })
      .first();
    await card.scrollIntoViewIfNeeded();
    const box = await card.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await expect(card).toHaveAttribute("href", /^\/play\/\d+$/);
  });

  test("the desktop client requests one token, shows that it is busy, and is launched with its link", async ({
    page,
  }) => {
    const launched = await watchLaunches(page);
    const tokens = await grantJoinTokens(page, { held: true });
    await page.goto("/levels/1");
    const tokenRequest = page.waitForRequest("**/api/join-token");
    await openInClient(page);
    const play = desktopPlay(page);
    await expect(play).toHaveAttribute("aria-busy", "true");
    expect((await tokenRequest).postDataJSON()).toEqual({ destination_type: "Level", id: 1 });
    await play.press("Enter");
    tokens.release();
    const status = page.getByRole("status").filter({ hasText: STARTING });
    await expect(status).toBeVisible();
    // While it launches, another click does nothing either.
    await openInClient(page);
    await expect(status.getByRole("link", { name: "Open it manually" })).toHaveAttribute(
      "href",
      launchLink(1),
    );
    expect(await launched()).toEqual([launchLink(1)]);
    expect(tokens.requestedCount()).toBe(1);
    await expectAccessible(page);
    await expectFits(page);
  });

  test("a client that opened is remembered on this device, for cards too, until the browser is chosen again", async ({
    page,
  }) => {
    const launched = await watchLaunches(page);
    await grantJoinTokens(page);
    await page.goto("/levels/1");
    await openInClient(page);
    await expect(page.getByText(STARTING)).toBeVisible();
    await blurPage(page);
    await expect(page.getByText(`${SITE.client} seems to be starting.`)).toBeVisible();
    await page.reload();
    await desktopPlay(page).click();
    await expect(page.getByText(STARTING)).toBeVisible();
    await page.goto("/levels");
    const tokenRequest = page.waitForRequest("**/api/join-token");
    const card = page
      .getByRole("main")
      .getByRole("link", { name: /^Play / })
      .first();
    const href = await card.getAttribute("href");
    await card.click();
    expect(`/play/${(await tokenRequest).postDataJSON().id}`).toBe(href);
    await expect(page.getByText(STARTING)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/levels");
    expect(await launched()).toHaveLength(1);

    await page.goto("/levels/1");
    await page.getByRole("button", { name: "More ways to play" }).click();
    const browser = page.getByRole("menuitem", { name: "Play in the browser" });
    await expect(browser).toHaveAttribute("href", "/play/1");
    await browser.click();
    await expect(page).toHaveURL("/play/1");
    await page.goto("/levels/1");
    await expect(page.getByRole("main").getByRole("link", { name: /^Play / })).toBeVisible();
  });

  test(
    "a client that takes the focus counts as started, and is remembered on this device",
    NIGHTLY,
    async ({ page }) => {
      await watchLaunches(page);
      await grantJoinTokens(page);
      await page.goto("/levels/1");
      await openInClient(page);
      await expect(page.getByText(STARTING)).toBeVisible();
      await blurPage(page);
      await expect(page.getByText(`${SITE.client} seems to be starting.`)).toBeVisible();
      await page.clock.fastForward(6_000);
      await expect(page.getByRole("dialog")).toHaveCount(0);
      // The link expires with its token, and nothing else is left to show.
      await page.clock.fastForward(50_000);
      await expect(page.getByText("seems to be starting")).toHaveCount(0);

      await desktopPlay(page).click();
      await expect(page.getByText(STARTING)).toBeVisible();
      await page.clock.fastForward(5_000);
      await expect(page.getByRole("dialog")).toContainText("It has opened on this device before");
    },
  );

  test("a client that does not respond in 5 seconds is offered for download, and Retry requests another token", async ({
    page,
  }) => {
    const launched = await watchLaunches(page);
    await grantJoinTokens(page);
    await page.goto("/levels/1");
    await openInClient(page);
    await expect(page.getByText(STARTING)).toBeVisible();
    // The clock also runs by itself, on a slow machine for a while until the check below.
    await page.clock.fastForward(2_000);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.clock.fastForward(3_000);
    const popup = page.getByRole("dialog", { name: DOWNLOAD });
    await expect(popup).toContainText("was not detected on this system: it didn't answer");
    await expect(popup).not.toContainText("opened on this device");
    await expect(popup.getByRole("link", { name: "Play in the browser" })).toHaveAttribute("href", "/play/1");
    await expect(popup.getByRole("link", { name: "Open it manually" })).toHaveAttribute(
      "href",
      launchLink(1),
    );
    await expectAccessible(page);
    await popup.getByRole("button", { name: "Retry" }).click();
    await expect(popup).toHaveCount(0);
    await expect(page.getByText(STARTING)).toBeVisible();
    expect(await launched()).toEqual([launchLink(1), launchLink(2)]);

    // The link in the popup starts the wait again with the token that is still valid.
    await page.clock.fastForward(5_000);
    await popup.getByRole("link", { name: "Open it manually" }).click();
    await expect(popup).toHaveCount(0);
    expect(await launched()).toEqual([launchLink(1), launchLink(2), launchLink(2)]);
    await page.clock.fastForward(5_000);
    await expect(popup).toBeVisible();
    // It never opened, so Play leads to the browser.
    const play = page.locator("main").getByRole("link", { name: /^Play /, includeHidden: true });
    await expect(play.first()).toHaveAttribute("href", "/play/1");
    await expect(desktopPlay(page)).toHaveCount(0);
    // A minute later the token would be rejected.
    await page.clock.fastForward(60_000);
    await expect(popup.getByRole("link", { name: "Open it manually" })).toHaveCount(0);
    await popup.getByRole("link", { name: DOWNLOAD }).click();
    await expect(page.getByRole("heading", { level: 1, name: DOWNLOAD })).toBeVisible();
    await expect(popup).toHaveCount(0);
  });

  test("without a game host, the message offers the browser, which is first from then on", async ({
    page,
    complaints,
  }) => {
    complaints.expect(/^409 POST .*join-token/);
    await rejectJoinTokens(page, "No game host is online right now.", "no_host");
    await page.goto("/levels/1");
    await openInClient(page);
    const modal = page.getByRole("dialog", { name: "Error joining" });
    await expect(modal).toContainText("No game host is online right now.");
    await expect(modal).toContainText("You can play this level right here instead.");
    await expect(modal.getByRole("link", { name: "Play in the browser" })).toHaveAttribute("href", "/play/1");
    await expectAccessible(page);
    await modal.getByRole("button", { name: "Ok" }).click();
    await expect(modal).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("link", { name: /^Play / })).toHaveAttribute(
      "href",
      "/play/1",
    );
  });

  test(
    "a rejection is shown in the site's words, and the next click tries again",
    NIGHTLY,
    async ({ page, complaints }) => {
      complaints.expect(/^409 POST .*join-token/);
      await watchLaunches(page);
      const full = "Every game host is full right now. Try again in a minute.";
      await rejectJoinTokens(page, full);
      await page.goto("/levels/1");
      await openInClient(page);
      const modal = page.getByRole("dialog", { name: "Error joining" });
      await expect(modal).toContainText(full);
      await expectAccessible(page);
      await modal.getByRole("button", { name: "Ok" }).click();
      await expect(modal).toHaveCount(0);
      await openInClient(page);
      await expect(modal).toContainText(full);
      await modal.getByRole("button", { name: "Ok" }).click();
      await expect(page.getByRole("button", { name: "More ways to play" })).toBeFocused();
      await grantJoinTokens(page);
      await openInClient(page);
      await expect(page.getByText(STARTING)).toBeVisible();
    },
  );

  test("leaving the page cancels the launch", NIGHTLY, async ({ page }) => {
    const launched = await watchLaunches(page);
    const tokens = await grantJoinTokens(page, { held: true });
    await page.goto("/levels/1");
    await openInClient(page);
    await expect.poll(tokens.requestedCount).toBe(1);
    await page.getByRole("banner").getByRole("link", { name: "Users" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
    tokens.release();
    await page.clock.fastForward(6_000);
    expect(await launched()).toEqual([]);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("a user's featured level can be played from their profile, both ways", NIGHTLY, async ({ page }) => {
    await grantJoinTokens(page);
    await watchLaunches(page);
    await page.goto("/users/goldie");
    await expect(page.getByRole("main").getByRole("link", { name: /^Play / })).toHaveAttribute(
      "href",
      /^\/play\//,
    );
    await openInClient(page);
    await expect(page.getByText(STARTING)).toBeVisible();
  });

  test("without WebGL 2, the desktop client comes first", NIGHTLY, async ({ page }) => {
    await disableWebGl(page);
    await page.goto("/levels/1");
    await expect(desktopPlay(page)).toBeVisible();
  });

  test.describe("on a phone", () => {
    test.use(PHONE);

    test("Play is a link to the player, and there is no desktop client to choose", async ({ page }) => {
      await page.goto("/levels/1");
      await expect(page.getByRole("main").getByRole("link", { name: /^Play / })).toHaveAttribute(
        "href",
        "/play/1",
      );
      await expect(page.getByRole("button", { name: "More ways to play" })).toHaveCount(0);
      await expectFits(page);
      await expectAccessible(page);
    });
  });
});

test.describe("a user who is playing", () => {
  test.use({ as: "bobby" });

  /** Shows the list of users as if the first two others were playing, the second in a private level. */
  async function showPlayers(page: Page): Promise<void> {
    // The socket would show where users really are.
    await page.routeWebSocket(`**${LIVE_PATH}*`, () => {});
    await page.goto("/users");
    await page.route("**/api/users?*", async (route) => {
      const response = await route.fetch();
      const list = await response.json();
      const [first, second] = list.data.filter(({ username }: { username: string }) => username !== "bobby");
      first.player = { level: { id: 1, title_tooltip: "Sky Maze" } };
      second.player = { level: { id: null, title_tooltip: "a private level" } };
      await route.fulfill({ response, json: list });
    });
    await page.getByRole("searchbox", { name: "Search users" }).fill("b");
  }

  test("can be joined in the browser from their card, except in a private level", async ({ page }) => {
    await showPlayers(page);
    const join = page.getByRole("main").getByRole("link", { name: /^Join / });
    await expect(join).toHaveCount(1);
    await expect(join).toHaveAttribute("href", /^\/play\/1\?with=\d+$/);
  });

  test("can be joined in the desktop client on devices that chose it", async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("bopolis-play", "desktop"));
    await watchLaunches(page);
    const tokens = await grantJoinTokens(page);
    await showPlayers(page);
    const join = page.getByRole("main").getByRole("button", { name: /^Join / });
    await expect(join).toHaveCount(1);
    const tokenRequest = page.waitForRequest("**/api/join-token");
    await join.click();
    expect((await tokenRequest).postDataJSON()).toMatchObject({ destination_type: "User" });
    await expect(page.getByText(STARTING)).toBeVisible();
    expect(tokens.requestedCount()).toBe(1);
    const popup = page.getByRole("dialog", { name: DOWNLOAD });
    await expect(popup.getByRole("link", { name: "Play in the browser" })).toHaveAttribute("href", "/play/1");
  });
});

test.describe("for a visitor", () => {
  test("Play needs no account, and the desktop client leads to the sign-in page", async ({ page }) => {
    await page.goto("/levels/1");
    await expect(page.getByRole("main").getByRole("link", { name: /^Play / })).toHaveAttribute(
      "href",
      "/play/1",
    );
    await expect(page.getByText("No download, no account needed.")).toBeVisible();
    await page.getByRole("button", { name: "More ways to play" }).click();
    await expect(page.getByRole("menuitem", { name: `Open in ${SITE.client}` })).toHaveAttribute(
      "href",
      "/login?next=%2Flevels%2F1",
    );
    await page.goto("/levels");
    await expect(
      page
        .getByRole("main")
        .getByRole("link", { name: /^Play / })
        .first(),
    ).toHaveAttribute("href", /^\/play\/\d+$/);
  });

  test("the number of players changes in place, and isn't fetched while the page is hidden", async ({
    page,
  }) => {
    await page.clock.install();
    let players = 1_234;
    const requested: string[] = [];
    await page.route("**/api/playing?*", async (route) => {
      requested.push(new URL(route.request().url()).searchParams.get("ids") ?? "");
      await route.fulfill({ json: { data: players ? [{ id: 1, players_count: players }] : [] } });
    });
    // The page's five seconds run while its pictures load.
    await page.goto("/levels/1", { waitUntil: "commit" });
    await expect(page.getByRole("banner")).toBeVisible();
    expect(requested).toEqual([]);
    await page.clock.fastForward(5_000);
    await expect(page.getByText("1.2K Playing")).toBeVisible();
    expect(requested).toEqual(["1"]);
    players = 0;
    await page.clock.fastForward(5_000);
    await expect(page.getByText(/ Playing$/)).toHaveCount(0);

    const show = (state: string) =>
      page.evaluate((visibility) => {
        Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, state);
    const before = requested.length;
    await show("hidden");
    await page.clock.fastForward(30_000);
    expect(requested.length).toBe(before);
    players = 2;
    await show("visible");
    await expect(page.getByText("2 Playing")).toBeVisible();
  });

  test("the home page updates its number of players without a reload", async ({ page }) => {
    await page.clock.install();
    await page.route("**/api/presence/counts", (route) =>
      route.fulfill({ json: { counts: { playing: 4_321, online: 9, users: 5_678 } } }),
    );
    // The page's five seconds run while its pictures load.
    await page.goto("/", { waitUntil: "commit" });
    const counts = page.getByLabel("The city right now");
    await expect(counts).toBeVisible();
    await expect(counts).not.toContainText("4.3K");
    await page.clock.fastForward(5_000);
    await expect(counts).toContainText("4.3K");
    await expect(counts).toContainText("5.7K");
  });

  test("a list requests the players of all its cards at once", NIGHTLY, async ({ page }) => {
    await page.clock.install();
    const tokenRequest = page.waitForRequest("**/api/playing?*");
    await page.goto("/levels");
    // Cards in view are rendered first.
    const cards = page.getByRole("main").getByRole("link", { name: /^By: / });
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(20);
    await page.clock.fastForward(5_000);
    const ids = new URL((await tokenRequest).url()).searchParams.get("ids")?.split(",").map(Number) ?? [];
    expect(ids.length).toBeGreaterThanOrEqual(20);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });
});

test.describe("the download page", () => {
  const published = {
    data: [
      { os: "windows", url: "/download/windows", bytes: 91_234_567, updated_at: "2030-01-31T12:00:00.000Z" },
      { os: "macos", url: null, bytes: null, updated_at: null },
      { os: "linux", url: "/download/linux", bytes: 81_234_567, updated_at: "2030-01-31T12:00:00.000Z" },
    ],
  };

  test("offers the browser first, and says for each system that there is no build yet", async ({ page }) => {
    await page.goto("/download/");
    await expect(page.getByRole("heading", { level: 1, name: DOWNLOAD })).toBeVisible();
    await expect(page.getByText("Not available yet")).toHaveCount(3);
    await expect(page.getByText("How to use")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Play in the browser" })).toHaveAttribute("href", "/levels");
    await expectAccessible(page);
    await expectFits(page);
  });

  test("offers the build for the visitor's own computer first, and the others below", async ({ page }) => {
    await page.route("**/api/downloads", (route) => route.fulfill({ json: published }));
    await page.goto("/levels");
    await page.getByRole("contentinfo").getByRole("link", { name: DOWNLOAD }).click();
    await expect(page.getByRole("heading", { level: 1, name: DOWNLOAD })).toBeVisible();
    await expect(page.getByText("Not available yet")).toHaveCount(1);
    const names = await page.getByRole("heading", { level: 3 }).allTextContents();
    expect(names).toHaveLength(3);
    expect(names.slice(1)).toEqual(["Windows", "macOS", "Linux"].filter((name) => name !== names[0]));
    await expect(page.getByRole("link", { name: "Download for Linux" })).toHaveAttribute(
      "href",
      "/download/linux",
    );
    await expect(page.getByText("81.2 MB")).toBeVisible();
    await expectAccessible(page);
  });

  test.describe("on a phone", () => {
    test.use(PHONE);

    test("says to open it on a computer", async ({ page }) => {
      await page.goto("/download");
      await expect(page.getByText("Open this page on a computer")).toBeVisible();
      await expectFits(page);
      await expectAccessible(page);
    });
  });

  test("responds with a 404 page for a missing build", NIGHTLY, async ({ page, complaints }) => {
    complaints.expect(/^404 GET .*\/download\/macos/);
    const response = await page.goto("/download/macos");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});
