export const RATING_SORTS = ["rating", "difficulty"] as const;
export const SORT_DIRECTIONS = ["desc", "asc"] as const;

/** The state of the rating search as its URL and its request have it. 0 and empty mean any. */
export interface RatingView {
  username: string;
  level_id: number;
  rating: number;
  difficulty: number;
  sort: (typeof RATING_SORTS)[number];
  order: (typeof SORT_DIRECTIONS)[number];
  page: number;
}

/** The highest level id that can be searched for. */
export const LEVEL_ID_MAX = 1_000_000_000_000;

function number(query: URLSearchParams, name: string, max: number, fallback: number): number {
  const value = Number(query.get(name) ?? fallback);
  return Number.isSafeInteger(value) && value >= 0 && value <= max ? value : fallback;
}

/** Reads the page's URL query and ignores invalid values. */
export function readRatingView(query: URLSearchParams): RatingView {
  const sort = RATING_SORTS.find((name) => name === query.get("sort")) ?? "rating";
  const order = SORT_DIRECTIONS.find((name) => name === query.get("order")) ?? "desc";
  return {
    username: (query.get("username") ?? "").trim().slice(0, 100),
    level_id: number(query, "level_id", LEVEL_ID_MAX, 0),
    rating: number(query, "rating", 10, 0),
    difficulty: number(query, "difficulty", 10, 0),
    sort,
    order,
    page: number(query, "page", 1_000_000, 1) || 1,
  };
}

/** The URL query of a view, without defaults. */
export function writeRatingView(view: RatingView): URLSearchParams {
  const query = new URLSearchParams();
  if (view.username) query.set("username", view.username);
  for (const name of ["level_id", "rating", "difficulty"] as const) {
    if (view[name]) query.set(name, String(view[name]));
  }
  if (view.sort !== "rating") query.set("sort", view.sort);
  if (view.order !== "desc") query.set("order", view.order);
  if (view.page > 1) query.set("page", String(view.page));
  return query;
}
