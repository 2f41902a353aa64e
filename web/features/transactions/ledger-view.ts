import { startTransition, useOptimistic } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { type LedgerView, readLedgerView, writeLedgerView } from "#domain/transactions/view.ts";

export const ledgerAddress = (view: LedgerView): string => `?${writeLedgerView(view)}`;

/** What the page shows: read from the address, and changed by going to another one. A filter leads to the first page. */
export function useLedgerView() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [view, show] = useOptimistic(readLedgerView(query));
  const choose = (choice: Partial<LedgerView>) => {
    // From the address, which knows of choices that are not drawn yet.
    const now = readLedgerView(new URLSearchParams(window.location.search));
    const next = { ...now, page: 1, ...choice };
    startTransition(() => {
      show(next);
      navigate(ledgerAddress(next));
    });
  };
  return { view, choose };
}
