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
import { transactionsText as text } from "#web/text/transactions.ts";
import { cx } from "#web/ui/cx.ts";
import { Headshot } from "#web/ui/headshot.tsx";
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
};

function Picture({ source, source_type }: Pick<Transaction, "source" | "source_type">) {
  if (source?.bopi && source.username)
    return <Headshot src={source.bopi.headshot_url} username={source.username} size={SIZE} decorative />;
  if (source?.thumbnail_url) {
    const className = cx(styles.picture, source_type === "level" && styles.wide);
    return <img className={className} src={source.thumbnail_url} alt="" loading="lazy" decoding="async" />;
  }
  const Icon = ICONS[source_type] ?? Coins;
  return (
    <span className={styles.icon}>
      <Icon aria-hidden />
    </span>
  );
}

/** The source of a row, as a link if it has a page. */
export function SourceCell({ source, source_type }: Pick<Transaction, "source" | "source_type">) {
  const name = source?.username ?? source?.title ?? source?.name;
  const content = (
    <>
      <Picture source={source} source_type={source_type} />
      <span className={cx(styles.name, !source && styles.deleted)}>
        {name ?? text.deletedSource[source_type]}
      </span>
    </>
  );
  if (!source?.url) return <span className={styles.source}>{content}</span>;
  return (
    <Link className={styles.source} to={source.url}>
      {content}
    </Link>
  );
}
