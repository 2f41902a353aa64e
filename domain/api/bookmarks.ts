import { DATABASE_NAMES, type DatabaseName } from "../database-names.ts";

/** Bookmarks name a state of a database. Who sends them is never shown an older state, even by a copy that lags. */

/** The newest known state of each database. D1's bookmarks sort as text: the larger one is newer. */
export type Bookmarks = Readonly<Partial<Record<DatabaseName, string>>>;

/** Holds the bookmarks of what this browser wrote or was notified about, for requests without the header. */
export const BOOKMARK_COOKIE = "bopolis_bookmark";
/** Copies catch up within seconds. */
export const BOOKMARK_SECONDS = 600;

const MAX_LENGTH = 100;
const BOOKMARK = /^[0-9a-f]+(?:-[0-9a-f]+)*$/;

const isName = (name: string): name is DatabaseName => DATABASE_NAMES.includes(name as DatabaseName);

/** Parses `main:0000…-….forum:0000…`. Anything else in it is ignored, because it comes from a browser. */
export function parseBookmarks(text: string | null | undefined): Bookmarks {
  const found: Partial<Record<DatabaseName, string>> = {};
  for (const part of text?.split(".", DATABASE_NAMES.length) ?? []) {
    const [name = "", bookmark = ""] = part.split(":", 2);
    if (isName(name) && bookmark.length <= MAX_LENGTH && BOOKMARK.test(bookmark)) found[name] = bookmark;
  }
  return found;
}

/** The text of bookmarks; empty without any. Uses only characters that a cookie can contain. */
export const formatBookmarks = (bookmarks: Bookmarks): string =>
  DATABASE_NAMES.flatMap((name) => (bookmarks[name] ? [`${name}:${bookmarks[name]}`] : [])).join(".");

export const newerBookmark = (a: string | undefined, b: string): string => (a === undefined || b > a ? b : a);

export function mergeBookmarks(a: Bookmarks, b: Bookmarks): Bookmarks {
  const merged: Partial<Record<DatabaseName, string>> = { ...a };
  for (const name of DATABASE_NAMES) if (b[name]) merged[name] = newerBookmark(merged[name], b[name]);
  return merged;
}

/** Whether what was read at `state` shows everything up to `wanted`. A database that wasn't read doesn't matter. */
export const isAtLeast = (state: Bookmarks, wanted: Bookmarks): boolean =>
  DATABASE_NAMES.every((name) => {
    const [has, needs] = [state[name], wanted[name]];
    return has === undefined || needs === undefined || has >= needs;
  });
