import { BOOKMARK_HEADER } from "#domain/api/bookmark-header.ts";
import {
  BOOKMARK_COOKIE,
  BOOKMARK_SECONDS,
  type Bookmarks,
  formatBookmarks,
  mergeBookmarks,
  parseBookmarks,
} from "#domain/api/bookmarks.ts";
import { transport } from "./api.ts";

/** The newest states that this page has seen. */
let seen: Bookmarks = {};

const readCookie = (): Bookmarks =>
  parseBookmarks(new RegExp(`(?:^|; )${BOOKMARK_COOKIE}=([^;]*)`).exec(document.cookie)?.[1]);

/**
 * Adds the bookmarks of a response or an event. `lasting` ones, of what the user wrote or was notified about, also hold for
 * the pages that are opened next. The cookie is only ever raised, because responses can arrive in another order than they
 * were written in, also in different tabs.
 */
export function addBookmarks(text: string | null, use: "passing" | "lasting"): void {
  const bookmarks = parseBookmarks(text);
  seen = mergeBookmarks(seen, bookmarks);
  if (use === "passing" || !text) return;
  const raised = formatBookmarks(mergeBookmarks(readCookie(), bookmarks));
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and the page may be left at once.
  document.cookie = `${BOOKMARK_COOKIE}=${raised}; Path=/; SameSite=Lax; Max-Age=${BOOKMARK_SECONDS}${secure}`;
}

/** The header by which a request sees what the page has seen. Empty or not, it says that this page keeps bookmarks itself. */
export const bookmarkHeaders = (): Record<string, string> => ({ [BOOKMARK_HEADER]: formatBookmarks(seen) });

/** Lets this page's calls send and keep bookmarks. */
export function keepBookmarks(): void {
  transport.fetch = async (url, init) => {
    const headers = { ...(init.headers as Record<string, string> | undefined), ...bookmarkHeaders() };
    const response = await fetch(url, { ...init, headers });
    addBookmarks(response.headers.get(BOOKMARK_HEADER), init.method === "POST" ? "lasting" : "passing");
    return response;
  };
  transport.onOpen = (request) => {
    request.setRequestHeader(BOOKMARK_HEADER, formatBookmarks(seen));
    request.addEventListener("load", () =>
      addBookmarks(request.getResponseHeader(BOOKMARK_HEADER), "lasting"),
    );
  };
}
