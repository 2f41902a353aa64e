import { SITE } from "#domain/site.ts";
import { expectAccessible, expectFitsAndAccessible } from "./expect-accessible.ts";
import { expect, test } from "./test.ts";
import { desktopPlay, openInClient, watchLaunches } from "./watch-launches.ts";

// The states of a launch are component tests: tests/ui/play.test.ts.

const DOWNLOAD = `Download ${SITE.client}`;

test.use({ as: "bobby" });

test("Play on a card fits a finger, and the client is launched with a token's link", async ({ page }) => {
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
  const held = Promise.withResolvers<void>();
  let tokens = 0;
  await page.route("**/api/join-token", async (route) => {
    const token = `token-${++tokens}`;
    await held.promise;
    await route.fulfill({ json: { host: { ip_address: "203.0.113.7:7777" }, token } });
  });
  await page.goto("/levels/1");
  await openInClient(page);
  await expect(desktopPlay(page)).toHaveAttribute("aria-busy", "true");
  held.resolve();
  await expect(page.getByRole("status").filter({ hasText: `Starting ${SITE.client}…` })).toBeVisible();
  expect(await launched()).toEqual([`${SITE.protocol}://join?host=203.0.113.7%3A7777&token=token-1`]);
  expect(tokens).toBe(1);
  await expectFitsAndAccessible(page);
  await page.clock.fastForward(5_000);
  await expect(page.getByRole("dialog", { name: DOWNLOAD })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/download/");
  await expect(page.getByRole("link", { name: "Play in the browser" })).toHaveAttribute("href", "/levels");
  await expectFitsAndAccessible(page);
});
