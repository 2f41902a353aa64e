import type { Page, WebSocket } from "@playwright/test";
import { LIVE_PATH } from "#domain/live/frames.ts";

/**
 * Resolves once the page's socket is open and greeted, and the page receives events. Call it before opening
 * the page. On a busy machine, the page can give up its first socket and open another.
 */
export async function waitForLive(page: Page): Promise<void> {
  const greeted = Promise.withResolvers<void>();
  const onSocket = (socket: WebSocket) => {
    if (new URL(socket.url()).pathname === LIVE_PATH) socket.once("framereceived", () => greeted.resolve());
  };
  page.on("websocket", onSocket);
  await greeted.promise;
  page.off("websocket", onSocket);
}

/** Opens a page and waits until it receives events. */
export async function openLive(page: Page, path: string): Promise<void> {
  const live = waitForLive(page);
  await page.goto(path);
  await live;
}
