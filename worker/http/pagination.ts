import { type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { PageMeta } from "#domain/api/response.ts";
import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { pathAndQuery } from "./path.ts";
import type { SessionGate } from "./session-gate.ts";

/** Pages beyond this offset fetch the total first, to be read from the nearer end. */
const NEAR_ROWS = 2_000;

/** A sorted list read along an index: a query for a slice of it, and one for its length. */
export interface PagedList<Row> {
  page: number;
  size: number;
  rows(part: PageSlice): Statement<Row & { total: number }>;
  total(): SQL;
}

/** Reads a page of a list. Its total is a column of the rows; only an empty page queries it. */
export async function readPagedList<Row>(
  gate: Pick<SessionGate, "all">,
  list: PagedList<Row>,
): Promise<{ rows: (Row & { total: number })[]; total: number }> {
  const { page, size } = list;
  const offset = (page - 1) * size;
  if (offset <= NEAR_ROWS) {
    const rows = await gate.all(list.rows({ limit: size, offset, reverse: false }));
    const [first] = rows;
    return { rows, total: first ? first.total : await readTotal(gate, list.total()) };
  }
  const total = await readTotal(gate, list.total());
  const part = pageSlice(page, size, total);
  if (part.limit === 0) return { rows: [], total };
  const rows = await gate.all(list.rows(part));
  return { rows: part.reverse ? rows.reverse() : rows, total };
}

async function readTotal(gate: Pick<SessionGate, "all">, total: SQL): Promise<number> {
  const rows = await gate.all(statement<{ total: number }>`select ${total} as total`);
  return rows[0]?.total ?? 0;
}

/** The rows of a sorted list that a page shows, counted from the nearer end. */
export interface PageSlice {
  limit: number;
  offset: number;
  /** The query sorts in the opposite direction and the caller reverses the rows. */
  reverse: boolean;
}

/** Reads pages near the end from the end, so the last page costs as much as the first. */
export function pageSlice(page: number, size: number, total: number): PageSlice {
  const offset = (page - 1) * size;
  if (offset >= total) return { limit: 0, offset: 0, reverse: false };
  const limit = Math.min(size, total - offset);
  const fromEnd = total - offset - limit;
  const reverse = fromEnd < offset;
  if (Math.min(offset, fromEnd) > LIMITS.pageDepth) throw new ApiError("page_too_deep");
  return { limit, offset: reverse ? fromEnd : offset, reverse };
}

/** Builds a slice's `order by`: all columns in the same direction, inverted if the slice is reversed. */
export function orderBy(columns: readonly string[], direction: "asc" | "desc", reverse: boolean): SQL {
  const way = (direction === "asc") === reverse ? "desc" : "asc";
  return sql.raw(columns.map((column) => `${column} ${way}`).join(", "));
}

/** Builds a page's `{meta, links}`. The link to the next page keeps the current query. */
export function paginationLinks(
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
