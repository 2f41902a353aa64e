import { pageSlice } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { type LedgerView, listedKind, transactionKindsQuery } from "./kinds.ts";
import type { TransactionRow } from "./present.ts";
import { rowsQuery } from "./row-queries.ts";

/** A page of the signed-in user's ledger, sorted. */
interface LedgerRequest extends LedgerView {
  page: number;
  size: number;
}

interface LedgerPage {
  rows: TransactionRow[];
  total: number;
}

/** Returns a page of the signed-in user's ledger: a first round trip reads the kinds of rows, a second the page. */
export async function listTransactions(
  gate: SessionGate,
  userId: number,
  { page, size, ...view }: LedgerRequest,
): Promise<LedgerPage> {
  const all = await gate.all(transactionKindsQuery(userId, view));
  const kinds = all.map((kind) => listedKind(kind, view)).filter(({ count }) => count > 0);
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  const slice = pageSlice(page, size, total);
  if (slice.limit === 0) return { rows: [], total };
  const { rows } = await gate.read({ rows: rowsQuery(userId, kinds, view, slice) });
  return { rows: slice.reverse ? rows.reverse() : rows, total };
}
