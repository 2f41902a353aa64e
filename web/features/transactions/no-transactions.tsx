import { Blocks, RotateCcw, ShoppingBag } from "lucide-react";
import { type LedgerView, UNFILTERED } from "#domain/transactions/view.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { ledgerUrl } from "./ledger-view.ts";
import { transactionsText as text } from "./text/transactions.ts";

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
