import { useQuery } from "@tanstack/react-query";
import { MousePointerClick, RotateCw, Tag } from "lucide-react";
import { Link, useLocation } from "react-router";
import { type InventoryEntry, inventoryHistoryRoute } from "#domain/inventory/api.ts";
import { fillTemplate } from "#domain/inventory/transaction-text.ts";
import { type InventoryCategory, NONE_SELECTED } from "#domain/inventory/view.ts";
import type { ItemCardData } from "#domain/items/item-card.ts";
import { LIMITS } from "#domain/limits.ts";
import { Fact } from "#web/components/fact.tsx";
import { ItemPicture } from "#web/components/item-picture.tsx";
import { Person } from "#web/components/person.tsx";
import { coinsText } from "#web/components/text/coins.ts";
import { itemTypesText } from "#web/components/text/item-types.ts";
import { useTryOn } from "#web/components/use-try-on.tsx";
import { canRetry } from "#web/lib/api.ts";
import { formatCount, formatDateTime, formatNumber, formatRelativeTime } from "#web/lib/format.ts";
import { KEEP_SCROLL } from "#web/lib/keep-scroll.ts";
import { useNow } from "#web/lib/now.ts";
import { queryFor } from "#web/lib/query.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { TextLink } from "#web/ui/link.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Repeat, Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { uiText } from "#web/ui/text/ui.ts";
import tiles from "#web/ui/tile.module.css";
import { Truncate } from "#web/ui/truncate.tsx";
import styles from "./inventory.module.css";

export const inventoryText = {
  title: (username: string) => `${username}'s Inventory`,
  profile: "Profile",
  dress: "Dress your bopi",
  spirit: (level: number) => `Spirit level ${formatNumber(level)}`,
  categoriesLabel: "Categories",
  categories: {
    all: "All",
    hat: "Hats",
    toy: "Toys",
    face: "Faces",
    shirt: "Shirts",
    pants: "Pants",
    shoes: "Shoes",
    favorites: "Favorites",
  } satisfies Record<InventoryCategory, string>,
  search: "Search these items",
  loading: "Loading items",
  total: (total: number) => formatCount(total, "item"),
  panel: "Selected item",
  noneSelected: NONE_SELECTED.title,
  noneSelectedHint: NONE_SELECTED.hint,
  selected: (name: string) => `${name} is selected`,
  picture: (name: string) => `Picture of ${name}`,
  noDescription: "No description yet.",
  type: "Type",
  creator: "Creator",
  serial: "Serial",
  serialNumber: (serial: number) => `#${formatNumber(serial)}`,
  offered: "On sale for",
  offer: "Sell this copy",
  manageOffer: "Change your offer",
  price: (price: number) => coinsText.coins(price),
  history: "Item history",
  obtained: (username: string) => `${username} obtained this item`,
  favorited: (username: string) => `This item was favorited by ${username}`,
  historyFailed: "The history couldn't be loaded.",
  none: "No items found",
  nonePage: "This page doesn't exist.",
  noneMatching: (term: string) => `Nothing here matches “${term}”. Try another word.`,
  clearSearch: "Clear search",
  noneFavoritesOwn: "Tap the heart on an item's page to add it here.",
  noneFavorites: (username: string) => `${username} has no favorite items yet.`,
  noneOwn: "Everything your bopi can wear shows up here. Why not make something?",
  noneOwnOfficial: "You don't have any of these yet. Only our team can make hats, toys and faces.",
  noneOther: (username: string) => `${username} doesn't have any of these.`,
  make: "Create item",
  showAll: "Show all items",
  toProfile: (username: string) => `See ${username}'s profile`,
  browse: "Browse levels",
} as const;

/** Entries visible without scrolling on most screens; their pictures load eagerly. */
const EAGER = 12;

/** Returns an entry's item, owned or favorited. */
export const entryItem = ({ item, favoritable }: InventoryEntry): ItemCardData | undefined =>
  item ?? favoritable;

interface EntryGridProps {
  entries: readonly InventoryEntry[];
  chosen: number | null;
  hrefOf: (entry: number) => string;
  stale: boolean;
}

interface EntryTileProps {
  entry: InventoryEntry;
  item: ItemCardData;
  isChosen: boolean;
  /** Only the first selection adds a history entry. */
  replace: boolean;
  state: unknown;
  to: string;
  eager: boolean;
}

function EntryTile({ entry, item, isChosen, replace, state, to, eager }: EntryTileProps) {
  const [tryOnListeners, onBopi] = useTryOn(item);
  return (
    <Link
      {...tryOnListeners}
      className={cx(tiles.tile, styles.tile)}
      to={to}
      replace={replace}
      state={state}
      aria-current={isChosen ? "true" : undefined}
    >
      <span className={styles.tilePicture}>
        <ItemPicture
          item={item}
          width={160}
          height={160}
          alt=""
          loading={eager ? "eager" : "lazy"}
          decoding="async"
        />
        {onBopi}
      </span>
      <span className={styles.tileName} dir="auto">
        {item.name}
      </span>
      {entry.resale_price !== null && (
        <span className={styles.tilePrice}>
          <Tag aria-hidden />
          <span className="sr-only"> {inventoryText.offered} </span>
          {inventoryText.price(entry.resale_price)}
        </span>
      )}
    </Link>
  );
}

