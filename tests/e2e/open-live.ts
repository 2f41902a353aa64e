import type { Page } from "@playwright/test";
import { LIVE_PATH } from "#domain/live/frames.ts";

/**
 * Resolves once the page's socket is open and greeted, and the page receives events. Call it before opening
 * the page.
 */
export async function waitForLive(page: Page): Promise<void> {
  const socket = await page.waitForEvent("websocket", (one) => new URL(one.url()).pathname === LIVE_PATH);
  await socket.waitForEvent("framereceived");
}

/** Opens a page and waits until it receives events. */
export async function openLive(page: Page, path: string): Promise<void> {
  const live = waitForLive(page);
  await page.goto(path);
  await live;
}
