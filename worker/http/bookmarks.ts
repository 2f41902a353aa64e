import type { Meter } from "#db/database.ts";
import { BOOKMARK_HEADER } from "#domain/api/bookmark-header.ts";
import {
  BOOKMARK_COOKIE,
  BOOKMARK_SECONDS,
  type Bookmarks,
  formatBookmarks,
  mergeBookmarks,
  parseBookmarks,
} from "#domain/api/bookmarks.ts";
import { readCookie } from "./session.ts";

/** Returns the states of the databases that the browser has changed or was notified about. */
export const writtenBookmarks = (request: Request): Bookmarks =>
  parseBookmarks(readCookie(request, BOOKMARK_COOKIE));

/** Returns the newest states that the browser has seen in any way. */
export const seenBookmarks = (request: Request): Bookmarks =>
  mergeBookmarks(writtenBookmarks(request), parseBookmarks(request.headers.get(BOOKMARK_HEADER)));

/** Adds the states a request has seen. Members' pages know better which of two responses is newer. */
export function setBookmarks(
  headers: Headers,
  request: Request,
  { bookmarks, hasWritten }: Pick<Meter, "bookmarks" | "hasWritten">,
): void {
  const text = formatBookmarks(bookmarks);
  if (!text) return;
  headers.set(BOOKMARK_HEADER, text);
  if (!hasWritten || request.headers.has(BOOKMARK_HEADER)) return;
  const secure = new URL(request.url).protocol === "https:" ? "; Secure" : "";
  headers.append(
    "Set-Cookie",
    `${BOOKMARK_COOKIE}=${text}; Path=/; SameSite=Lax; Max-Age=${BOOKMARK_SECONDS}${secure}`,
  );
}
