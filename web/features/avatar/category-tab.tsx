import { Check, Store } from "lucide-react";
import {
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { type ClosetItem, closetRoute } from "#domain/avatar/api.ts";
import type { DraftItem } from "#domain/avatar/avatar-changes.ts";
import type { ItemTypeName } from "#domain/items/item-types.ts";
import type { WearableItem } from "#domain/items/wearable-item.ts";
import { writeShopView } from "#domain/shop/view.ts";
import { CoinPrice } from "#web/components/coin-price.tsx";
import { EmptyState } from "#web/components/empty-state.tsx";
import { ItemPicture } from "#web/components/item-picture.tsx";
import { useCursor } from "#web/lib/pages.ts";
import { useMember } from "#web/lib/user.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import styles from "./customizer.module.css";
import { avatarText } from "./text/avatar.ts";
import { closetText } from "./text/closet.ts";
import type { AvatarDraftState } from "./use-avatar-draft.ts";

/** How long a touch lasts until it opens the item's page. */
const LONG_PRESS_MS = 550;

interface ItemTileProps {
  item: WearableItem;
  /** Its price; null if the user owns it. */
  price: number | null;
  /** It was bought here. Its price's line stays, so that nothing moves. */
  isNew: boolean;
  /** The user has too few coins for it. */
  isDear: boolean;
  isEquipped: boolean;
  /** A press opens the item's page instead of equipping it. */
  opensPage: boolean;
  /** The grid's tiles are one tab stop; arrow keys move between them. */
  isTabStop: boolean;
  onPress: () => void;
}

const openPage = (item: WearableItem) => window.open(`/items/${item.id}`, "_blank", "noopener");

/** Calls `open` on a long touch. `longPressed` is then set, to ignore the click that follows. */
function useLongPress(open: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const longPressed = useRef(false);
  const stop = () => clearTimeout(timer.current);
  return {
    longPressed,
    handlers: {
      onPointerDown: ({ pointerType }: PointerEvent) => {
        longPressed.current = false;
        if (pointerType === "mouse") return;
        timer.current = setTimeout(() => {
          longPressed.current = true;
          open();
        }, LONG_PRESS_MS);
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      onPointerLeave: stop,
    },
  };
}

/** The accessible name: what a press does, then everything that the tile shows. */
function labelOf({ item: { name }, price, isNew, isEquipped, opensPage }: ItemTileProps): string {
  const shown = closetText.tile(name, price, isNew, isEquipped && price !== null);
  if (opensPage) return avatarText.openItem(shown);
  if (isEquipped) return avatarText.takeOff(shown);
  return price === null ? avatarText.wear(shown) : closetText.tryOn(shown);
}

/** A press equips it, tries it on or removes it; Ctrl + click or a long press opens its page in a new tab. */
function ItemTile(props: ItemTileProps) {
  const { item, price, isNew, isDear, isEquipped, opensPage, isTabStop, onPress } = props;
  const { longPressed, handlers } = useLongPress(() => openPage(item));
  const onClick = (event: MouseEvent) => {
    if (longPressed.current) longPressed.current = false;
    else if (opensPage || event.ctrlKey || event.metaKey) openPage(item);
    else onPress();
  };
  const { name } = item;
  return (
    <button
      type="button"
      className={styles.tile}
      data-tile={item.id}
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={opensPage ? undefined : isEquipped}
      aria-label={labelOf(props)}
      title={name}
      onClick={onClick}
      onContextMenu={(event) => longPressed.current && event.preventDefault()}
      {...handlers}
    >
      <ItemPicture
        item={item}
        width={160}
        height={160}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
      />
      <bdi className={styles.tileName}>{name}</bdi>{" "}
      {isEquipped && price !== null && <span className={styles.trying}>{closetText.tryingOn}</span>}{" "}
      {(price !== null || isNew) && (
        <span className={styles.tilePrice}>
          {price === null ? closetText.bought : <CoinPrice price={price} dim={isDear} />}
        </span>
      )}
      {isEquipped && (
        <span className={styles.tick}>
          <Check aria-hidden />
        </span>
      )}
    </button>
  );
}

interface ItemSection {
  heading: string | null;
  items: readonly DraftItem[];
}

interface ItemGridProps {
  sections: readonly ItemSection[];
  draft: AvatarDraftState;
  opensPage: boolean;
  onPress: (item: DraftItem) => void;
}

/** The tile that an arrow key leads to from the tile `at`, or undefined. Up and Down go to the nearest one of the next row. */
function tileFor(key: string, tiles: readonly HTMLElement[], at: number): HTMLElement | undefined {
  const from = tiles[at]?.getBoundingClientRect();
  if (!from) return undefined;
  const nearest = (others: readonly HTMLElement[]) => {
    const distance = (one: HTMLElement) => Math.abs(one.getBoundingClientRect().left - from.left);
    const top = others[0]?.getBoundingClientRect().top;
    return others
      .filter((one) => one.getBoundingClientRect().top === top)
      .reduce<HTMLElement | undefined>(
        (best, one) => (best && distance(best) <= distance(one) ? best : one),
        undefined,
      );
  };
  switch (key) {
    case "ArrowLeft":
      return tiles[at - 1];
    case "ArrowRight":
      return tiles[at + 1];
    case "ArrowUp":
      return nearest(
        tiles
          .slice(0, at)
          .reverse()
          .filter((one) => one.getBoundingClientRect().top < from.top),
      );
    case "ArrowDown":
      return nearest(tiles.slice(at).filter((one) => one.getBoundingClientRect().top > from.top));
    case "Home":
      return tiles[0];
    case "End":
      return tiles.at(-1);
    default:
      return undefined;
  }
}

function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-tile]")];
  const next = tileFor(event.key, tiles, tiles.indexOf(event.target as HTMLElement));
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Items to put on and take off, in one grid with headings. Arrow keys move between all of them. */
export function ItemGrid({ sections, draft, opensPage, onPress }: ItemGridProps) {
  const { coins } = useMember();
  const items = sections.flatMap((section) => section.items);
  const [focused, setFocused] = useState<number | null>(null);
  const tabStop = items.some(({ id }) => id === focused) ? focused : items[0]?.id;
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const { tile } = (event.target as HTMLElement).dataset;
    if (tile) setFocused(Number(tile));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tiles are the controls; this only moves between them
    <div className={styles.tiles} onKeyDown={onKeyDown} onFocus={onFocus}>
      {sections.map(
        (section) =>
          section.items.length > 0 && (
            <Fragment key={section.heading}>
              {section.heading && <h2 className={styles.heading}>{section.heading}</h2>}
              {section.items.map((item) => {
                const price = draft.priceOf(item);
                return (
                  <ItemTile
                    key={item.id}
                    item={item}
                    price={price}
                    isNew={price === null && item.price !== undefined && item.price !== null}
                    isDear={price !== null && price > coins}
                    isEquipped={draft.isEquipped(item)}
                    opensPage={opensPage}
                    isTabStop={item.id === tabStop}
                    onPress={() => onPress(item)}
                  />
                );
              })}
            </Fragment>
          ),
      )}
    </div>
  );
}

