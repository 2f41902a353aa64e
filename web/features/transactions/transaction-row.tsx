import {
  CalendarDays,
  Coins,
  Gamepad2,
  Landmark,
  type LucideIcon,
  Shirt,
  Sparkles,
  Trophy,
  UserRound,
} from "lucide-react";
import { Link } from "react-router";
import type { Transaction } from "#domain/transactions/api.ts";
import type { SourceType } from "#domain/transactions/types.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { ItemPicture } from "#web/components/item-picture.tsx";
import { clockTime } from "#web/lib/format-day.ts";
import { cardRow } from "#web/ui/card-table.tsx";
import { cx } from "#web/ui/cx.ts";
import { TextLink } from "#web/ui/link.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { CoinsAmount } from "./coins-amount.tsx";
import { type Part, transactionSentence } from "./text/transaction-sentence.ts";
import { transactionsText as text } from "./text/transactions.ts";
import styles from "./transactions.module.css";

const SIZE = 40;

/** Icons of sources without a picture. */
const ICONS: Record<SourceType, LucideIcon> = {
  site: Landmark,
  user: UserRound,
  item: Shirt,
  level: Gamepad2,
  challenge: Trophy,
  event: CalendarDays,
  spirit: Sparkles,
  achievement: Trophy,
  day: CalendarDays,
};

/** The picture of a row: the item of a sale, the other person, or the source. */
function TransactionPicture({ row, isOwn }: { row: Transaction; isOwn: boolean }) {
  const { source, source_type, user, transaction_type, inventories } = row;
  const [copy] = inventories;
  const isSale = transaction_type.id === 1 && source_type === "user";
  const person = isOwn ? source : user;
  const picture = isSale && copy ? copy.item.thumbnail_url : source?.thumbnail_url;
  if (person?.bopi && person.username && !(isSale && copy))
    return <Headshot user={{ username: person.username, bopi: person.bopi }} size={SIZE} decorative />;
  if (picture) {
    const className = cx(styles.picture, source_type === "level" && styles.wide);
    return <img className={className} src={picture} alt="" loading="lazy" decoding="async" />;
  }
  const Icon = ICONS[source_type] ?? Coins;
  return (
    <span className={styles.icon}>
      <Icon aria-hidden />
    </span>
  );
}

function SentencePart({ part }: { part: Part }) {
  if (typeof part === "string") return part;
  const isolated = <bdi>{part.name}</bdi>;
  return part.url ? <TextLink to={part.url}>{isolated}</TextLink> : <strong>{isolated}</strong>;
}

/** The copies of a row as pictures. */
function Copies({ inventories }: Pick<Transaction, "inventories">) {
  return inventories.map(({ item, serial }) => (
    <Tooltip key={item.id} text={text.copy(item.name, serial)} silent>
      <Link className={styles.copy} to={`/items/${item.id}`}>
        <ItemPicture
          className={styles.picture}
          item={item}
          alt={text.copy(item.name, serial)}
          loading="lazy"
          decoding="async"
        />
      </Link>
    </Tooltip>
  ));
}

/** Stands in a cell without a value. */
const NoValue = () => (
  <span className={styles.nothing}>
    <span aria-hidden>–</span>
    <span className="sr-only">{text.nothing}</span>
  </span>
);

interface TransactionRowProps {
  row: Transaction;
  /** It is in the user's own ledger. */
  isOwn: boolean;
  /** A heading says the day: only the time of the day shows. */
  clockOnly: boolean;
}

/** A row of the history. Its source is one sentence. On phones it is a card. */
export function TransactionRow({ row, isOwn, clockOnly }: TransactionRowProps) {
  const { transaction_type, xp, coins, inventories, created_at } = row;
  return (
    <tr className={cardRow(styles.row)}>
      <td className={styles.what}>
        <div>
          <TransactionPicture row={row} isOwn={isOwn} />
          <p>
            {transactionSentence(row, isOwn).map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence never move
              <SentencePart key={index} part={part} />
            ))}
          </p>
        </div>
      </td>
      <td className={styles.type}>{transaction_type.type_formatted}</td>
      <td className={cx(styles.number, xp === 0 && styles.empty)}>
        {xp === 0 ? <NoValue /> : <span className={styles.xp}>{text.xpOf(xp)}</span>}
      </td>
      <td className={cx(styles.coinsCell, coins === 0 && styles.empty)}>
        {coins === 0 ? <NoValue /> : <CoinsAmount coins={coins} isOwn={isOwn} />}
      </td>
      <td className={cx(styles.items, inventories.length === 0 && styles.empty)}>
        {inventories.length === 0 ? <NoValue /> : <Copies inventories={inventories} />}
      </td>
      <td className={styles.date}>
        {clockOnly ? (
          <time dateTime={created_at}>{clockTime(created_at)}</time>
        ) : (
          <RelativeTime value={created_at} />
        )}
      </td>
    </tr>
  );
}
