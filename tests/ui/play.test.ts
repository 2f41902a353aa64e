import { vi } from "vitest";
import { homeRoute } from "#domain/home/api.ts";
import { levelListRoute, levelRoute, showcaseRoute } from "#domain/levels/api.ts";
import { downloadsRoute, joinTokenRoute, playingRoute } from "#domain/play/api.ts";
import { peopleCountsRoute } from "#domain/presence/api.ts";
import { SITE } from "#domain/site.ts";
import { profileRoute, userListRoute } from "#domain/users/api.ts";
import { playText } from "#web/components/text/play.ts";
import type { Locator } from "./support/locator.ts";
import type { Page } from "./support/page.ts";
import { errorResponse, type Site } from "./support/site.ts";
import { test as base, describe, expect } from "./support/test.ts";

const STARTING = `Starting ${SITE.client}…`;
const DOWNLOAD = `Download ${SITE.client}`;
const MAZE = { id: 1, title: "Sky Maze", url: "/levels/1", user: { id: 3, username: "goldie" } };

const test = base.extend<{ levels: undefined }>({
  levels: [
    async ({ site, page }, use) => {
      page.pretendWebGl();
      site.respond(levelRoute, { level: MAZE });
      site.respond(levelListRoute, { data: [MAZE, { ...MAZE, id: 2, title: "Tower" }] });
      await use(undefined);
    },
    { auto: true },
  ],
});

const playLink = (page: Page): Locator =>
  page
    .getByRole("main")
    .getByRole("link", { name: /^Play / })
    .first();

/** The Play button of a page's level, once this device opens levels in the desktop client. */
const desktopPlay = (page: Page): Locator =>
  page
    .getByRole("main")
    .getByRole("button", { name: new RegExp(`^Play .* in ${SITE.client}$`) })
    .first();

/** Opens a page's level in the desktop client, by the menu beside Play. */
async function openInClient(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More ways to play" }).click();
  await page.getByRole("menuitem", { name: `Open in ${SITE.client}` }).click();
}

const ticket = (n: number) => ({ host: { ip_address: "203.0.113.7:7777" }, token: `token-${n}` });
const grantTokens = (site: Site) => {
  let count = 0;
  site.respond(joinTokenRoute, () => ticket(++count));
};
const launchLink = (n: number): string => `${SITE.protocol}://join?host=203.0.113.7%3A7777&token=token-${n}`;

/** Acts as if the client had taken the focus from the page. */
const blurPage = () => window.dispatchEvent(new Event("blur"));

