import type { Page } from "@playwright/test";

/**
 * Returns the paths and queries of the current document's API calls. The list grows, and a page load clears it.
 * Calls after a notification aren't listed, because it refetches what it is about. Other tests cause them, too.
 */
export function apiCalls(page: Page): readonly string[] {
  const calls: string[] = [];
  let isNotified = false;
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/") && !isNotified) calls.push(pathname + search);
  });
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      isNotified ||= String(payload).includes('"event":"Notified"');
    }),
  );
  // The previous document can send requests until it is replaced.
  page.on("response", (response) => {
    if (!response.request().isNavigationRequest()) return;
    calls.length = 0;
    isNotified = false;
  });
  return calls;
}