const CREATABLE: readonly ItemTypeName[] = ["shirt", "pants", "shoes"];

/** A page without items that can't be worn or bought may be short. Then the next one follows by itself, up to a limit. */
const FEW_ITEMS = 8;
const MAX_PAGES_BY_ITSELF = 4;

function useCloset(category: ItemTypeName, search: string) {
  const argsOf = (after: string) => ({ params: { category }, input: { after, search } });
  const list = useCursor(closetRoute, argsOf, { first: "", next: ({ next }) => next });
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const pages = list.data?.pages ?? [];
  const items = pages.flatMap(({ data }) => data);
  const isShort = items.length < FEW_ITEMS && pages.length < MAX_PAGES_BY_ITSELF;
  useEffect(() => {
    if (isShort && hasNextPage && !isFetching) void fetchNextPage();
  }, [isShort, hasNextPage, isFetching, fetchNextPage]);
  return { list, items };
}

/** The items by what they cost when they were listed: a purchase moves nothing. */
const sectionsOf = (items: readonly ClosetItem[], coins: number): ItemSection[] => [
  { heading: closetText.owned, items: items.filter(({ price }) => price === null) },
  { heading: closetText.freeItems, items: items.filter(({ price }) => price === 0) },
  {
    heading: closetText.affordable,
    items: items.filter(({ price }) => price !== null && price > 0 && price <= coins),
  },
  { heading: closetText.dear, items: items.filter(({ price }) => price !== null && price > coins) },
];

const shopUrl = (category: ItemTypeName, search: string) =>
  `/shop?${writeShopView({ category, search, page: 1, sort: "", order: "" })}`;

export interface CategoryTabProps {
  category: ItemTypeName;
  search: string;
  draft: AvatarDraftState;
  opensPage: boolean;
  onPress: (item: DraftItem) => void;
}

export function CategoryTab({ category, search, draft, opensPage, onPress }: CategoryTabProps) {
  const { coins: coinsNow } = useMember();
  // Stays, so that no item moves while coins are spent.
  const [coins] = useState(coinsNow);
  const { list, items } = useCloset(category, search);
  if (list.isError) return <QueryError query={list} always />;
  if (!list.data || (items.length === 0 && list.hasNextPage))
    return (
      <div className={styles.tiles} aria-busy>
        {Array.from({ length: 12 }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
          <Skeleton ratio="5 / 6" key={i} />
        ))}
      </div>
    );
  if (items.length === 0)
    return (
      <EmptyState
        title={avatarText.noneFound(category)}
        text={search ? avatarText.noneMatching : avatarText.noneOwned}
        pose="shrug"
      >
        {CREATABLE.includes(category) && !search ? (
          <LinkButton to="/shop/create/">{avatarText.make}</LinkButton>
        ) : (
          <LinkButton to={shopUrl(category, "")}>{avatarText.openShop}</LinkButton>
        )}
      </EmptyState>
    );
  return (
    <>
      <ItemGrid sections={sectionsOf(items, coins)} draft={draft} opensPage={opensPage} onPress={onPress} />
      <div className={styles.more}>
        {list.hasNextPage && (
          <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {avatarText.showMore}
          </Button>
        )}
        <LinkButton variant="quiet" icon={Store} to={shopUrl(category, search)}>
          {closetText.more}
        </LinkButton>
        <p>{closetText.moreHint}</p>
      </div>
      <p className="sr-only" role="status">
        {closetText.showing(items.length, avatarText.categories[category])}
      </p>
    </>
  );
}
