import { Crown } from "lucide-react";
import { Link } from "react-router";
import type { ItemCardData as Item } from "#domain/items/item-card.ts";
import { LIMITS } from "#domain/limits.ts";
import { formatCompact } from "#web/lib/format.ts";
import { Badge, Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Grid } from "#web/ui/page.tsx";
import { Repeat, Skeleton } from "#web/ui/skeleton.tsx";
import link from "#web/ui/whole-link.module.css";
import styles from "./item-card.module.css";
import { ItemCost } from "./item-cost.tsx";
import { ItemPicture } from "./item-picture.tsx";
import { itemCardText } from "./text/item-card.ts";
import { useTryOn } from "./use-try-on.tsx";
import { UserName } from "./user-name.tsx";

/** Cards that are visible without scrolling on most screens; their images load eagerly. */
const EAGER_CARDS = 8;

function Marks({ gold_month, remaining }: Pick<Item, "gold_month" | "remaining">) {
  if (!gold_month && remaining === null) return null;
  return (
    <span className={styles.marks}>
      {gold_month && (
        <Badge tone="accent">
          <Crown aria-hidden />
          <span className="sr-only">{itemCardText.goldMonth}</span>
          {itemCardText.month(gold_month)}
        </Badge>
      )}
      {remaining !== null && <Badge>{itemCardText.left(formatCompact(remaining))}</Badge>}
    </span>
  );
}

export function ItemCard({ item, eager = false }: { item: Item; eager?: boolean }) {
  const [tryOnListeners, onBopi] = useTryOn(item);
  return (
    <Card {...tryOnListeners} lift flush className={styles.card}>
      <ItemPicture
        className={styles.picture}
        item={item}
        width={384}
        height={384}
        alt=""
        loading={eager ? "eager" : "lazy"}
        decoding="async"
      />
      {onBopi}
      <Marks gold_month={item.gold_month} remaining={item.remaining} />
      <div className={styles.text}>
        <h3 className={cx(styles.name, link.whole)} dir="auto">
          <Link to={`/items/${item.id}`}>{item.name}</Link>
        </h3>
        <Link className={styles.creator} to={item.user.url}>
          {itemCardText.by}
          <UserName user={item.user} />
        </Link>
        <div className={styles.cost}>
          <ItemCost item={item} />
        </div>
      </div>
    </Card>
  );
}

export function ItemCardSkeleton() {
  return (
    <Card flush aria-hidden>
      <Skeleton ratio="1" />
      <div className={cx(styles.text, styles.skeleton)}>
        <Skeleton width="80%" height={20} />
        <Skeleton width="50%" height={16} />
        <Skeleton width="40%" height={20} />
      </div>
    </Card>
  );
}

export interface ItemGridProps {
  items: readonly Item[];
  /** Dims the items while the next page loads. */
  stale?: boolean;
}

export function ItemGrid({ items, stale = false }: ItemGridProps) {
  return (
    <Grid
      min={180}
      minPhone={140}
      className={cx("lazy-rows", styles.grid, stale && styles.stale)}
      aria-busy={stale}
    >
      {items.map((item, index) => (
        <ItemCard key={item.id} item={item} eager={index < EAGER_CARDS} />
      ))}
    </Grid>
  );
}

export function ItemGridSkeleton() {
  return (
    <LoadingRegion text={itemCardText.loading}>
      <Grid min={180} minPhone={140}>
        <Repeat times={LIMITS.pageSize.shop}>
          <ItemCardSkeleton />
        </Repeat>
      </Grid>
    </LoadingRegion>
  );
}
