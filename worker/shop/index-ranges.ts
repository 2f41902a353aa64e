import { type SQL, sql } from "#db/database.ts";
import { categoryType, categoryTypes, SALE_STATE, type ShopQuery, sortsByPrice } from "./query.ts";

const source = (index: string) => sql`items i indexed by ${sql.raw(index)}`;

/**
 * The index ranges that make up a view, each in the view's order, as selects of the sort key (`k`) and id. There are
 * few Gold items of the month, so their availability is looked up.
 */
export function indexRanges(query: ShopQuery): SQL[] {
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
export function shopTotal(query: ShopQuery): SQL {
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
export function shopOrder(query: ShopQuery, reverse: boolean): SQL {
  const direction = (ascending: boolean) => (ascending === reverse ? "desc" : "asc");
  const id = `id ${direction(query.order === "oldest")}`;
  return sql.raw(sortsByPrice(query) ? `k ${direction(query.sort === "cheapest")}, ${id}` : id);
}
