import { LIVE_PATH } from "#domain/live/frames.ts";
import { SITE } from "#domain/site.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";
import { expectAccessible, expectFits } from "./look.ts";
import { giveTokens, linkOf, refuseTokens, takePlace, watchLaunches } from "./play-page.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const STARTING = `Starting ${SITE.client}…`;
const DOWNLOAD = `Download ${SITE.client}`;

test.describe("to a member", () => {
  test.use({ as: "bobby" });

  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    // A socket that is still being opened would not live through a minute that passes at once.
    await page.routeWebSocket(`**${LIVE_PATH}*`, () => {});
  });

  test("Play asks for one place, says that it works on it, and launches the client with its link", async ({
    page,
  }) => {
    const launched = await watchLaunches(page);
    const places = await giveTokens(page, { held: true });
    await page.goto("/levels/1");
    const play = page.getByRole("main").getByRole("button", { name: /^Play / });
    const asks = page.waitForRequest("**/api/join-token");
    await play.click();
    await expect(play).toHaveAttribute("aria-busy", "true");
    expect((await asks).postDataJSON()).toEqual({ destination_type: "Level", id: 1 });
    await play.press("Enter");
    places.free();
    const status = page.getByRole("status").filter({ hasText: STARTING });
    await expect(status).toBeVisible();
    await expect(status.getByRole("link", { name: "Open it by hand" })).toHaveAttribute("href", linkOf(1));
    expect(await launched()).toEqual([linkOf(1)]);
    expect(places.asked()).toBe(1);
    // While it launches, another press does nothing either.
    await play.click();
    expect(places.asked()).toBe(1);
    await expectAccessible(page);
    await expectFits(page);
  });

  test(
    "a client that takes the page's place is believed, and remembered on this device",
    NIGHTLY,
    async ({ page }) => {
      await watchLaunches(page);
      await giveTokens(page);
      await page.goto("/levels/1");
      const play = page.getByRole("main").getByRole("button", { name: /^Play / });
      await play.click();
      await expect(page.getByText(STARTING)).toBeVisible();
      await takePlace(page);
      await expect(page.getByText(`${SITE.client} seems to have answered.`)).toBeVisible();
      await page.clock.fastForward(6_000);
      await expect(page.getByRole("dialog")).toHaveCount(0);
      // Its link ages with its token, and nothing else is left to show.
      await page.clock.fastForward(50_000);
      await expect(page.getByText("seems to have answered")).toHaveCount(0);

      await play.click();
      await expect(page.getByText(STARTING)).toBeVisible();
      await page.clock.fastForward(5_000);
      await expect(page.getByRole("dialog")).toContainText("It has answered on this device before");
    },
  );

  test("a client that does not answer in five seconds is offered for download, and Retry asks for another token", async ({
    page,
  }) => {
    const launched = await watchLaunches(page);
    await giveTokens(page);
    await page.goto("/levels/1");
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Play / })
      .click();
    await expect(page.getByText(STARTING)).toBeVisible();
    await page.clock.fastForward(4_000);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.clock.fastForward(1_000);
    const popup = page.getByRole("dialog", { name: DOWNLOAD });
    await expect(popup).toContainText("was not detected on this system: it didn't answer");
    await expect(popup).not.toContainText("answered on this device");
    await expect(popup.getByRole("link", { name: "Open it by hand" })).toHaveAttribute("href", linkOf(1));
    await expectAccessible(page);
    await popup.getByRole("button", { name: "Retry" }).click();
    await expect(popup).toHaveCount(0);
    await expect(page.getByText(STARTING)).toBeVisible();
    expect(await launched()).toEqual([linkOf(1), linkOf(2)]);

    // The link in the popup starts the wait again, with the token that is still good.
    await page.clock.fastForward(5_000);
    await popup.getByRole("link", { name: "Open it by hand" }).click();
    await expect(popup).toHaveCount(0);
    expect(await launched()).toEqual([linkOf(1), linkOf(2), linkOf(2)]);
    await page.clock.fastForward(5_000);
    await expect(popup).toBeVisible();
    // A minute later it would be refused.
    await page.clock.fastForward(60_000);
    await expect(popup.getByRole("link", { name: "Open it by hand" })).toHaveCount(0);
    await popup.getByRole("link", { name: DOWNLOAD }).click();
    await expect(page.getByRole("heading", { level: 1, name: DOWNLOAD })).toBeVisible();
    await expect(popup).toHaveCount(0);
  });

  test(
    "a refusal is told in the site's words, and the next press tries again",
    NIGHTLY,
    async ({ page, complaints }) => {
      complaints.expect(/^409 POST .*join-token/);
      await watchLaunches(page);
      const full = "Every game host is full just now. Try again in a minute.";
      await refuseTokens(page, full);
      await page.goto("/levels/1");
      const play = page.getByRole("main").getByRole("button", { name: /^Play / });
      await play.click();
      const window = page.getByRole("dialog", { name: "Error joining" });
      await expect(window).toContainText(full);
      await expectAccessible(page);
      await window.getByRole("button", { name: "Ok" }).click();
      await expect(window).toHaveCount(0);
      await expect(play).toBeFocused();
      await giveTokens(page);
      await play.click();
      await expect(page.getByText(STARTING)).toBeVisible();
    },
  );

  test("leaving the page gives the launch up", NIGHTLY, async ({ page }) => {
    const launched = await watchLaunches(page);
    const places = await giveTokens(page, { held: true });
    await page.goto("/levels/1");
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Play / })
      .click();
    await expect.poll(places.asked).toBe(1);
    await page.getByRole("banner").getByRole("link", { name: "Users" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
    places.free();
    await page.clock.fastForward(6_000);
    expect(await launched()).toEqual([]);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test(
    "a card's Play button is as large as a finger, leads into its own level and does not open its page",
    NIGHTLY,
    async ({ page }) => {
      await watchLaunches(page);
      await giveTokens(page);
      await page.goto("/levels");
      const cards = page.getByRole("main").getByRole("button", { name: /^Play / });
      const name = (await cards.first().getAttribute("aria-label")) ?? "";
      // A level may be featured and stand in the list.
      const card = cards.and(page.getByLabel(name, { exact: true })).last();
      await card.scrollIntoViewIfNeeded();
      const box = await card.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      const asks = page.waitForRequest("**/api/join-token");
      await card.click();
      const { id } = (await asks).postDataJSON();
      await expect(page.getByText(STARTING)).toBeVisible();
      expect(new URL(page.url()).pathname).toBe("/levels");
      await page.goto(`/levels/${id}`);
      await expect(page.getByRole("heading", { level: 1, name: name.replace("Play ", "") })).toBeVisible();
    },
  );

  test("somebody's featured level can be played from their page", NIGHTLY, async ({ page }) => {
    await giveTokens(page);
    await watchLaunches(page);
    await page.goto("/users/goldie");
    await page.getByRole("button", { name: /^Play / }).click();
    await expect(page.getByText(STARTING)).toBeVisible();
  });

  test.describe("on a phone", () => {
    test.use(PHONE);

    test("each step fits, and the popup says that the client runs on computers", async ({ page }) => {
      await watchLaunches(page);
      await giveTokens(page);
      await page.goto("/levels/1");
      await page
        .getByRole("main")
        .getByRole("button", { name: /^Play / })
        .click();
      await expect(page.getByText(STARTING)).toBeVisible();
      await expectFits(page);
      await expectAccessible(page);
      await page.clock.fastForward(5_000);
      await expect(page.getByRole("dialog", { name: DOWNLOAD })).toBeVisible();
      await expectFits(page);
      await expectAccessible(page);
    });
  });
});

