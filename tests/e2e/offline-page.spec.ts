import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";

test.use({ serviceWorkers: "allow" });

/** Opens a page and waits until the service worker controls it. */
async function openInstalled(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(async () => {
    const { controller } = navigator.serviceWorker;
    if (!controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  });
}

/**
 * Takes the network away, or gives it back. Chromium's emulation of `navigator.onLine` ends by itself where a service worker
 * opens a page, so the page reads it from its session's storage.
 */
async function setOffline(page: Page, offline: boolean): Promise<void> {
  await page.context().setOffline(offline);
  await page.evaluate((value) => {
    if (value) sessionStorage.setItem("offline", "");
    else sessionStorage.removeItem("offline");
    dispatchEvent(new Event(value ? "offline" : "online"));
  }, offline);
}
const readConnection = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, "onLine", { get: () => sessionStorage.getItem("offline") === null }),
  );

const ownBopi = (page: Page) =>
  page.evaluate(async () => (await caches.match("/offline-bopi"))?.url.split("/").at(-1) ?? null);

test("the offline page shows a member's bopi, opens for any page and continues there; nothing else is stored", async ({
  page,
  context,
  stateOf,
  complaints,
}) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|console error/);
  await context.addCookies((await stateOf("goldie")).cookies);
  await readConnection(page);
  await openInstalled(page, "/levels");
  await expect.poll(() => ownBopi(page)).toBe("sleep-512.png");
  await context.clearCookies({ name: "bopolis_session" });
  await openInstalled(page, "/levels");
  await expect.poll(() => ownBopi(page)).toBe(null);

  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Levels" })).toBeVisible();
  const stored = await page.evaluate(async () => {
    const requests = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(stored.sort()).toEqual([
    "/looks/d/sleep-512.png",
    "/offline",
    "/static/favicon.svg",
    "/static/offline.css",
    "/static/offline.js",
  ]);
  await setOffline(page, true);
  const response = await page.evaluate(() =>
    fetch("/api/levels").then(
      ({ status }) => status,
      () => "failed",
    ),
  );
  expect(response).toBe("failed");
  await page.goto("/ratings");
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
  await expect(page.getByRole("heading", { name: /can't be reached/ })).toBeHidden();
  await expect(page.locator("img")).toHaveJSProperty("complete", true);
  expect(await page.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCSS("min-height", "48px");
  await setOffline(page, false);
  await expect(page.getByRole("heading", { level: 1, name: "Ratings" })).toBeVisible();
});
