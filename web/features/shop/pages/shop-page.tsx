import { useQuery } from "@tanstack/react-query";
import { Brush, Crown, Gift, LayoutGrid, type LucideIcon, RotateCcw, Search } from "lucide-react";
import { itemTypeByName } from "#domain/items/item-types.ts";
import { hasTemplate } from "#domain/items/rules.ts";
import { shopRoute } from "#domain/shop/api.ts";
import {
  COMMUNITY_CATEGORIES,
  OFFICIAL_CATEGORIES,
  SHOP_ORDERS,
  SHOP_SORTS,
  type ShopCategory,
  type ShopOrder,
  type ShopSort,
} from "#domain/shop/rules.ts";
import {
  FEATURED_SHOP_INPUT,
  readShopView,
  type ShopView,
  shopInput,
  showsFeaturedItems,
  writeShopView,
} from "#domain/shop/view.ts";
import { EmptyState, PastEnd } from "#web/components/empty-state.tsx";
import { ItemCard, ItemCardSkeleton, ItemGrid, ItemGridSkeleton } from "#web/components/item-card.tsx";
import { TYPE_ICONS } from "#web/components/type-icons.ts";
import { formatCount } from "#web/lib/format.ts";
import { listQueryFor, queryFor } from "#web/lib/query.ts";
import { type UrlState, useUrlState } from "#web/lib/url-state.ts";
import { useUser } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Carousel } from "#web/ui/carousel.tsx";
import { CategoryNav } from "#web/ui/category-nav.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Repeat, Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import styles from "../shop.module.css";

const shopText = {
  title: "Shop",
  wishlist: "Wishlist",
  create: "Create item",
  search: "Search the shop",
  searchPlaceholder: "Search items and creators",
  categoriesLabel: "Categories",
  official: "Official",
  community: "Community",
  categories: {
    all: "All",
    hat: "Hats",
    toy: "Toys",
    face: "Faces",
    gold: "Gold",
    shirt: "Shirts",
    pants: "Pants",
    shoes: "Shoes",
  } satisfies Record<ShopCategory, string>,
  allItems: "All items",
  sort: "Sort",
  sorts: { cheapest: "Cheapest", priciest: "Priciest", offsale: "Offsale" } satisfies Record<
    Exclude<ShopSort, "">,
    string
  >,
  order: "Order",
  orders: { newest: "Newest", oldest: "Oldest" } satisfies Record<Exclude<ShopOrder, "">, string>,
  featured: "Featured",
  resultsFor: (term: string) => `Search results for “${term}”`,
  total: (total: number) => formatCount(total, "item"),
  none: "No items found",
  noneMatching: "Nothing matches that. Try fewer words, or another category.",
  noneSorted: {
    "": "No one has made one yet.",
    cheapest: "None of these are for sale right now.",
    priciest: "None of these are for sale right now.",
    offsale: "All of these are for sale right now.",
  } satisfies Record<ShopSort, string>,
  noneGold: "Gold items come out month by month. Check back soon.",
  seeGold: "Get Gold",
  searchAll: "Search all items",
  startOver: "Show all items",
} as const;

const named = <T extends string>(values: readonly T[]) =>
  values.filter((value): value is Exclude<T, ""> => value !== "");

interface ChoicesProps<T extends string> {
  label: string;
  values: readonly T[];
  names: Record<Exclude<T, "">, string>;
  value: T;
  onChoose: (value: T | "") => void;
}

/** Toggle buttons. At most one is pressed; pressing it again clears it. */
function Choices<T extends string>({ label, values, names, value, onChoose }: ChoicesProps<T>) {
  return (
    <fieldset className={styles.choices}>
      <legend className="sr-only">{label}</legend>
      {named(values).map((option) => (
        <button
          key={option}
          type="button"
          className={styles.choice}
          aria-pressed={option === value}
          onClick={() => onChoose(option === value ? "" : option)}
        >
          {names[option]}
        </button>
      ))}
    </fieldset>
  );
}

interface NoShopItemsProps {
  view: ShopView;
  total: number;
  hrefOf: (choice: Partial<ShopView>) => string;
}

function reason({ category, search, sort }: ShopView): string {
  if (search) return shopText.noneMatching;
  return category === "gold" && sort !== "offsale" ? shopText.noneGold : shopText.noneSorted[sort];
}

function NoShopItems({ view, total, hrefOf }: NoShopItemsProps) {
  const user = useUser();
  const { category, search } = view;
  const type = itemTypeByName(category);
  const canMake = user !== null && !search && type !== null && hasTemplate(type);
  if (total > 0) {
    return <PastEnd title={shopText.none} to={hrefOf({ page: 1 })} />;
  }
  return (
    <EmptyState title={shopText.none} text={reason(view)} pose="shrug">
      <LinkButton icon={RotateCcw} to="/shop">
        {shopText.startOver}
      </LinkButton>
      {search && category !== "all" && (
        <LinkButton icon={Search} variant="primary" to={hrefOf({ category: "all", sort: "", order: "" })}>
          {shopText.searchAll}
        </LinkButton>
      )}
      {canMake && (
        <LinkButton icon={Brush} variant="primary" to={`/shop/create/?type=${category}`}>
          {shopText.create}
        </LinkButton>
      )}
      {category === "gold" && !search && !user?.has_gold && (
        <LinkButton icon={Crown} variant="primary" to="/gold">
          {shopText.seeGold}
        </LinkButton>
      )}
    </EmptyState>
  );
}