test.describe("somebody who plays", () => {
  test.use({ as: "bobby" });

  test("can be joined from their card, not where they play in a private level", async ({ page }) => {
    await watchLaunches(page);
    // The socket knows better where people are.
    await page.routeWebSocket(`**${LIVE_PATH}*`, () => {});
    const places = await giveTokens(page);
    await page.goto("/users");
    // The list as it would be with players: the first two others play, the second of them in a private level.
    await page.route("**/api/users?*", async (route) => {
      const response = await route.fetch();
      const list = await response.json();
      const [first, second] = list.data.filter(({ username }: { username: string }) => username !== "bobby");
      first.player = { level: { id: 1, title_tooltip: "Sky Maze" } };
      second.player = { level: { id: null, title_tooltip: "a private level" } };
      await route.fulfill({ response, json: list });
    });
    await page.getByRole("searchbox", { name: "Search users" }).fill("b");
    const join = page.getByRole("main").getByRole("button", { name: /^Join / });
    await expect(join).toHaveCount(1);
    const asks = page.waitForRequest("**/api/join-token");
    await join.click();
    expect((await asks).postDataJSON()).toMatchObject({ destination_type: "User" });
    await expect(page.getByText(STARTING)).toBeVisible();
    expect(places.asked()).toBe(1);
  });
});

