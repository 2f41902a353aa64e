import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { InputOf } from "#domain/api/route.ts";
import { ITEM_TYPE_IDS, type ItemTypeId, itemTypeByName } from "#domain/items/item-types.ts";
import { isOnSale, monthOf } from "#domain/items/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import type { shopRoute } from "#domain/shop/api.ts";
import type { ShopCategory, ShopOrder, ShopSort } from "#domain/shop/rules.ts";
import { type PageSlice, readPagedList } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { type ItemCardRow, itemCardColumns, itemMakerJoin, saleOf } from "../items/present.ts";
import { matchWords } from "../search/match.ts";

/** The parameters of a shop list. */
interface ShopQuery {
  category: ShopCategory;
  sort: ShopSort;
  order: ShopOrder;
  search: string;
  page: number;
  /** The current month in the items' format; its Gold items are on sale. */
  month: string;
}

interface ShopListPage {
  rows: ItemCardRow[];
  total: number;
}

/** The category's item type; null if it includes all types. */
const categoryType = ({ category }: ShopQuery): ItemTypeId | null => itemTypeByName(category);

const categoryTypes = (query: ShopQuery): readonly ItemTypeId[] => {
  const type = categoryType(query);
  return type === null ? ITEM_TYPE_IDS : [type];
};

const sortsByPrice = ({ sort }: ShopQuery): boolean => sort === "cheapest" || sort === "priciest";

/** Values of `sale_state`: not for sale, for sale, only for Gold in its month. Hidden items have another. */
export const SALE_STATE = { none: 0, open: 1, gold: 2 } as const;

const source = (index: string) => sql`items i indexed by ${sql.raw(index)}`;

/** A view's index ranges, in its order, as sort key (`k`) and id. Few Gold items: they're looked up. */
function indexRanges(query: ShopQuery): SQL[] {
  const { category, sort } = query;
  const type = categoryType(query);
  const select = sql`select ${sortsByPrice(query) ? sql`i.price` : sql`i.id`} as k, i.id from`;
  const shown = sql`i.state = 'shown'`;
  if (sort === "" || (category === "gold" && sort === "offsale")) {
    if (type !== null)
      return [sql`${select} ${source("items_type_shown")} where i.type_id = ${type} and ${shown}`];
    if (category === "all") return [sql`${select} ${source("items_shown")} where ${shown}`];
    const gold = sql`${select} ${source("items_gold")} where i.gold_month is not null and ${shown}`;
    return [sort ? sql`${gold} and ${isNotOfMonth(query)}` : gold];
  }
  const stateRange = (state: number, index: string) =>
    type === null
      ? sql`${select} ${source(`items_${index}`)} where i.sale_state = ${state}`
      : sql`${select} ${source(`items_type_${index}`)} where i.type_id = ${type} and i.sale_state = ${state}`;
  if (sort === "offsale")
    return [
      stateRange(SALE_STATE.none, "state"),
      sql`${stateRange(SALE_STATE.gold, "state")} and ${isNotOfMonth(query)}`,
    ];
  const onSaleNow = sql`${select} ${itemsOfMonth(query)}`;
  if (category === "gold") return [onSaleNow];
  return [
    stateRange(SALE_STATE.open, sortsInOppositeDirections(query) ? "price_newest" : "price"),
    onSaleNow,
  ];
}

/** Whether price and id sort in opposite directions; the `_newest` indexes are for that. */
const sortsInOppositeDirections = ({ sort, order }: ShopQuery) =>
  (sort === "cheapest") === (order !== "oldest");

/** The current month's Gold items on sale. */
function itemsOfMonth(query: ShopQuery): SQL {
  const type = categoryType(query);
  return sql`${source("items_gold_month")} where i.gold_month = ${query.month} and i.sale_state = ${SALE_STATE.gold}
    ${type === null ? sql`` : sql`and i.type_id = ${type}`}`;
}

/** Condition: not a Gold item of the current month. The few that are get read once, so the scan stays on its index. */
const isNotOfMonth = (query: ShopQuery): SQL => sql`i.id not in (select i.id from ${itemsOfMonth(query)})`;

/** The number of items in a view: counters, plus the month's few Gold items, which are counted. */
function shopTotal(query: ShopQuery): SQL {
  const { category, sort } = query;
  const month = sql`(select count(*) from ${itemsOfMonth(query)})`;
  const isGold = category === "gold";
  if (sort === "")
    return isGold
      ? sumOfCounters(["items:gold"])
      : sumOfCounters(counterNames(query, Object.values(SALE_STATE)));
  if (sort === "offsale") {
    const all = isGold ? ["items:gold"] : counterNames(query, [SALE_STATE.none, SALE_STATE.gold]);
    return sql`${sumOfCounters(all)} - ${month}`;
  }
  return isGold ? month : sql`${sumOfCounters(counterNames(query, [SALE_STATE.open]))} + ${month}`;
}

const counterNames = (query: ShopQuery, states: number[]) =>
  categoryTypes(query).flatMap((type) => states.map((state) => `items:${type}:${state}`));

