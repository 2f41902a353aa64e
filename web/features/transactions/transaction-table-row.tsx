import { Link } from "react-router";
import type { Transaction } from "#domain/transactions/api.ts";
import { transactionsText as text } from "#web/text/transactions.ts";
import { cardRow } from "#web/ui/card-table.tsx";
import { cx } from "#web/ui/cx.ts";
import { Person } from "#web/ui/person.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { CoinsCell, NoValue } from "./coins-cell.tsx";
import { SourceCell } from "./source-cell.tsx";
import styles from "./transactions.module.css";

/** A copy that was received or given: its picture and, if there is room, its name. */
function Copy({ item, serial, named }: Transaction["inventories"][number] & { named: boolean }) {
  return (
    <Link className={styles.copy} to={`/items/${item.id}`}>
      <img
        className={styles.picture}
        src={item.thumbnail_url}
        alt={named ? "" : text.copy(item.name, serial)}
        loading="lazy"
        decoding="async"
      />
      {named && (
        <span className={styles.copyName}>
          {item.name}
          {serial !== null && <span className={styles.serial}> {text.serial(serial)}</span>}
        </span>
      )}
    </Link>
  );
}

/** A single copy with its name, or several as pictures. */
function Copies({ inventories }: Pick<Transaction, "inventories">) {
  const [only, ...others] = inventories;
  if (!only) return <NoValue />;
  if (others.length === 0) return <Copy {...only} named />;
  return (
    <span className={styles.copies}>
      {inventories.map((copy) => (
        <Tooltip key={copy.item.id} text={text.copy(copy.item.name, copy.serial)} silent>
          <Copy {...copy} named={false} />
        </Tooltip>
      ))}
    </span>
  );
}

/** A row of the history. On phones it is a card, where values carry their column's name. */
export function TransactionTableRow({ row, incoming }: { row: Transaction; incoming: boolean }) {
  return (
    <tr className={cardRow(styles.row)}>
      <td className={styles.from}>
        {incoming ? <SourceCell {...row} /> : <Person person={row.user} size={40} />}
      </td>
      <td className={styles.type}>{row.transaction_type.type_formatted}</td>
      <td className={styles.number} data-label={text.xp}>
        {row.xp === 0 ? <NoValue /> : <span className={styles.xp}>{text.xpOf(row.xp)}</span>}
      </td>
      <td className={styles.number} data-label={text.coinsColumn}>
        <CoinsCell row={row} incoming={incoming} />
      </td>
      <td className={cx(styles.items, row.inventories.length === 0 && styles.empty)} data-label={text.items}>
        <Copies inventories={row.inventories} />
      </td>
      <td className={styles.date}>
        <RelativeTime value={row.created_at} />
      </td>
    </tr>
  );
}
