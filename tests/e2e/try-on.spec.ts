import type { Locator, Page } from "@playwright/test";
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

async function sizeOf(element: Locator) {
  const box = await element.boundingBox();
  return [box?.width, box?.height];
}

test("an item shows on a bopi from its card by pointer or focus, without moving it", async ({ page }) => {
  const urls = lookRequests(page);
  await page.goto("/shop");
  const card = page.getByRole("region", { name: "Featured" }).locator("div:has(> img)").first();
  const tried = card.locator("> img[data-shown]");
  await expect(card).toBeVisible();
  const before = await sizeOf(card);
  await card.hover();
  await expect(tried).toHaveAttribute("data-shown", "true");
  expect(await tried.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  expect(await sizeOf(card)).toEqual(before);
  await page.mouse.move(0, 0);
  await expect(tried).toHaveAttribute("data-shown", "false");
  await expect(tried).toHaveCSS("opacity", "0");
  await card.getByRole("link").first().focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(tried).toHaveAttribute("data-shown", "true");
  expect(urls).toHaveLength(1);
  const look = decodeLook(urls[0]?.split("/")[2] ?? "");
  expect(Object.values(look?.items ?? {}).filter((id) => id !== null)).toHaveLength(1);

  await page.goto("/users/bobby/inventory");
  const tile = page.getByRole("main").locator("li a:has(img)").nth(3);
  const size = await sizeOf(tile);
  await tile.hover();
  const onBopi = tile.locator("img[data-shown]");
  await expect(onBopi).toHaveAttribute("data-shown", "true");
  expect(await sizeOf(onBopi)).toEqual(await sizeOf(tile.locator("img").first()));
  expect(await sizeOf(tile)).toEqual(size);
  expect(urls).toHaveLength(2);

  await page.goto("/items/1");
  const cone = page.getByRole("img", { name: "Traffic Cone on your bopi" });
  await expect(cone, "the first thing that visitors see").toHaveAttribute("data-shown", "true");
  await page.getByRole("link", { name: /^Owners/ }).click();
  const owners = page.locator("#about img[src$='/idle-256.png']");
  await expect(owners).not.toHaveCount(0);
  const looks = await owners.evaluateAll((images) =>
    images.map((image) => image.getAttribute("src")?.split("/")[2] ?? ""),
  );
  expect(new Set(looks.map((token) => decodeLook(token)?.items.hat1))).toEqual(new Set([1]));
  expect(new Set(looks).size, "each their own").toBeGreaterThan(1);
  await expect.poll(() => owners.first().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
});
