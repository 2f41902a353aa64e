import { flagField, optionField, pageField, queryView, type ViewOf } from "../api/list-view.ts";
import { SOURCE_FILTERS, TRANSACTION_SORTS, TRANSACTION_TYPE_IDS } from "./types.ts";

const view = queryView({
  /** Entries that came to the user; otherwise those that they spent and gave. */
  incoming: flagField("0", false),
  transaction_type: optionField(TRANSACTION_TYPE_IDS, 0),
  source_type: optionField(SOURCE_FILTERS, ""),
  sort_by: optionField(TRANSACTION_SORTS, "created_at"),
  order: optionField(["desc", "asc"], "desc"),
  page: pageField,
});
/** The state of the transactions page as its URL has it (spec 3 §9). */
export type LedgerView = ViewOf<typeof view>;
export const readLedgerView = view.read;
export const writeLedgerView = view.write;

/** The page without a query: everything received, newest first. */
export const UNFILTERED: LedgerView = readLedgerView(new URLSearchParams());

export const ledgerInput = (view: LedgerView) => ({ ...view });