const ICONS: Record<ShopCategory, LucideIcon> = { all: LayoutGrid, gold: Crown, ...TYPE_ICONS };

function ShopCategories({
  chosen,
  hrefOf,
}: {
  chosen: ShopCategory;
  hrefOf: (choice: { category: ShopCategory }) => string;
}) {
  const linksTo = (categories: readonly ShopCategory[]) =>
    categories.map((id) => ({
      id,
      label: shopText.categories[id],
      icon: ICONS[id],
      to: hrefOf({ category: id }),
      active: id === chosen,
    }));
  return (
    <CategoryNav
      label={shopText.categoriesLabel}
      className={styles.categories}
      groups={[
        { heading: shopText.official, links: linksTo(OFFICIAL_CATEGORIES) },
        { heading: shopText.community, links: linksTo(COMMUNITY_CATEGORIES) },
      ]}
    />
  );
}

/** Visible cards: 2 from 480 px, 4 from 768 px. On phones the second one is partly visible. */
const PER = [1.6, 2, 4] as const;
const EAGER = 4;

function FeaturedItems() {
  const featured = useQuery(queryFor(shopRoute, { input: FEATURED_SHOP_INPUT }));
  const items = featured.data?.data;
  if (featured.isError || items?.length === 0) return null;
  return (
    <Section heading={shopText.featured}>
      <Carousel label={shopText.featured} per={PER}>
        {items ? (
          items.map((item, index) => <ItemCard key={item.id} item={item} eager={index < EAGER} />)
        ) : (
          <Repeat times={4}>
            <ItemCardSkeleton />
          </Repeat>
        )}
      </Carousel>
    </Section>
  );
}

const SHOP: UrlState<ShopView> = {
  read: readShopView,
  write: writeShopView,
  /** Every change but the page itself returns to the first page. */
  applyChoice: (view, choice) => ({ ...view, page: 1, ...choice }),
};

const useShopView = () => useUrlState(SHOP);

type Shop = ReturnType<typeof useShopView>;

function ShopShortcuts({ category }: Pick<ShopView, "category">) {
  const user = useUser();
  const sellsGold = category === "gold" && !user?.has_gold;
  return (
    <>
      {user && (
        <LinkButton to="/wishlist" icon={Gift}>
          {shopText.wishlist}
        </LinkButton>
      )}
      {sellsGold && (
        <LinkButton to="/gold" icon={Crown} variant="primary">
          {shopText.seeGold}
        </LinkButton>
      )}
      {user && !sellsGold && (
        <LinkButton to="/shop/create/" icon={Brush} variant="primary">
          {shopText.create}
        </LinkButton>
      )}
    </>
  );
}

const headingOf = ({ search, category, sort }: ShopView) => {
  if (search) return shopText.resultsFor(search);
  // The only sort that is a filter.
  if (category === "all" && sort === "offsale") return shopText.sorts.offsale;
  return category === "all" ? shopText.allItems : shopText.categories[category];
};

function Results({ view, hrefOf }: Pick<Shop, "view" | "hrefOf">) {
  const list = useQuery(listQueryFor(shopRoute, { input: shopInput(view) }));
  const { data: response, isPlaceholderData: stale } = list;
  return (
    <Section
      heading={headingOf(view)}
      actions={
        <p className={styles.total} role="status">
          {response && !list.isError && shopText.total(response.meta.total)}
          {list.isPending && <Skeleton width={90} height={20} />}
        </p>
      }
    >
      <QueryError query={list} always />
      {list.isPending && <ItemGridSkeleton />}
      {response && !list.isError && response.data.length === 0 && (
        <NoShopItems view={view} total={response.meta.total} hrefOf={hrefOf} />
      )}
      {response && !list.isError && response.data.length > 0 && (
        <>
          <ItemGrid items={response.data} stale={stale} />
          <Pagination
            page={stale ? view.page : response.meta.current_page}
            meta={response.meta}
            visible={stale ? undefined : response.visiblePages}
            hrefOf={(page) => hrefOf({ page })}
          />
        </>
      )}
    </Section>
  );
}

export default function ShopPage() {
  const { view, choose, hrefOf } = useShopView();
  return (
    <Page title={shopText.title} actions={<ShopShortcuts category={view.category} />}>
      <div className={styles.layout}>
        <ShopCategories chosen={view.category} hrefOf={hrefOf} />
        <div className={styles.content}>
          <div className={styles.controls}>
            <div className={styles.search}>
              <SearchBox
                label={shopText.search}
                placeholder={shopText.searchPlaceholder}
                value={view.search}
                onSearch={(search, more) => choose({ search }, more)}
              />
            </div>
            <div className={styles.sorts}>
              <Choices
                label={shopText.sort}
                values={SHOP_SORTS}
                names={shopText.sorts}
                value={view.sort}
                onChoose={(sort) => choose({ sort })}
              />
              <Choices
                label={shopText.order}
                values={SHOP_ORDERS}
                names={shopText.orders}
                value={view.order}
                onChoose={(order) => choose({ order })}
              />
            </div>
          </div>
          {showsFeaturedItems(view) && <FeaturedItems />}
          <Results view={view} hrefOf={hrefOf} />
        </div>
      </div>
    </Page>
  );
}
