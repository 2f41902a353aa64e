import { LIMITS } from "#domain/limits.ts";
import type { Transaction } from "#domain/transactions/api.ts";
import { transactionsText as text } from "#web/text/transactions.ts";
import { CardTable, cardRow } from "#web/ui/card-table.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TransactionRow } from "./transaction-row.tsx";
import styles from "./transactions.module.css";

const columnsOf = (incoming: boolean) => [
  incoming ? text.source : text.user,
  text.type,
  text.xp,
  text.coinsColumn,
  text.items,
  text.date,
];

interface TableProps {
  rows: readonly Transaction[];
  incoming: boolean;
  /** These are the ones from before; others are on their way. */
  stale: boolean;
}

/** Rows of the history: where they come from, or whose they are when they came from oneself. */
export function TransactionTable({ rows, incoming, stale }: TableProps) {
  return (
    <CardTable label={text.title} columns={columnsOf(incoming)} stale={stale}>
      {rows.map((row) => (
        <TransactionRow key={row.id} row={row} incoming={incoming} />
      ))}
    </CardTable>
  );
}

const ROWS = Array.from({ length: LIMITS.pageSize.transactions }, (_, i) => i);
const BONES = [
  { width: 190, height: 40, className: styles.from },
  { width: 110, height: 22, className: styles.type },
  { width: 60, height: 22, className: styles.number },
  { width: 70, height: 22, className: styles.number },
  { width: 150, height: 40, className: styles.items },
  { width: 90, height: 22, className: styles.date },
];

/** Rows to come. */
export function TransactionTableSkeleton({ incoming }: { incoming: boolean }) {
  return (
    <>
      <p className="sr-only" role="status">
        {text.loading}
      </p>
      <CardTable label={text.title} columns={columnsOf(incoming)} busy>
        {ROWS.map((row) => (
          <tr key={row} className={cardRow(styles.row)}>
            {BONES.map(({ width, height, className }, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity
              <td key={column} className={className}>
                <Skeleton width={width} height={height} />
              </td>
            ))}
          </tr>
        ))}
      </CardTable>
    </>
  );
}
