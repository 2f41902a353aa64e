import type { Page } from "@playwright/test";
import { decodeLook } from "#domain/avatar/bopi-look.ts";
import { expect, test } from "./test.ts";

/** The requests of pictures of looks on item cards since now. */
function lookRequests(page: Page): string[] {
  const urls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/looks\/.*\/idle-(256|512)\.png$/.test(pathname)) urls.push(pathname);
  });
  return urls;
}

const list = (page: Page) => page.getByRole("region", { name: "Featured" });
const firstCard = (page: Page) => list(page).locator("div:has(> img)").first();
const tried = (page: Page) => firstCard(page).locator("> img[data-shown]");

test.describe("trying items on from their cards", () => {
  test("shows a visitor the item on a bopi while the pointer rests on its card, and requests it once", async ({
    page,
  }) => {
    const urls = lookRequests(page);
    await page.goto("/shop");
    await expect(firstCard(page)).toBeVisible();
    const before = await firstCard(page).boundingBox();
    await firstCard(page).hover();
    await expect(tried(page)).toHaveAttribute("data-shown", "true");
    expect(await tried(page).evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    const after = await firstCard(page).boundingBox();
    expect([after?.width, after?.height]).toEqual([before?.width, before?.height]);
    await page.mouse.move(0, 0);
    await expect(tried(page)).toHaveAttribute("data-shown", "false");
    await firstCard(page).hover();
    await expect(tried(page)).toHaveAttribute("data-shown", "true");
    expect(urls).toHaveLength(1);
    const look = decodeLook(urls[0]?.split("/")[2] ?? "");
    expect(Object.values(look?.items ?? {}).filter((id) => id !== null)).toHaveLength(1);
  });

  test("shows it to the keyboard, too", async ({ page }) => {
    await page.goto("/shop");
    await expect(firstCard(page)).toBeVisible();
    await firstCard(page).getByRole("link").first().focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await expect(tried(page)).toHaveAttribute("data-shown", "true");
  });

  test("leaves the item's picture if the bopi's can't be drawn", async ({ page, complaints }) => {
    complaints.expect(/^404 GET .*\/looks\//);
    await page.route("**/looks/**", (route) => route.fulfill({ status: 404, body: "" }));
    await page.goto("/shop");
    const failed = page.waitForResponse(/\/looks\//);
    await firstCard(page).hover();
    await failed;
    await expect(tried(page)).toHaveAttribute("data-shown", "false");
    await expect(tried(page)).toHaveCSS("opacity", "0");
  });

  test("shows an inventory's items on the own bopi, too, without moving them", async ({ page }) => {
    const urls = lookRequests(page);
    await page.goto("/users/bobby/inventory");
    const tile = page.getByRole("main").locator("li a:has(img)").nth(3);
    const before = await tile.boundingBox();
    await tile.hover();
    const onBopi = tile.locator("img[data-shown]");
    await expect(onBopi).toHaveAttribute("data-shown", "true");
    const [own, over] = [await tile.locator("img").first().boundingBox(), await onBopi.boundingBox()];
    expect([over?.width, over?.height]).toEqual([own?.width, own?.height]);
    await page.mouse.move(0, 0);
    await expect(onBopi).toHaveAttribute("data-shown", "false");
    const after = await tile.boundingBox();
    expect([after?.width, after?.height]).toEqual([before?.width, before?.height]);
    expect(urls).toHaveLength(1);
  });

  test("begins an item's page for visitors, and shows its owners' bopis in it", async ({ page }) => {
    await page.goto("/items/1");
    const onBopi = page.getByRole("img", { name: "Traffic Cone on your bopi" });
    await expect(onBopi).toHaveAttribute("data-shown", "true");
    await page.getByRole("link", { name: /^Owners/ }).click();
    const owners = page.locator("#about img[src^='/looks/']");
    await expect(owners).not.toHaveCount(0);
    const looks = await owners.evaluateAll((images) =>
      images.map((image) => image.getAttribute("src")?.split("/")[2] ?? ""),
    );
    expect(new Set(looks.map((look) => decodeLook(look)?.items.hat1))).toEqual(new Set([1]));
    expect(new Set(looks).size, "each their own").toBeGreaterThan(1);
    await expect
      .poll(() => owners.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(256);
  });
});
