/** Carries bookmarks in requests and responses (bookmarks.ts). Visitors' pages need no more of them than this. */
export const BOOKMARK_HEADER = "X-Bookmark";
