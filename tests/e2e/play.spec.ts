import { SITE } from "#domain/site.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { expect, test } from "./test.ts";
import { desktopPlay, grantJoinTokens, launchLink, openInClient, watchLaunches } from "./watch-launches.ts";

// The states of a launch are component tests: tests/ui/play.test.ts.

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent: "Mozilla/5.0 (Linux; Android 15; Pixel 7) Chrome/140.0 Mobile Safari/537.36",
};
const DOWNLOAD = `Download ${SITE.client}`;

test.describe("for a member", () => {
  test.use({ as: "bobby" });

  test("Play on a card has room for a finger, and the desktop client is launched with a token's link", async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto("/levels");
    const card = page
      .getByRole("main")
      .getByRole("link", { name: /^Play / })
      .first();
    await card.scrollIntoViewIfNeeded();
    const box = await card.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);

    const launched = await watchLaunches(page);
    const tokens = await grantJoinTokens(page, { held: true });
    await page.goto("/levels/1");
    await openInClient(page);
    await expect(desktopPlay(page)).toHaveAttribute("aria-busy", "true");
    tokens.release();
    await expect(page.getByRole("status").filter({ hasText: `Starting ${SITE.client}…` })).toBeVisible();
    expect(await launched()).toEqual([launchLink(1)]);
    expect(tokens.requestedCount()).toBe(1);
    await expectAccessible(page);
    await expectFits(page);
    await page.clock.fastForward(5_000);
    await expect(page.getByRole("dialog", { name: DOWNLOAD })).toBeVisible();
    await expectAccessible(page);
  });
});

test("on a computer, the download page offers the browser first", async ({ page }) => {
  await page.goto("/download/");
  await expect(page.getByRole("link", { name: "Play in the browser" })).toHaveAttribute("href", "/levels");
  await expectAccessible(page);
  await expectFits(page);
});

test.describe("on a phone", () => {
  test.use({ ...PHONE, as: "bobby" });

  test("a level has no desktop client to choose, and the download page says to open it on a computer", async ({
    page,
  }) => {
    await page.goto("/levels/1");
    await expect(page.getByRole("main").getByRole("link", { name: /^Play / })).toHaveAttribute(
      "href",
      "/play/1",
    );
    await expect(page.getByRole("button", { name: "More ways to play" })).toHaveCount(0);
    await expectFits(page);
    await expectAccessible(page);
    await page.goto("/download");
    await expect(page.getByText("Open this page on a computer")).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
  });
});
