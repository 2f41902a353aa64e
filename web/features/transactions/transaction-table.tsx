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
import type { LedgerView } from "#domain/transactions/view.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { ItemPicture } from "#web/components/item-picture.tsx";
import { priceText } from "#web/components/text/price.ts";
import { clockTime, dayName, dayOf } from "#web/lib/format-day.ts";
import { useNow } from "#web/lib/now.ts";
import { useMember } from "#web/lib/user.ts";
import { CardTable, cardRow } from "#web/ui/card-table.tsx";
import { cx } from "#web/ui/cx.ts";
import { TextLink } from "#web/ui/link.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Repeat, Skeleton } from "#web/ui/skeleton.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { type Part, transactionSentence } from "./text/transaction-sentence.ts";
import { transactionsText as text } from "./text/transactions.ts";
import styles from "./transactions.module.css";

interface CoinsAmountProps {
  coins: number;
  /** In the user's own ledger: it has a sign, and gains have a color. */
  isOwn: boolean;
}

export function CoinsAmount({ coins, isOwn }: CoinsAmountProps) {
  const isGain = isOwn && coins > 0;
  return (
    <span className={cx(styles.coins, isGain && styles.gain)}>
      <img src="/static/emoticons/coin.svg" width={20} height={20} alt="" />
      {text.signedCoins(coins, isOwn)}
      <span className="sr-only"> {priceText.coinsAfter(coins)}</span>
    </span>
  );
}

const SIZE = 40;

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

const NoValue = () => (
  <span className={styles.nothing}>
    <span aria-hidden>–</span>
    <span className="sr-only">{text.nothing}</span>
  </span>
);

interface TransactionRowProps {
  row: Transaction;
  isOwn: boolean;
  /** A heading says the day: only the time of the day shows. */
  clockOnly: boolean;
}

function TransactionRow({ row, isOwn, clockOnly }: TransactionRowProps) {
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
        {inventories.length === 0 ? (
          <NoValue />
        ) : (
          inventories.map(({ item, serial }) => (
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
          ))
        )}
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
  stale: boolean;
}

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

export function TransactionTableSkeleton({ incoming }: { incoming: boolean }) {
  return (
    <LoadingRegion text={text.loading}>
      <CardTable label={text.title} columns={columnsOf(incoming)} busy>
        <Repeat times={8}>
          <tr className={cardRow(styles.row)}>
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
        </Repeat>
      </CardTable>
    </LoadingRegion>
  );
}
