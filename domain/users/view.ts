import type { SentOf } from "../api/route.ts";
import { DIRECTORY_FILTERS, type DirectoryFilter, type userListRoute } from "./api.ts";

/** What the user directory shows, as its address has it. */
export interface DirectoryView {
  search: string;
  filter: DirectoryFilter;
  /** How many pages of cards, each below the last. */
  pages: number;
}

/** The most pages that an address opens with: each is asked for in its turn. */
export const MOST_PAGES = 20;

/** Reads the page's address; values that mean nothing are left out. */
export function readDirectoryView(query: URLSearchParams): DirectoryView {
  const pages = Number(query.get("pages"));
  return {
    search: (query.get("search") ?? "").trim(),
    filter: DIRECTORY_FILTERS.find((one) => one === query.get("filter")) ?? "",
    pages: Number.isSafeInteger(pages) && pages >= 1 ? Math.min(pages, MOST_PAGES) : 1,
  };
}

/** The address query of a view: defaults are left out. */
export function writeDirectoryView({ search, filter, pages }: DirectoryView): URLSearchParams {
  const query = new URLSearchParams();
  if (search) query.set("search", search);
  if (filter) query.set("filter", filter);
  if (pages > 1) query.set("pages", String(pages));
  return query;
}

/** What a view asks the list for, page by page. */
export const directoryInput = (
  { search, filter }: Pick<DirectoryView, "search" | "filter">,
  page: number,
): SentOf<typeof userListRoute> => ({ search, filter, page });

/** The filter after a press: the active one is cleared (spec 3 §2). */
export const toggledFilter = (active: DirectoryFilter, pressed: DirectoryFilter): DirectoryFilter =>
  active === pressed ? "" : pressed;