export function EntryGrid({ entries, chosen, hrefOf, stale }: EntryGridProps) {
  const { state } = useLocation();
  return (
    <ul className={cx("lazy-rows", styles.grid, stale && styles.stale)} aria-busy={stale}>
      {entries.map((entry, index) => {
        const item = entryItem(entry);
        return (
          item && (
            <li key={entry.id}>
              <EntryTile
                entry={entry}
                item={item}
                isChosen={entry.id === chosen}
                replace={chosen !== null}
                state={chosen === null ? KEEP_SCROLL : state}
                to={hrefOf(entry.id)}
                eager={index < EAGER}
              />
            </li>
          )
        );
      })}
    </ul>
  );
}

export function EntryGridSkeleton() {
  return (
    <LoadingRegion text={inventoryText.loading}>
      <div className={styles.grid}>
        <Repeat times={LIMITS.pageSize.inventory}>
          <Skeleton ratio="5 / 6" />
        </Repeat>
      </div>
    </LoadingRegion>
  );
}

interface Line {
  id: number;
  text: string;
  created_at: string;
}

function Lines({ lines }: { lines: readonly Line[] }) {
  const now = useNow();
  return (
    <ol className={styles.lines}>
      {lines.map(({ id, text, created_at }) => (
        <li key={id}>
          {text}
          <span className={styles.date}>
            <time dateTime={created_at}>{formatDateTime(created_at)}</time> (
            {formatRelativeTime(created_at, now)})
          </span>
        </li>
      ))}
    </ol>
  );
}

function CopyHistory({ entry, username }: { entry: InventoryEntry; username: string }) {
  const history = useQuery(queryFor(inventoryHistoryRoute, { params: { id: entry.id } }));
  if (history.isError) {
    return (
      <div className={styles.failed} role="alert">
        {inventoryText.historyFailed}
        {canRetry(history.error) && (
          <Button size="s" icon={RotateCw} busy={history.isFetching} onClick={() => history.refetch()}>
            {uiText.retry}
          </Button>
        )}
      </div>
    );
  }
  if (!history.data) {
    return (
      <div aria-busy>
        <SkeletonText lines={2} />
      </div>
    );
  }
  const { transactions } = history.data;
  const lines = transactions.map((row) => ({
    ...row,
    text: fillTemplate(row.transaction_type.description, row.values),
  }));
  return <Lines lines={lines.length > 0 ? lines : [{ ...entry, text: inventoryText.obtained(username) }]} />;
}

function EntryHistory({ entry, username }: { entry: InventoryEntry; username: string }) {
  if (entry.item) return <CopyHistory entry={entry} username={username} key={entry.id} />;
  return <Lines lines={[{ ...entry, text: inventoryText.favorited(username) }]} />;
}

const text = inventoryText;

export interface EntryDetailsProps {
  entry: InventoryEntry;
  username: string;
  isOwn: boolean;
}

/** The item's picture, which links to its page. Shows the item on the own bopi like its card. */
function LinkedPicture({ item, to }: { item: ItemCardData; to: string }) {
  const [tryOnListeners, onBopi] = useTryOn(item);
  return (
    // Not focusable: the name next to it is the same link.
    <Link {...tryOnListeners} className={styles.picture} to={to} tabIndex={-1}>
      <ItemPicture item={item} width={280} height={280} alt={text.picture(item.name)} />
      {onBopi}
    </Link>
  );
}

export function EntryDetails({ entry, username, isOwn }: EntryDetailsProps) {
  const item = entryItem(entry);
  if (!item) return null;
  const to = `/items/${item.id}`;
  return (
    <article className={styles.details}>
      <LinkedPicture item={item} to={to} />
      <h2 className={styles.name} dir="auto">
        <TextLink standalone plain to={to}>
          {item.name}
        </TextLink>
      </h2>
      {item.description ? (
        <Truncate>{item.description}</Truncate>
      ) : (
        <p className={styles.muted}>{text.noDescription}</p>
      )}
      <dl className={styles.facts}>
        <Fact name={text.type}>{itemTypesText[item.type.name] ?? item.type.name}</Fact>
        <Fact name={text.creator}>
          <Person person={item.user} size={28} />
        </Fact>
        {entry.serial !== null && (
          <Fact name={text.serial} className={styles.serial}>
            {text.serialNumber(entry.serial)}
          </Fact>
        )}
        {entry.resale_price !== null && (
          <Fact name={text.offered} className={styles.serial}>
            {text.price(entry.resale_price)}
          </Fact>
        )}
      </dl>
      {isOwn && entry.can_offer && (
        <LinkButton icon={Tag} to={to}>
          {entry.resale_price === null ? text.offer : text.manageOffer}
        </LinkButton>
      )}
      <section className={styles.history}>
        <h3>{text.history}</h3>
        <EntryHistory entry={entry} username={username} />
      </section>
    </article>
  );
}

export function NoEntrySelected() {
  return (
    <div className={styles.noneSelected}>
      <MousePointerClick aria-hidden />
      <p className={styles.noneTitle}>{text.noneSelected}</p>
      <p>{text.noneSelectedHint}</p>
    </div>
  );
}
