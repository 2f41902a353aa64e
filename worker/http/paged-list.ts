import { type SQL, type Statement, sql, statement } from "#db/database.ts";
import { type PageSlice, pageSlice } from "./pagination.ts";
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

/**
 * Reads a page of a list. The total is a column of the page's rows, which saves a statement; only an empty
 * page queries it separately.
 */
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
  const rows = await gate.all(statement<{ total: number }>(sql`select ${total} as total`));
  return rows[0]?.total ?? 0;
}
