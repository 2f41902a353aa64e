import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { SessionGate } from "./gate.ts";
import { type Slice, slice } from "./pagination.ts";

/** A page further in than this asks for the total first, to be read from the nearer end. */
const NEAR_ROWS = 2_000;

/** A sorted list that is read along an index: the query of a slice, and how many rows there are. */
export interface Walk<Row> {
  page: number;
  size: number;
  rows(part: Slice): Statement<Row & { total: number }>;
  total(): SQL;
}

/** The total comes as a column of the page's rows: one statement less. A page without rows asks for it by itself. */
export async function walkPage<Row>(
  gate: SessionGate,
  list: Walk<Row>,
): Promise<{ rows: (Row & { total: number })[]; total: number }> {
  const { page, size } = list;
  const offset = (page - 1) * size;
  if (offset <= NEAR_ROWS) {
    const [rows] = await gate.read(list.rows({ limit: size, offset, reverse: false }));
    const [first] = rows;
    return { rows, total: first ? first.total : await readTotal(gate, list.total()) };
  }
  const total = await readTotal(gate, list.total());
  const part = slice(page, size, total);
  if (part.limit === 0) return { rows: [], total };
  const [rows] = await gate.read(list.rows(part));
  return { rows: part.reverse ? rows.reverse() : rows, total };
}

async function readTotal(gate: SessionGate, total: SQL): Promise<number> {
  const [rows] = await gate.read(statement<{ total: number }>(sql`select ${total} as total`));
  return rows[0]?.total ?? 0;
}
