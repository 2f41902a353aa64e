import { Crown } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ItemCard as Item } from "#domain/items/entity.ts";
import { abbreviatedPrice } from "#domain/items/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { compact } from "#web/lib/format.ts";
import { useInSight } from "#web/lib/painted.ts";
import { itemCardText } from "#web/text/item-card.ts";
import { Badge, Card } from "./card.tsx";
import { cx } from "./cx.ts";
import styles from "./item-card.module.css";
import { Grid } from "./page.tsx";
import { Skeleton } from "./skeleton.tsx";
import { Tooltip } from "./tooltip.tsx";
import { UserName } from "./user-name.tsx";
import { Waiting } from "./waiting.tsx";
import link from "./whole-link.module.css";

/** Cards in sight without scrolling on most screens: their pictures are not put off. */
const EAGER = 8;
const BONES = Array.from({ length: LIMITS.pageSize.shop }, (_, i) => i);

/** A coin and a short price; the exact one in a tooltip. */
function Price({ price, before }: { price: number; before?: ReactNode }) {
  const words = before ? itemCardText.resold(price) : itemCardText.coins(price);
  return (
    <span className={styles.price}>
      {before}
      <Tooltip text={words}>
        <img src="/static/emoticons/coin.svg" width={18} height={18} alt="" />
        {abbreviatedPrice(price)}
      </Tooltip>
    </span>
  );
}

/** What an item costs, as far as it can be had. */
export function ItemCost({ item }: { item: Item }) {
  if (item.is_purchasable) {
    return item.price ? (
      <Price price={item.price} />
    ) : (
      <span className={styles.free}>{itemCardText.free}</span>
    );
  }
  return item.lowest_price === null ? (
    <span className={styles.offsale}>{itemCardText.offsale}</span>
  ) : (
    <Price price={item.lowest_price} before={<span className={styles.from}>{itemCardText.from}</span>} />
  );
}

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
      {remaining !== null && <Badge>{itemCardText.left(compact(remaining))}</Badge>}
    </span>
  );
}

export interface ItemCardProps {
  item: Item;
  /** In sight at once: its picture is not put off. */
  eager?: boolean;
}

/** An item in a list: picture, Gold month, what is left of it, name, creator and price. */
export function ItemCard({ item, eager = false }: ItemCardProps) {
  return (
    <Card lift flush className={styles.card}>
      <img
        className={styles.picture}
        src={item.thumbnail_url}
        width={384}
        height={384}
        alt=""
        loading={eager ? "eager" : "lazy"}
        decoding="async"
      />
      <Marks gold_month={item.gold_month} remaining={item.remaining} />
      <div className={styles.words}>
        <h3 className={cx(styles.name, link.whole)}>
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

/** An item card to come. */
export function ItemCardSkeleton() {
  return (
    <Card flush aria-hidden>
      <Skeleton ratio="1" />
      <div className={cx(styles.words, styles.bones)}>
        <Skeleton width="80%" height={20} />
        <Skeleton width="50%" height={16} />
        <Skeleton width="40%" height={20} />
      </div>
    </Card>
  );
}

export interface ItemGridProps {
  items: readonly Item[];
  /** Dims what the next page is about to replace. */
  stale?: boolean;
  /** It begins at the lower end of the screen. */
  low?: boolean;
}

/** Items as cards: those in sight are drawn first. */
export function ItemGrid({ items, stale = false, low = false }: ItemGridProps) {
  const drawn = useInSight(items, low ? EAGER / 2 : EAGER);
  return (
    <Grid min={180} minPhone={140} className={cx(styles.grid, stale && styles.stale)} aria-busy={stale}>
      {drawn.map((item, index) => (
        <ItemCard key={item.id} item={item} eager={index < EAGER} />
      ))}
    </Grid>
  );
}

/** A page of item cards to come. */
export function ItemGridSkeleton() {
  return (
    <Waiting text={itemCardText.loading}>
      <Grid min={180} minPhone={140}>
        {BONES.map((bone) => (
          <ItemCardSkeleton key={bone} />
        ))}
      </Grid>
    </Waiting>
  );
}
