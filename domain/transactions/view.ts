import { readPage } from "../api/list-view.ts";
import {
  SOURCE_FILTERS,
  type SourceFilter,
  TRANSACTION_SORTS,
  TRANSACTION_TYPE_IDS,
  type TransactionSort,
  type TransactionType,
} from "./types.ts";

/** The state of the transactions page as its URL has it (spec 3 §9). */
export interface LedgerView {
  /** 0 for any. */
  transaction_type: TransactionType | 0;
  source_type: SourceFilter;
  sort_by: TransactionSort;
  order: "desc" | "asc";
  /** Entries that came to the user; otherwise those that they spent and gave. */
  incoming: boolean;
  page: number;
}

/** The page without a query: everything received, newest first. */
export const UNFILTERED: LedgerView = {
  transaction_type: 0,
  source_type: "",
  sort_by: "created_at",
  order: "desc",
  incoming: true,
  page: 1,
};

/** Reads the page's URL query and ignores invalid values. */
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

/** The URL query of a view, without defaults. */
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

/** The list request of a view. */
export const ledgerInput = (view: LedgerView) => ({ ...view });
