import { readPage } from "../api/list-view.ts";
import type { SentOf } from "../api/route.ts";
import {
  SOURCE_FILTERS,
  type SourceFilter,
  TRANSACTION_SORTS,
  type TransactionSort,
  type transactionListRoute,
} from "./api.ts";
import { TRANSACTION_TYPE_IDS, type TransactionType } from "./types.ts";

/** What the transactions page shows, as its address has it (spec 3 §9). */
export interface LedgerView {
  /** 0 for any. */
  transaction_type: TransactionType | 0;
  source_type: SourceFilter;
  sort_by: TransactionSort;
  order: "desc" | "asc";
  /** What came to one; otherwise what went from one to others. */
  incoming: boolean;
  page: number;
}

/** The page without a query: the newest of what came to one. */
export const UNFILTERED: LedgerView = {
  transaction_type: 0,
  source_type: "",
  sort_by: "created_at",
  order: "desc",
  incoming: true,
  page: 1,
};

/** Reads the page's address; values that mean nothing are left out. */
export function readLedgerView(query: URLSearchParams): LedgerView {
  const type = query.get("transaction_type");
  return {
    transaction_type: TRANSACTION_TYPE_IDS.find((id) => String(id) === type) ?? 0,
    source_type: SOURCE_FILTERS.find((source) => source === query.get("source_type")) ?? "",
    sort_by: TRANSACTION_SORTS.find((sort) => sort === query.get("sort_by")) ?? "created_at",
    order: query.get("order") === "asc" ? "asc" : "desc",
    incoming: query.get("incoming") !== "0",
    page: readPage(query),
  };
}

/** The address query of a view: defaults are left out. */
export function writeLedgerView(view: LedgerView): URLSearchParams {
  const query = new URLSearchParams();
  if (!view.incoming) query.set("incoming", "0");
  if (view.transaction_type) query.set("transaction_type", String(view.transaction_type));
  if (view.source_type) query.set("source_type", view.source_type);
  if (view.sort_by !== "created_at") query.set("sort_by", view.sort_by);
  if (view.order !== "desc") query.set("order", view.order);
  if (view.page > 1) query.set("page", String(view.page));
  return query;
}

/** What a view asks the list for. */
export const ledgerInput = (view: LedgerView): SentOf<typeof transactionListRoute> => ({ ...view });
