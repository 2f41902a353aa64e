import { Blocks, RotateCcw, ShoppingBag } from "lucide-react";
import { startTransition, useOptimistic } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { type LedgerView, readLedgerView, UNFILTERED, writeLedgerView } from "#domain/transactions/view.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { transactionsText as text } from "./text/transactions.ts";

export const ledgerUrl = (view: LedgerView): string => `?${writeLedgerView(view)}`;

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

/** The empty state: no match, or a page past the last one. */
export function NoTransactions({ view, total }: { view: LedgerView; total: number }) {
  const art = <PosedBopi pose="shrug" />;
  if (total > 0) {
    return (
      <EmptyState title={text.none} text={text.nonePage} art={art}>
        <LinkButton variant="primary" icon={RotateCcw} to={ledgerUrl({ ...view, page: 1 })}>
          {text.firstPage}
        </LinkButton>
      </EmptyState>
    );
  }
  const { incoming } = view;
  if (view.transaction_type || view.source_type) {
    return (
      <EmptyState title={text.none} text={text.noneFiltered} art={art}>
        <LinkButton variant="primary" icon={RotateCcw} to={ledgerUrl({ ...UNFILTERED, incoming })}>
          {text.clear}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={text.none} text={incoming ? text.noneIn : text.noneOut} art={art}>
      <LinkButton
        variant="primary"
        icon={incoming ? Blocks : ShoppingBag}
        to={incoming ? "/levels" : "/shop?category=shirt"}
      >
        {incoming ? text.levels : text.shop}
      </LinkButton>
    </EmptyState>
  );
}
