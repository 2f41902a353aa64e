import type { Page } from "@playwright/test";
import { LIVE_PATH } from "#domain/live/frames.ts";

/** Asked before a page is opened: waits until its socket is open and greeted. From then on the page hears what happens. */
export async function whenLive(page: Page): Promise<void> {
  const socket = await page.waitForEvent("websocket", (one) => new URL(one.url()).pathname === LIVE_PATH);
  await socket.waitForEvent("framereceived");
}

/** Opens a page and waits until it hears what happens. */
export async function listen(page: Page, path: string): Promise<void> {
  const live = whenLive(page);
  await page.goto(path);
  await live;
}
