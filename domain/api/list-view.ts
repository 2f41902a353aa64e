/** What a searched list in pages shows, as its address has it and as it asks for it. */
export interface ListView {
  search: string;
  page: number;
}

/** The page number that an address has under `name`; 1 where it has none that means something. */
export function readPage(query: URLSearchParams, name = "page"): number {
  const page = Number(query.get(name));
  return Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

/** Reads a list's address; values that mean nothing are left out. */
export function readListView(query: URLSearchParams): ListView {
  return {
    search: (query.get("search") ?? "").trim(),
    page: readPage(query),
  };
}

/** The address query of a view: defaults are left out. */
export function writeListView({ search, page }: ListView): URLSearchParams {
  const query = new URLSearchParams();
  if (search) query.set("search", search);
  if (page > 1) query.set("page", String(page));
  return query;
}
