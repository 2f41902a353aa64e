import type { Transaction } from "#domain/transactions/api.ts";
import type { LedgerView } from "#domain/transactions/view.ts";
import { dayName, dayOf } from "#web/lib/format-day.ts";
import { useNow } from "#web/lib/now.ts";
import { useMember } from "#web/lib/user.ts";
import { CardTable, cardRow } from "#web/ui/card-table.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { CoinsAmount } from "./coins-amount.tsx";
import { transactionsText as text } from "./text/transactions.ts";
import { TransactionRow } from "./transaction-row.tsx";
import styles from "./transactions.module.css";

/** The rows of one day in the reader's time zone. */
interface Day {
  key: string;
  rows: Transaction[];
  /** The coins of the user's own rows among them. */
  coins: number;
}

/** Groups rows, in their order, by days. */
export function daysOf(rows: readonly Transaction[], userId: number): Day[] {
  const days: Day[] = [];
  for (const row of rows) {
    const key = dayOf(Date.parse(row.created_at));
    let day = days.at(-1);
    if (day?.key !== key) {
      day = { key, rows: [], coins: 0 };
      days.push(day);
    }
    day.rows.push(row);
    if (row.user.id === userId) day.coins += row.coins;
  }
  return days;
}

const columnsOf = (incoming: boolean) => [
  incoming ? text.source : text.user,
  text.type,
  text.xp,
  text.coinsColumn,
  text.items,
  text.date,
];

/** The heading of a day's rows, with its coins. `isCut`: the rest of the day is on the page before or after. */
function DayHeading({ day, isCut }: { day: Day; isCut: boolean }) {
  const now = useNow();
  return (
    <tr className={styles.day}>
      <td colSpan={6}>
        <h2>{dayName(day.rows[0]?.created_at ?? "", now)}</h2>
        {day.coins !== 0 && (
          <p className={styles.sum}>
            <span className={isCut ? undefined : "sr-only"}>{isCut ? text.sumOnPage : text.sum}</span>
            <CoinsAmount coins={day.coins} isOwn />
          </p>
        )}
      </td>
    </tr>
  );
}

interface TableProps {
  rows: readonly Transaction[];
  view: LedgerView;
  lastPage: number;
  /** These are old results while new ones load. */
  stale: boolean;
}

/** The history as a table: by day with the day's coins if it is sorted by date. */
export function TransactionTable({ rows, view, lastPage, stale }: TableProps) {
  const { id } = useMember();
  const isByDay = view.sort_by === "created_at";
  const rowOf = (row: Transaction) => (
    <TransactionRow key={row.id} row={row} isOwn={row.user.id === id} clockOnly={isByDay} />
  );
  const days = isByDay ? daysOf(rows, id) : [];
  return (
    <CardTable label={text.title} columns={columnsOf(view.incoming)} stale={stale}>
      {isByDay
        ? days.flatMap((day, index) => [
            <DayHeading
              key={day.key}
              day={day}
              isCut={(index === 0 && view.page > 1) || (index === days.length - 1 && view.page < lastPage)}
            />,
            ...day.rows.map(rowOf),
          ])
        : rows.map(rowOf)}
    </CardTable>
  );
}

const ROWS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/** The placeholder of the table. */
export function TransactionTableSkeleton({ incoming }: { incoming: boolean }) {
  return (
    <LoadingRegion text={text.loading}>
      <CardTable label={text.title} columns={columnsOf(incoming)} busy>
        {ROWS.map((row) => (
          <tr key={row} className={cardRow(styles.row)}>
            <td className={styles.what}>
              <Skeleton width={220} height={40} />
            </td>
            <td className={styles.type}>
              <Skeleton width={100} height={22} />
            </td>
            <td className={styles.number} />
            <td className={styles.coinsCell}>
              <Skeleton width={60} height={22} />
            </td>
            <td className={styles.items} />
            <td className={styles.date}>
              <Skeleton width={70} height={18} />
            </td>
          </tr>
        ))}
      </CardTable>
    </LoadingRegion>
  );
}
