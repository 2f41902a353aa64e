import { LIMITS } from "#domain/limits.ts";
import type { Transaction } from "#domain/transactions/api.ts";
import { transactionsText as text } from "#web/text/transactions.ts";
import { CardTable, cardRow } from "#web/ui/card-table.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TransactionTableRow } from "./transaction-table-row.tsx";
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
  /** These are old results while new ones load. */
  stale: boolean;
}

/** The history as a table. Incoming rows show their source, outgoing rows the recipient. */
export function TransactionTable({ rows, incoming, stale }: TableProps) {
  return (
    <CardTable label={text.title} columns={columnsOf(incoming)} stale={stale}>
      {rows.map((row) => (
        <TransactionTableRow key={row.id} row={row} incoming={incoming} />
      ))}
    </CardTable>
  );
}

const ROWS = Array.from({ length: LIMITS.pageSize.transactions }, (_, i) => i);
const SKELETON_CELLS = [
  { width: 190, height: 40, className: styles.from },
  { width: 110, height: 22, className: styles.type },
  { width: 60, height: 22, className: styles.number },
  { width: 70, height: 22, className: styles.number },
  { width: 150, height: 40, className: styles.items },
  { width: 90, height: 22, className: styles.date },
];

/** The placeholder of the table. */
export function TransactionTableSkeleton({ incoming }: { incoming: boolean }) {
  return (
    <>
      <p className="sr-only" role="status">
        {text.loading}
      </p>
      <CardTable label={text.title} columns={columnsOf(incoming)} busy>
        {ROWS.map((row) => (
          <tr key={row} className={cardRow(styles.row)}>
            {SKELETON_CELLS.map(({ width, height, className }, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
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