const sumOfCounters = (counters: string[]): SQL =>
  sql`(select coalesce(sum(value), 0) from counters where name in (${sql.join(
    counters.map((name) => sql`${name}`),
    sql`, `,
  )}))`;

/** `order by` of a view: by price if sorted by price, then by id; both reversed with the slice. */
function shopOrder(query: ShopQuery, reverse: boolean): SQL {
  const direction = (ascending: boolean) => (ascending === reverse ? "desc" : "asc");
  const id = `id ${direction(query.order === "oldest")}`;
  return sql.raw(sortsByPrice(query) ? `k ${direction(query.sort === "cheapest")}, ${id}` : id);
}

type Candidate = Columns<"items", "id" | "type_id" | "sale_state" | "gold_month" | "price">;

/** Whether a match fits the filters. */
function matchesFilters(query: ShopQuery, { type_id, sale_state, gold_month }: Candidate): boolean {
  const type = categoryType(query);
  if (type !== null && type_id !== type) return false;
  if (query.category === "gold" && gold_month === null) return false;
  if (query.sort === "") return true;
  const isOpen =
    sale_state === SALE_STATE.open || (sale_state === SALE_STATE.gold && gold_month === query.month);
  return isOpen === (query.sort !== "offsale");
}

/** Takes the few hundred most popular matches and sorts them here: SQLite's sorter would read them three times. */
async function searchShop(gate: SessionGate, query: ShopQuery): Promise<ShopListPage> {
  const words = matchWords(query.search);
  if (!words) return { rows: [], total: 0 };
  const matches = await gate.all(
    statement<Candidate>`select i.id, i.type_id, i.sale_state, i.gold_month, i.price
      from (select rowid & 1099511627775 as id from item_search where item_search match ${words}
        order by rowid desc limit ${LIMITS.searchMatches}) h cross join items i on i.id = h.id`,
  );
  const found = matches.filter((candidate) => matchesFilters(query, candidate));
  const size = LIMITS.pageSize.shop;
  const [byPrice, byId] = [query.sort === "cheapest" ? 1 : -1, query.order === "oldest" ? 1 : -1];
  const ids = found
    .sort((a, b) => (sortsByPrice(query) ? byPrice * (a.price - b.price) : 0) || byId * (a.id - b.id))
    .slice((query.page - 1) * size, query.page * size)
    .map(({ id }) => id);
  if (ids.length === 0) return { rows: [], total: found.length };
  const rows = await gate.all(
    statement<ItemCardRow>`select ${itemCardColumns} from json_each(${JSON.stringify(ids)}) p
      cross join items i on i.id = p.value ${itemMakerJoin}`,
  );
  return { rows, total: found.length };
}

/** A carousel with fewer cards looks abandoned, so popular items on sale fill it up. */
const MIN_ITEMS = 4;
const POPULAR_CHECKED = 24;

/** The items of the carousel: those chosen by staff, latest first. */
async function loadFeaturedItems(gate: SessionGate, now: number): Promise<ItemCardRow[]> {
  const { featured, popular } = await gate.read({
    featured: statement<ItemCardRow>`with page as (select id from items where featured_at is not null and state = 'shown'
        order by featured_at desc limit ${LIMITS.pageSize.featuredItems})
      select ${itemCardColumns} from page p cross join items i on i.id = p.id ${itemMakerJoin}`,
    // Row ids of the search index start with the popularity and end with the item id.
    popular: statement<ItemCardRow>`with page as (select rowid & 1099511627775 as id from item_search
        order by rowid desc limit ${POPULAR_CHECKED})
      select ${itemCardColumns} from page p cross join items i on i.id = p.id ${itemMakerJoin}`,
  });
  const featuredIds = new Set(featured.map(({ id }) => id));
  const others = popular.filter((row) => !featuredIds.has(row.id) && isOnSale(saleOf(row, now), now));
  return [...featured, ...others.slice(0, Math.max(0, MIN_ITEMS - featured.length))];
}

function browseQuery(query: ShopQuery, part: PageSlice): Statement<ItemCardRow & { total: number }> {
  const { limit, offset, reverse } = part;
  const sorted = sql.join(indexRanges(query), sql` union all `);
  return statement`with page as (${sorted} order by ${shopOrder(query, reverse)} limit ${sql.raw(String(limit))}
      offset ${offset})
    select (select ${shopTotal(query)}) as total, ${itemCardColumns}
    from page p cross join items i on i.id = p.id ${itemMakerJoin}`;
}

/** The items of a shop list: categories along an index, search results collected and sorted. */
export async function listShop(
  gate: SessionGate,
  input: InputOf<typeof shopRoute>,
  now: number,
): Promise<ShopListPage> {
  if (input.featured) {
    const rows = await loadFeaturedItems(gate, now);
    return { rows, total: rows.length };
  }
  const query = { ...input, month: monthOf(now) };
  if (query.search) return searchShop(gate, query);
  return readPagedList(gate, {
    page: query.page,
    size: LIMITS.pageSize.shop,
    rows: (part) => browseQuery(query, part),
    total: () => shopTotal(query),
  });
}
