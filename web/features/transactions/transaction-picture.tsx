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
import type { Transaction } from "#domain/transactions/api.ts";
import type { SourceType } from "#domain/transactions/types.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { cx } from "#web/ui/cx.ts";
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

/** The picture of a row: the item of a sale, the other person, or the source. */
export function TransactionPicture({ row, isOwn }: { row: Transaction; isOwn: boolean }) {
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
