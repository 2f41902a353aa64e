import type { Page } from "@playwright/test";
import { expectPicturesLoaded } from "./picture-file.ts";
import { expect, test } from "./test.ts";

/** Makes the pages that are loaded next unable to draw in 3D. */
async function disableWebGl(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Browsers without WebGL 2 have none outside the page either.
    Reflect.deleteProperty(globalThis, "OffscreenCanvas");
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      wanted: string,
      options?: unknown,
    ) {
      return wanted.startsWith("webgl") ? null : original.call(this, wanted as "2d", options as undefined);
    } as typeof original;
  });
}

const preview = (page: Page) => page.locator("[data-preview]");
const canvas = (page: Page) => page.getByRole("img", { name: /bopi in 3D/ });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const header = (page: Page) => page.getByRole("banner").locator("img[src*='/assets/'], img[src*='/bopi/']");
const headerPicture = (page: Page) => header(page).getAttribute("src");
const SAVED =
  "Your bopi has been saved, it may take a few minutes for your changes to be reflected across the site";

/** Waits for the page's socket. Events from before it opens are fetched once it has. */
async function waitForSocket(page: Page): Promise<void> {
  await page.waitForEvent("websocket", { predicate: (socket) => socket.url().endsWith("/api/live") });
}

/** Counts every layout shift from now on, also right after input. Stacked notices don't count: they lie over the page. */
const watchShifts = (page: Page) =>
  page.evaluate(() => {
    const counter = window as unknown as { shifts: number };
    counter.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: { node: Node | null }[] };
        const isNotice = ({ node }: { node: Node | null }) =>
          node instanceof Element && node.closest("[aria-label=Notifications]") !== null;
        if (!sources.every(isNotice)) counter.shifts += value;
      }
    }).observe({ type: "layout-shift" });
  });
const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number }).shifts);

async function openCustomizer(page: Page, query = ""): Promise<void> {
  const open = waitForSocket(page);
  await page.goto(`/avatar${query}`);
  await open;
  await expect(preview(page)).toHaveAttribute("data-preview", "canvas");
}

// States of the customizer: tests/ui/avatar.test.ts.

test("a color shows at once, and a picture replaces a lost canvas", async ({ page, signUp, complaints }) => {
  complaints.expect(/Context Lost/);
  complaints.expect(/WEBGL_lose_context extension not supported/);
  await signUp();
  const other = await page.context().newPage();
  const otherSocket = waitForSocket(other);
  await other.goto("/levels");
  await otherSocket;
  await openCustomizer(page, "?tab=colors");
  await expect.poll(() => headerPicture(page), "the first bopi is drawn").toMatch(/^\/assets\//);
  const before = await canvas(page).screenshot();

  await button(page, "Left arm").click();
  await button(page, "Color #3C8DFF").click();
  await expect(page.getByText("Not saved yet")).toBeVisible();
  await expect
    .poll(async () => Buffer.compare(before, await canvas(page).screenshot()), "the canvas has changed")
    .not.toBe(0);

  const [old, oldElsewhere] = [await headerPicture(page), await headerPicture(other)];
  const place = await preview(page).boundingBox();
  await watchShifts(page);
  const sent = page.waitForRequest("**/api/avatar/update");
  await button(page, "Save").click();
  expect((await sent).postDataJSON()).toEqual({ left_arm_color: "3C8DFF" });
  await expect(page.getByText(SAVED)).toBeVisible();
  expect(await preview(page).boundingBox(), "the notice moves nothing").toEqual(place);
  await expect.poll(() => headerPicture(page)).not.toBe(old);
  expect(await shifts(page), "saving moves nothing").toBe(0);
  await expect.poll(() => headerPicture(other)).not.toBe(oldElsewhere);
  await expectPicturesLoaded(other);
  await expect(button(page, "Save")).toBeDisabled();
  await expect(page.getByText(SAVED), "the notice goes by itself").toBeHidden({ timeout: 10_000 });

  await page.goto("/items/1");
  await page.getByRole("radio", { name: "In 3D" }).check({ force: true });
  await expect(preview(page)).toHaveAttribute("data-preview", "canvas");
  await button(page, "Turn left").click();

  await openCustomizer(page);
  await page.evaluate(() => {
    const element = document.querySelector<HTMLCanvasElement>("[data-preview] canvas");
    element?.getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext();
  });
  await expect(preview(page)).toHaveAttribute("data-preview", "picture");
  await expect(preview(page).locator("img")).toBeVisible();

  await disableWebGl(page);
  await page.reload();
  await expect(preview(page).getByRole("img", { name: /'s bopi$/ })).toBeVisible();
  await expect(preview(page)).toHaveAttribute("data-preview", "picture");
  await expect(canvas(page), "nothing is said to be in 3D").toHaveCount(0);
  await expectPicturesLoaded(page);
});
