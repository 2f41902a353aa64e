import { startTransition, useOptimistic } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { type LedgerView, readLedgerView, writeLedgerView } from "#domain/transactions/view.ts";

/** Returns the URL of a view. */
export const ledgerUrl = (view: LedgerView): string => `?${writeLedgerView(view)}`;

/** The page's state, read from the URL and changed by navigating. A filter returns to the first page. */
export function useLedgerView() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [view, show] = useOptimistic(readLedgerView(query));
  const choose = (choice: Partial<LedgerView>) => {
    // From the URL, which includes changes that haven't rendered yet.
    const now = readLedgerView(new URLSearchParams(window.location.search));
    const next = { ...now, page: 1, ...choice };
    startTransition(() => {
      show(next);
      navigate(ledgerUrl(next));
    });
  };
  return { view, choose };
}
