export const DIRECTORY_FILTERS = ["", "playing", "online"] as const;
export type DirectoryFilter = (typeof DIRECTORY_FILTERS)[number];

/** The state of the user directory as its URL has it. */
export interface DirectoryView {
  search: string;
  filter: DirectoryFilter;
  /** Number of loaded pages of cards. */
  pages: number;
}

/** Most pages that a URL loads, because they are fetched one after another. */
export const MAX_DIRECTORY_PAGES = 20;

/** Reads the page's URL query and ignores invalid values. */
export function readDirectoryView(query: URLSearchParams): DirectoryView {
  const pages = Number(query.get("pages"));
  return {
    search: (query.get("search") ?? "").trim(),
    filter: DIRECTORY_FILTERS.find((filter) => filter === query.get("filter")) ?? "",
    pages: Number.isSafeInteger(pages) && pages >= 1 ? Math.min(pages, MAX_DIRECTORY_PAGES) : 1,
  };
}

/** The URL query of a view, without defaults. */
export function writeDirectoryView({ search, filter, pages }: DirectoryView): URLSearchParams {
  const query = new URLSearchParams();
  if (search) query.set("search", search);
  if (filter) query.set("filter", filter);
  if (pages > 1) query.set("pages", String(pages));
  return query;
}

/** The list request for a page of a view. */
export const directoryInput = (
  { search, filter }: Pick<DirectoryView, "search" | "filter">,
  page: number,
) => ({ search, filter, page });

/** The filter after pressing a button: pressing the active one clears it (spec 3 §2). */
export const toggledFilter = (active: DirectoryFilter, pressed: DirectoryFilter): DirectoryFilter =>
  active === pressed ? "" : pressed;
