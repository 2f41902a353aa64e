import { Link } from "react-router";
import type { Transaction } from "#domain/transactions/api.ts";
import { transactionsText as text } from "#web/text/transactions.ts";
import { cardRow } from "#web/ui/card-table.tsx";
import { cx } from "#web/ui/cx.ts";
import { Time } from "#web/ui/facts.tsx";
import { Person } from "#web/ui/person.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { CoinsMoved, Nothing } from "./coins-moved.tsx";
import { Source } from "./source-cell.tsx";
import styles from "./transactions.module.css";

/** A copy that came or went: its picture, and its name where there is room for it. */
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

/** One copy with its name, more than one by their pictures. */
function Copies({ inventories }: Pick<Transaction, "inventories">) {
  const [only, ...others] = inventories;
  if (!only) return <Nothing />;
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

/** One row of the history; a card on phones, where values bring their column's name. */
export function TransactionRow({ row, incoming }: { row: Transaction; incoming: boolean }) {
  return (
    <tr className={cardRow(styles.row)}>
      <td className={styles.from}>
        {incoming ? <Source {...row} /> : <Person person={row.user} size={40} />}
      </td>
      <td className={styles.type}>{row.transaction_type.type_formatted}</td>
      <td className={styles.number} data-label={text.xp}>
        {row.xp === 0 ? <Nothing /> : <span className={styles.xp}>{text.xpOf(row.xp)}</span>}
      </td>
      <td className={styles.number} data-label={text.coinsColumn}>
        <CoinsMoved row={row} incoming={incoming} />
      </td>
      <td
        className={cx(styles.items, row.inventories.length === 0 && styles.without)}
        data-label={text.items}
      >
        <Copies inventories={row.inventories} />
      </td>
      <td className={styles.date}>
        <Time value={row.created_at} />
      </td>
    </tr>
  );
}
