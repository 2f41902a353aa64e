import type { Page } from "@playwright/test";

/** Returns the paths and queries of the current document's API calls. The list grows, and a page load clears it. */
export function apiCalls(page: Page): readonly string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(pathname + search);
  });
  // The previous document can send requests until it is replaced.
  page.on("response", (response) => {
    if (response.request().isNavigationRequest()) calls.length = 0;
  });
  return calls;
}
