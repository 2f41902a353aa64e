import { numberField, optionField, queryView, textField, type ViewOf } from "../api/list-view.ts";

export const DIRECTORY_FILTERS = ["", "playing", "online"] as const;
export type DirectoryFilter = (typeof DIRECTORY_FILTERS)[number];

/** Most pages that a URL loads, because they are fetched one after another. */
export const MAX_DIRECTORY_PAGES = 20;

const view = queryView({
  search: textField,
  filter: optionField(DIRECTORY_FILTERS, ""),
  pages: numberField(Number.MAX_SAFE_INTEGER, 1),
});
/** The state of the user directory as its URL has it. */
export type DirectoryView = ViewOf<typeof view>;
export const writeDirectoryView = view.write;

export function readDirectoryView(query: URLSearchParams): DirectoryView {
  const directory = view.read(query);
  return { ...directory, pages: Math.min(directory.pages, MAX_DIRECTORY_PAGES) };
}

/** The list request for a page of a view. */
export const directoryInput = (
  { search, filter }: Pick<DirectoryView, "search" | "filter">,
  page: number,
) => ({ search, filter, page });

/** The filter after pressing a button: pressing the active one clears it (spec 3 §2). */
export const toggledFilter = (active: DirectoryFilter, pressed: DirectoryFilter): DirectoryFilter =>
  active === pressed ? "" : pressed;
