import { useQuery } from "@tanstack/react-query";
import { ArrowDownLeft, ArrowUpRight, Blocks, RotateCcw, ShoppingBag } from "lucide-react";
import { transactionListRoute } from "#domain/transactions/api.ts";
import {
  SOURCE_FILTERS,
  TRANSACTION_SORTS,
  TRANSACTION_TYPE_IDS,
  TRANSACTION_TYPES,
} from "#domain/transactions/types.ts";
import {
  type LedgerView,
  ledgerInput,
  readLedgerView,
  UNFILTERED,
  writeLedgerView,
} from "#domain/transactions/view.ts";
import { EmptyState, PastEnd } from "#web/components/empty-state.tsx";
import { priceText } from "#web/components/text/price.ts";
import { formatNumber } from "#web/lib/format.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { type UrlState, useUrlState } from "#web/lib/url-state.ts";
import { useMember } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { SegmentedControl } from "#web/ui/checkbox.tsx";
import { Page } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Select } from "#web/ui/select.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { transactionsText as text } from "../text/transactions.ts";
import { TransactionTable, TransactionTableSkeleton } from "../transaction-table.tsx";
import styles from "../transactions.module.css";

const ledgerUrl = (view: LedgerView): string => `?${writeLedgerView(view)}`;

const LEDGER: UrlState<LedgerView> = {
  read: readLedgerView,
  write: writeLedgerView,
  applyChoice: (view, choice) => ({ ...view, page: 1, ...choice }),
};

export function NoTransactions({ view, total }: { view: LedgerView; total: number }) {
  if (total > 0) {
    return <PastEnd title={text.none} to={ledgerUrl({ ...view, page: 1 })} />;
  }
  const { incoming } = view;
  if (view.transaction_type || view.source_type) {
    return (
      <EmptyState title={text.none} text={text.noneFiltered} pose="shrug">
        <LinkButton variant="primary" icon={RotateCcw} to={ledgerUrl({ ...UNFILTERED, incoming })}>
          {text.clear}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={text.none} text={incoming ? text.noneIn : text.noneOut} pose="shrug">
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

const TYPES = [
  { value: "0", label: text.anyType },
  ...TRANSACTION_TYPE_IDS.map((id) => ({ value: String(id), label: TRANSACTION_TYPES[id] })),
];
const SOURCES = SOURCE_FILTERS.map((value) => ({ value, label: text.sources[value] }));
const SORTS = TRANSACTION_SORTS.map((value) => ({ value, label: text.sorts[value] }));
const ORDERS = (["desc", "asc"] as const).map((value) => ({ value, label: text.orders[value] }));
const DIRECTIONS = [
  { value: "in", label: text.directions.in, icon: ArrowDownLeft },
  { value: "out", label: text.directions.out, icon: ArrowUpRight },
] as const;

interface FiltersProps {
  view: LedgerView;
  choose: (choice: Partial<LedgerView>) => void;
}

function TransactionFilters({ view, choose }: FiltersProps) {
  const typeNamed = (value: string) => TRANSACTION_TYPE_IDS.find((id) => String(id) === value) ?? 0;
  return (
    <search aria-label={text.filters} className={styles.filters}>
      <div className={styles.direction}>
        <SegmentedControl
          label={text.direction}
          options={DIRECTIONS}
          value={view.incoming ? "in" : "out"}
          onChange={(value) => choose({ incoming: value === "in" })}
        />
      </div>
      <Select
        label={text.type}
        options={TYPES}
        value={String(view.transaction_type)}
        onChange={(value) => choose({ transaction_type: typeNamed(value) })}
      />
      <Select
        label={text.source}
        options={SOURCES}
        value={view.source_type}
        onChange={(source_type) => choose({ source_type })}
      />
      <Select
        label={text.sort}
        options={SORTS}
        value={view.sort_by}
        onChange={(sort_by) => choose({ sort_by })}
      />
      <Select
        label={text.order}
        options={ORDERS}
        value={view.order}
        onChange={(order) => choose({ order })}
      />
    </search>
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
      <QueryError query={list} />
      {list.isPending && <TransactionTableSkeleton incoming={incoming} />}
      {rows && meta && rows.length > 0 && (
        <TransactionTable rows={rows} view={view} lastPage={meta.last_page} stale={stale} />
      )}
      {meta && rows?.length === 0 && !stale && <NoTransactions view={view} total={meta.total} />}
      <Pagination page={view.page} meta={meta} hrefOf={(page) => ledgerUrl({ ...view, page })} />
    </>
  );
}

export default function TransactionsPage() {
  const { coins } = useMember();
  const { view, choose } = useUrlState(LEDGER);
  return (
    <Page
      title={text.title}
      actions={
        <p className={styles.balance}>
          <span className="sr-only">{text.balance} </span>
          <img src="/static/emoticons/coin.svg" width={28} height={28} alt="" />
          {formatNumber(coins)}
          <span className="sr-only"> {priceText.coinsAfter(coins)}</span>
        </p>
      }
    >
      <TransactionFilters view={view} choose={choose} />
      <Rows view={view} key={String(view.incoming)} />
    </Page>
  );
}
