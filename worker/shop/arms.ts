import { type SQL, sql } from "drizzle-orm";
import { isByPrice, SALE, type ShopQuery, typeOf, typesOf } from "./query.ts";

const source = (index: string) => sql`items i indexed by ${sql.raw(index)}`;

/**
 * The stretches of indexes that make up a view, each in the view's order, as selects of what is sorted by (`k`) and ids.
 * Gold items of the month are few; whether they can be bought is looked up.
 */
export function arms(query: ShopQuery): SQL[] {
  const { category, sort } = query;
  const type = typeOf(query);
  const select = sql`select ${isByPrice(query) ? sql`i.price` : sql`i.id`} as k, i.id from`;
  const shown = sql`i.state = 'shown'`;
  if (sort === "" || (category === "gold" && sort === "offsale")) {
    if (type !== null)
      return [sql`${select} ${source("items_type_shown")} where i.type_id = ${type} and ${shown}`];
    if (category === "all") return [sql`${select} ${source("items_shown")} where ${shown}`];
    const gold = sql`${select} ${source("items_gold")} where i.gold_month is not null and ${shown}`;
    return [sort ? sql`${gold} and ${isOver(query)}` : gold];
  }
  const stretch = (state: number, index: string) =>
    type === null
      ? sql`${select} ${source(`items_${index}`)} where i.sale_state = ${state}`
      : sql`${select} ${source(`items_type_${index}`)} where i.type_id = ${type} and i.sale_state = ${state}`;
  if (sort === "offsale")
    return [stretch(SALE.none, "state"), sql`${stretch(SALE.gold, "state")} and ${isOver(query)}`];
  const now = sql`${select} ${ofMonth(query)}`;
  if (category === "gold") return [now];
  return [stretch(SALE.open, isMixed(query) ? "price_newest" : "price"), now];
}

/** Whether price and id run opposite ways, which is what the indexes with `_newest` are for. */
const isMixed = ({ sort, order }: ShopQuery) => (sort === "cheapest") === (order !== "oldest");

/** The month's Gold items that can be bought. */
function ofMonth(query: ShopQuery): SQL {
  const type = typeOf(query);
  return sql`${source("items_gold_month")} where i.gold_month = ${query.month} and i.sale_state = ${SALE.gold}
    ${type === null ? sql`` : sql`and i.type_id = ${type}`}`;
}

/** A Gold item's month is not this one. The few of which it is are read once, so that the walk stays on its index. */
const isOver = (query: ShopQuery): SQL => sql`i.id not in (select i.id from ${ofMonth(query)})`;

/** How many items are in a view: counters, and the month's few Gold items counted. */
export function totalOf(query: ShopQuery): SQL {
  const { category, sort } = query;
  const month = sql`(select count(*) from ${ofMonth(query)})`;
  const isGold = category === "gold";
  if (sort === "") return isGold ? counted(["items:gold"]) : counted(names(query, Object.values(SALE)));
  if (sort === "offsale") {
    const all = isGold ? ["items:gold"] : names(query, [SALE.none, SALE.gold]);
    return sql`${counted(all)} - ${month}`;
  }
  return isGold ? month : sql`${counted(names(query, [SALE.open]))} + ${month}`;
}

const names = (query: ShopQuery, states: number[]) =>
  typesOf(query).flatMap((type) => states.map((state) => `items:${type}:${state}`));

const counted = (counters: string[]): SQL =>
  sql`(select coalesce(sum(value), 0) from counters where name in (${sql.join(
    counters.map((name) => sql`${name}`),
    sql`, `,
  )}))`;

/** `order by` of a view: by price where it is sorted so, then by id; both turned round with the slice. */
export function orderOf(query: ShopQuery, reverse: boolean): SQL {
  const way = (ascending: boolean) => (ascending === reverse ? "desc" : "asc");
  const id = `id ${way(query.order === "oldest")}`;
  return sql.raw(isByPrice(query) ? `k ${way(query.sort === "cheapest")}, ${id}` : id);
}
