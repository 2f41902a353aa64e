import { useQuery } from "@tanstack/react-query";
import { transactionListRoute } from "#domain/transactions/api.ts";
import { type LedgerView, ledgerInput } from "#domain/transactions/view.ts";
import { priceText } from "#web/components/text/price.ts";
import { formatNumber } from "#web/lib/format.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { useMember } from "#web/lib/user.ts";
import { Page } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { ledgerUrl, useLedgerView } from "../ledger-view.ts";
import { NoTransactions } from "../no-transactions.tsx";
import { transactionsText as text } from "../text/transactions.ts";
import { TransactionFilters } from "../transaction-filters.tsx";
import { TransactionTable, TransactionTableSkeleton } from "../transaction-table.tsx";
import styles from "../transactions.module.css";

function Balance({ coins }: { coins: number }) {
  return (
    <p className={styles.balance}>
      <span className="sr-only">{text.balance} </span>
      <img src="/static/emoticons/coin.svg" width={28} height={28} alt="" />
      {formatNumber(coins)}
      <span className="sr-only"> {priceText.coinsAfter(coins)}</span>
    </p>
  );
}

/** The rows of a view. Keyed by direction, so that the other direction's rows go at once. */
function Rows({ view }: { view: LedgerView }) {
  const list = useQuery(listQueryFor(transactionListRoute, { input: ledgerInput(view) }));
  const { incoming } = view;
  const { data: rows, meta } = list.data ?? {};
  const stale = list.isPlaceholderData;
  return (
    <>
      <div className={styles.about}>
        <p>{incoming ? text.about.in : text.about.out}</p>
        <p className={styles.total} role="status">
          {meta && !stale && text.total(meta.total)}
        </p>
      </div>
      {list.isError && !rows && (
        <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />
      )}
      {list.isPending && <TransactionTableSkeleton incoming={incoming} />}
      {rows && meta && rows.length > 0 && (
        <TransactionTable rows={rows} view={view} lastPage={meta.last_page} stale={stale} />
      )}
      {meta && rows?.length === 0 && !stale && <NoTransactions view={view} total={meta.total} />}
      {meta && (
        <Pagination
          page={view.page}
          lastPage={meta.last_page}
          hrefOf={(page) => ledgerUrl({ ...view, page })}
        />
      )}
    </>
  );
}

/** The user's history of coins, XP and items. Its state is in the URL; ledger events refetch it. */
export default function TransactionsPage() {
  const { coins } = useMember();
  const { view, choose } = useLedgerView();
  return (
    <Page title={text.title} actions={<Balance coins={coins} />}>
      <TransactionFilters view={view} choose={choose} />
      <Rows view={view} key={String(view.incoming)} />
    </Page>
  );
}
