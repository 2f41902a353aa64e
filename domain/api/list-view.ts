/** The state of a searchable list as its URL and its request have it. */
export interface ListView {
  search: string;
  page: number;
}

/** Reads the page number from `name`; 1 if it is missing or invalid. */
export function readPage(query: URLSearchParams, name = "page"): number {
  const page = Number(query.get(name));
  return Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

/** Reads a list's URL query and ignores invalid values. */
export function readListView(query: URLSearchParams): ListView {
  return {
    search: (query.get("search") ?? "").trim(),
    page: readPage(query),
  };
}

/** The URL query of a view, without defaults. */
export function writeListView({ search, page }: ListView): URLSearchParams {
  const query = new URLSearchParams();
  if (search) query.set("search", search);
  if (page > 1) query.set("page", String(page));
  return query;
}