test.describe("to a visitor", () => {
  test("Play leads to sign in and back, and cards have no button of it", async ({ page }) => {
    await page.goto("/levels/1");
    const play = page.getByRole("main").getByRole("link", { name: /^Play / });
    await expect(play).toHaveAttribute("href", "/login?next=%2Flevels%2F1");
    await page.goto("/levels");
    await expect(page.getByRole("main").getByRole("link", { name: /^By: / }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: /^Play / })).toHaveCount(0);
  });

  test("how many play a level changes in place, and is not asked for while the page is hidden", async ({
    page,
  }) => {
    await page.clock.install();
    let players = 1_234;
    const asked: string[] = [];
    await page.route("**/api/playing?*", async (route) => {
      asked.push(new URL(route.request().url()).searchParams.get("ids") ?? "");
      await route.fulfill({ json: { data: players ? [{ id: 1, players_count: players }] : [] } });
    });
    await page.goto("/levels/1");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(asked).toEqual([]);
    await page.clock.fastForward(5_000);
    await expect(page.getByText("1.2K Playing")).toBeVisible();
    expect(asked).toEqual(["1"]);
    players = 0;
    await page.clock.fastForward(5_000);
    await expect(page.getByText(/ Playing$/)).toHaveCount(0);

    const show = (state: string) =>
      page.evaluate((visibility) => {
        Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, state);
    const before = asked.length;
    await show("hidden");
    await page.clock.fastForward(30_000);
    expect(asked.length).toBe(before);
    players = 2;
    await show("visible");
    await expect(page.getByText("2 Playing")).toBeVisible();
  });

  test("the front page counts who plays now, without a reload", async ({ page }) => {
    await page.clock.install();
    await page.route("**/api/presence/counts", (route) =>
      route.fulfill({ json: { counts: { playing: 4_321, online: 9, users: 5_678 } } }),
    );
    await page.goto("/");
    const counts = page.getByLabel("The city right now");
    await expect(counts).toBeVisible();
    await expect(counts).not.toContainText("4.3K");
    await page.clock.fastForward(5_000);
    await expect(counts).toContainText("4.3K");
    await expect(counts).toContainText("5.7K");
  });

  test("a list asks for all its cards at once", NIGHTLY, async ({ page }) => {
    await page.clock.install();
    const asks = page.waitForRequest("**/api/playing?*");
    await page.goto("/levels");
    // Those in sight are drawn first.
    const cards = page.getByRole("main").getByRole("link", { name: /^By: / });
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(20);
    await page.clock.fastForward(5_000);
    const ids = new URL((await asks).url()).searchParams.get("ids")?.split(",").map(Number) ?? [];
    expect(ids.length).toBeGreaterThanOrEqual(20);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });
});

test.describe("the page of downloads", () => {
  const published = {
    data: [
      { os: "windows", url: "/download/windows", bytes: 91_234_567, updated_at: "2030-01-31T12:00:00.000Z" },
      { os: "macos", url: null, bytes: null, updated_at: null },
      { os: "linux", url: "/download/linux", bytes: 81_234_567, updated_at: "2030-01-31T12:00:00.000Z" },
    ],
  };

  test("says of each system that there is no build while there is none", async ({ page }) => {
    await page.goto("/download/");
    await expect(page.getByRole("heading", { level: 1, name: DOWNLOAD })).toBeVisible();
    await expect(page.getByText("Not published yet")).toHaveCount(3);
    await expectAccessible(page);
    await expectFits(page);
  });

  test("offers the build for one's own computer first, and the others below", async ({ page }) => {
    await page.route("**/api/downloads", (route) => route.fulfill({ json: published }));
    await page.goto("/levels");
    await page.getByRole("contentinfo").getByRole("link", { name: DOWNLOAD }).click();
    await expect(page.getByRole("heading", { level: 1, name: DOWNLOAD })).toBeVisible();
    await expect(page.getByText("Not published yet")).toHaveCount(1);
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
    test.use({
      ...PHONE,
      userAgent: "Mozilla/5.0 (Linux; Android 15; Pixel 7) Chrome/140.0 Mobile Safari/537.36",
    });

    test("tells to open it on a computer", async ({ page }) => {
      await page.goto("/download");
      await expect(page.getByText("Open this page on a computer")).toBeVisible();
      await expectFits(page);
      await expectAccessible(page);
    });
  });

  test("a build that is not there is the page of what is missing", NIGHTLY, async ({ page, complaints }) => {
    complaints.expect(/^404 GET .*\/download\/macos/);
    const response = await page.goto("/download/macos");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});