describe("for a member", () => {
  test("the client requests one token, is busy, and is launched with its link", async ({ page, site }) => {
    site.signIn();
    const token = site.hold(joinTokenRoute, ticket(1));
    await page.goto("/levels/1");
    await openInClient(page);
    const play = desktopPlay(page);
    await expect(play).toHaveAttribute("aria-busy", "true");
    await play.press("Enter");
    token.release();
    const status = page.getByRole("status").filter({ hasText: STARTING });
    await expect(status).toBeVisible();
    // While it launches, another click does nothing either.
    await openInClient(page);
    await expect(status.getByRole("link", { name: "Open it manually" })).toLinkTo(launchLink(1));
    expect(page.left).toEqual([launchLink(1)]);
    expect(site.inputs(joinTokenRoute)).toEqual([{ destination_type: "Level", id: 1, client: "desktop" }]);
  });

  test("a client that opened is remembered until the browser is chosen again", async ({ page, site }) => {
    site.signIn();
    grantTokens(site);
    await page.goto("/levels/1");
    await openInClient(page);
    await expect(page.getByText(STARTING)).toBeVisible();
    blurPage();
    await expect(page.getByText(`${SITE.client} seems to be starting.`)).toBeVisible();
    await page.reload();
    await desktopPlay(page).click();
    await expect.poll(() => page.left).toHaveLength(2);
    await page.goto("/levels");
    await playLink(page).click();
    await expect(page.getByText(STARTING)).toBeVisible();
    expect(site.inputs(joinTokenRoute).at(-1)?.id).toBe(1);
    await expect(page).toHaveURL("/levels");
    await expect.poll(() => page.left).toEqual([launchLink(1), launchLink(2), launchLink(3)]);

    await page.goto("/levels/1");
    await page.getByRole("button", { name: "More ways to play" }).click();
    const browser = page.getByRole("menuitem", { name: "Play in the browser" });
    await expect(browser).toLinkTo("/play/1");
    // The player isn't what this is about.
    vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(null);
    await browser.click();
    await expect(page).toHaveURL("/play/1");
    await page.goto("/levels/1");
    await expect(playLink(page)).toBeVisible();
  });

  test("a client that takes the focus counts as started, and is remembered here", async ({ page, site }) => {
    site.signIn();
    grantTokens(site);
    page.clock.install();
    await page.goto("/levels/1");
    await openInClient(page);
    await expect(page.getByText(STARTING)).toBeVisible();
    blurPage();
    await expect(page.getByText(`${SITE.client} seems to be starting.`)).toBeVisible();
    await page.clock.fastForward(6_000);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    // The link expires with its token, and nothing else is left to show.
    await page.clock.fastForward(54_000);
    await expect(page.getByText("seems to be starting")).toHaveCount(0);

    await desktopPlay(page).click();
    await expect(page.getByText(STARTING)).toBeVisible();
    await page.clock.fastForward(5_000);
    await expect(page.getByRole("dialog")).toContainText("It has opened on this device before");
  });

  test("a client silent for 5 seconds is offered as download; Retry asks again", async ({ page, site }) => {
    site.signIn();
    grantTokens(site);
    page.clock.install();
    await page.goto("/levels/1");
    await openInClient(page);
    await expect(page.getByText(STARTING)).toBeVisible();
    await page.clock.fastForward(4_000);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.clock.fastForward(1_000);
    const popup = page.getByRole("dialog", { name: DOWNLOAD });
    await expect(popup).toContainText("was not detected on this system: it didn't answer");
    await expect(popup).not.toContainText("opened on this device");
    await expect(popup.getByRole("link", { name: "Play in the browser" })).toLinkTo("/play/1");
    await expect(popup.getByRole("link", { name: "Open it manually" })).toLinkTo(launchLink(1));
    await popup.getByRole("button", { name: "Retry" }).click();
    await expect(popup).toHaveCount(0);
    await expect(page.getByText(STARTING)).toBeVisible();
    expect(page.left).toEqual([launchLink(1), launchLink(2)]);

    // The link in the popup starts the wait again with the token that is still valid.
    await page.clock.fastForward(5_000);
    await popup.getByRole("link", { name: "Open it manually" }).click();
    await expect(popup).toHaveCount(0);
    expect(page.left).toEqual([launchLink(1), launchLink(2), launchLink(2)]);
    await page.clock.fastForward(5_000);
    await expect(popup).toBeVisible();
    // It never opened, so Play leads to the browser.
    const play = page.locator("main").getByRole("link", { name: /^Play /, includeHidden: true });
    await expect(play.first()).toLinkTo("/play/1");
    await expect(desktopPlay(page)).toHaveCount(0);
    // A minute later the token would be rejected.
    await page.clock.fastForward(60_000);
    await expect(popup.getByRole("link", { name: "Open it manually" })).toHaveCount(0);
    await popup.getByRole("link", { name: DOWNLOAD }).click();
    await expect(page.getByRole("heading", { level: 1, name: DOWNLOAD })).toBeVisible();
    await expect(popup).toHaveCount(0);
  });

  test("without a game host, the browser is offered, and first from then on", async ({ page, site }) => {
    site.signIn();
    site.respond(joinTokenRoute, errorResponse("no_host", { message: "No game host is online right now." }));
    await page.goto("/levels/1");
    await openInClient(page);
    const modal = page.getByRole("dialog", { name: "Error joining" });
    await expect(modal).toContainText("No game host is online right now.");
    await expect(modal).toContainText("You can play this level right here instead.");
    await expect(modal.getByRole("link", { name: "Play in the browser" })).toLinkTo("/play/1");
    await modal.getByRole("button", { name: "Ok" }).click();
    await expect(modal).toHaveCount(0);
    await expect(playLink(page)).toLinkTo("/play/1");
  });

  test("a rejection is shown in the site's words, and the next click tries again", async ({ page, site }) => {
    site.signIn();
    const message = "Every game host is full right now. Try again in a minute.";
    site.respond(joinTokenRoute, errorResponse("hosts_full", { message }));
    await page.goto("/levels/1");
    await openInClient(page);
    const modal = page.getByRole("dialog", { name: "Error joining" });
    await expect(modal).toContainText(message);
    await modal.getByRole("button", { name: "Ok" }).click();
    await expect(modal).toHaveCount(0);
    await openInClient(page);
    await expect(modal).toContainText(message);
    await modal.getByRole("button", { name: "Ok" }).click();
    await expect(page.getByRole("button", { name: "More ways to play" })).toBeFocused();
    grantTokens(site);
    await openInClient(page);
    await expect(page.getByText(STARTING)).toBeVisible();
  });

  test("leaving the page cancels the launch", async ({ page, site }) => {
    site.signIn();
    page.clock.install();
    const token = site.hold(joinTokenRoute, ticket(1));
    await page.goto("/levels/1");
    await openInClient(page);
    await expect(page.getByText(playText.joining)).toBeVisible();
    await page.getByRole("banner").getByRole("link", { name: "Users" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
    await expect(page.getByText(playText.joining)).toHaveCount(0);
    token.release();
    await page.clock.fastForward(6_000);
    expect(page.left).toEqual([]);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("a user's featured level can be played from their profile, both ways", async ({ page, site }) => {
    site.signIn();
    grantTokens(site);
    site.respond(profileRoute, { user: { id: 3, username: "goldie" } });
    site.respond(showcaseRoute, { data: [MAZE], count: 1 });
    await page.goto("/users/goldie");
    await expect(playLink(page)).toLinkTo("/play/1");
    await openInClient(page);
    await expect(page.getByText(STARTING)).toBeVisible();
  });

  test("without WebGL 2, the desktop client comes first", async ({ page, site }) => {
    vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(null);
    site.signIn();
    await page.goto("/levels/1");
    await expect(desktopPlay(page)).toBeVisible();
  });

  test("on a phone there is no desktop client to choose", async ({ page, site }) => {
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(
      "Mozilla/5.0 (Linux; Android 15; Pixel 7) Mobile",
    );
    site.signIn();
    await page.goto("/levels/1");
    await expect(playLink(page)).toLinkTo("/play/1");
    await expect(page.getByRole("button", { name: "More ways to play" })).toHaveCount(0);
    await page.goto("/download");
    await expect(page.getByText("Open this page on a computer")).toBeVisible();
  });
});

describe("a user who is playing", () => {
  test.beforeEach(({ site }) => {
    site.signIn();
    site.respond(userListRoute, {
      data: [
        { id: 11, username: "berta", player: { level: { id: 1, title_tooltip: "Sky Maze" } } },
        { id: 12, username: "bruno", player: { level: { id: null, title_tooltip: "a private level" } } },
      ],
    });
  });

  test("can be joined in the browser from their card, except in a private level", async ({ page }) => {
    await page.goto("/users?search=b");
    const join = page.getByRole("main").getByRole("link", { name: /^Join / });
    await expect(join).toLinkTo("/play/1?with=11");
    await expect(join).toHaveCount(1);
  });

  test("can be joined in the desktop client on devices that chose it", async ({ page, site }) => {
    localStorage.setItem("bopolis-play", "desktop");
    grantTokens(site);
    await page.goto("/users?search=b");
    page.clock.install();
    const join = page.getByRole("main").getByRole("button", { name: /^Join / });
    await join.click();
    await expect(page.getByText(STARTING)).toBeVisible();
    await expect
      .poll(() => site.inputs(joinTokenRoute))
      .toMatchObject([{ destination_type: "User", id: 11 }]);
    await page.clock.fastForward(5_000);
    const popup = page.getByRole("dialog", { name: DOWNLOAD });
    await expect(popup.getByRole("link", { name: "Play in the browser" })).toLinkTo("/play/1");
  });
});

describe("for a visitor", () => {
  test("Play needs no account, and the desktop client leads to the sign-in page", async ({ page }) => {
    await page.goto("/levels/1");
    await expect(playLink(page)).toLinkTo("/play/1");
    await expect(page.getByText("No download, no account needed.")).toBeVisible();
    await page.getByRole("button", { name: "More ways to play" }).click();
    await expect(page.getByRole("menuitem", { name: `Open in ${SITE.client}` })).toLinkTo(
      "/login?next=%2Flevels%2F1",
    );
    await page.goto("/levels");
    await expect(playLink(page)).toLinkTo("/play/1");
  });

  test("the number of players changes in place, but not on a hidden page", async ({ page, site }) => {
    page.clock.install();
    let players = 1_234;
    site.respond(playingRoute, () => ({ data: players ? [{ id: 1, players_count: players }] : [] }));
    const requested = () => site.inputs(playingRoute).map((input) => input.ids);
    await page.goto("/levels/1");
    await expect(page.getByRole("heading", { name: "Sky Maze" })).toBeVisible();
    expect(requested()).toEqual([]);
    await page.clock.fastForward(5_000);
    await expect(page.getByText("1.2K Playing")).toBeVisible();
    expect(requested()).toEqual([[1]]);
    players = 0;
    await page.clock.fastForward(5_000);
    await expect(page.getByText(/ Playing$/)).toHaveCount(0);

    const before = requested().length;
    await page.setVisibility("hidden");
    await page.clock.fastForward(30_000);
    expect(requested().length).toBe(before);
    players = 2;
    await page.setVisibility("visible");
    await expect(page.getByText("2 Playing")).toBeVisible();
  });

  test("the home page updates its number of players without a reload", async ({ page, site }) => {
    page.clock.install();
    site.respond(peopleCountsRoute, { counts: { playing: 4_321, online: 9, users: 5_678 } });
    site.respond(homeRoute, { counts: { users: 5_432, levels: 34, clears: 56, playing: 3_210 } });
    await page.goto("/");
    const counts = page.getByLabel("The city right now");
    await expect(counts).toContainText("3.2K");
    await page.clock.fastForward(5_000);
    await expect(counts).toContainText("4.3K");
    await expect(counts).toContainText("5.7K");
  });

  test("a list requests the players of all its cards at once", async ({ page, site }) => {
    page.clock.install();
    const data = Array.from({ length: 20 }, (_, at) => ({ ...MAZE, id: 40 - at, title: `Level ${40 - at}` }));
    site.respond(levelListRoute, ({ input }) => ({ data: input.filter ? [] : data }));
    await page.goto("/levels");
    await expect(page.getByRole("main").getByRole("link", { name: /^Play / })).toHaveCount(20);
    await page.clock.fastForward(5_000);
    await expect
      .poll(() => site.inputs(playingRoute).map((input) => input.ids))
      .toEqual([Array.from({ length: 20 }, (_, at) => 21 + at)]);
  });
});

describe("the download page", () => {
  const updated_at = "2030-01-31T12:00:00.000Z";

  test("offers the browser first, and says for each system that it has no build", async ({ page, site }) => {
    site.respond(downloadsRoute, { data: [{ os: "windows" }, { os: "macos" }, { os: "linux" }] });
    await page.goto("/download/");
    await expect(page.getByRole("heading", { level: 1, name: DOWNLOAD })).toBeVisible();
    await expect(page.getByText("Not available yet")).toHaveCount(3);
    await expect(page.getByText("How to use")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Play in the browser" })).toLinkTo("/levels");
  });

  test("offers the build for the visitor's computer first, and the others below", async ({ page, site }) => {
    site.respond(downloadsRoute, {
      data: [
        { os: "windows", url: "/download/windows", bytes: 91_234_567, updated_at },
        { os: "macos" },
        { os: "linux", url: "/download/linux", bytes: 81_234_567, updated_at },
      ],
    });
    await page.goto("/levels");
    await page.getByRole("contentinfo").getByRole("link", { name: DOWNLOAD }).click();
    await expect(page.getByRole("heading", { level: 1, name: DOWNLOAD })).toBeVisible();
    await expect(page.getByText("Not available yet")).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 3 })).toHaveText(["Linux", "Windows", "macOS"]);
    await expect(page.getByRole("link", { name: "Download for Linux" })).toLinkTo("/download/linux");
    await expect(page.getByText("81.2 MB")).toBeVisible();
  });
});
