import { type SQL, sql } from "drizzle-orm";
import type { PageMeta } from "#domain/api/answers.ts";
import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { pathAndQuery } from "./path.ts";

/** Which rows of a sorted list a page shows, and from which end they are reached sooner. */
export interface Slice {
  limit: number;
  offset: number;
  /** The list is read in the opposite order and the rows are turned round afterwards. */
  reverse: boolean;
}

/** Pages near the end are read from the end, so that the last page costs what the first does. */
export function slice(page: number, size: number, total: number): Slice {
  const offset = (page - 1) * size;
  if (offset >= total) return { limit: 0, offset: 0, reverse: false };
  const limit = Math.min(size, total - offset);
  const fromEnd = total - offset - limit;
  const reverse = fromEnd < offset;
  if (Math.min(offset, fromEnd) > LIMITS.pageDepth) throw new ApiError("page_too_deep");
  return { limit, offset: reverse ? fromEnd : offset, reverse };
}

/** `order by` of a slice: every column in the same direction, turned round when the slice is. */
export function orderBy(columns: readonly string[], direction: "asc" | "desc", reverse: boolean): SQL {
  const way = (direction === "asc") === reverse ? "desc" : "asc";
  return sql.raw(columns.map((column) => `${column} ${way}`).join(", "));
}

/** `{meta, links}` of a page; the next page's address keeps the query it was asked with. */
export function pageLinks(
  request: Request,
  page: number,
  size: number,
  total: number,
): { meta: PageMeta; links: { next: string | null } } {
  const last = Math.max(1, Math.ceil(total / size));
  let next: string | null = null;
  if (page < last) {
    const [path, query = ""] = pathAndQuery(request.url).split("?", 2);
    const others = query.split("&").filter((part) => part && !part.startsWith("page="));
    next = `${path}?${[...others, `page=${page + 1}`].join("&")}`;
  }
  return { meta: { current_page: page, last_page: last, total }, links: { next } };
}
