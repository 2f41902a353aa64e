import type { Page } from "@playwright/test";

/** The paths and queries that the page's current document has asked the API for: a list that grows, and is empty again after a page load. */
export function apiCalls(page: Page): readonly string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(pathname + search);
  });
  // The document before may have asked for something until it was replaced.
  page.on("response", (response) => {
    if (response.request().isNavigationRequest()) calls.length = 0;
  });
  return calls;
}
