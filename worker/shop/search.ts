import { type Columns, sql, statement } from "#db/database.ts";
import type { items } from "#db/schema/index.ts";
import { LIMITS } from "#domain/limits.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { type ItemCardRow, itemCardColumns, itemMakerJoin } from "../items/present.ts";
import { matchWords } from "../search/match.ts";
import { categoryType, SALE_STATE, type ShopListPage, type ShopQuery, sortsByPrice } from "./query.ts";

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
export async function searchShop(gate: SessionGate, query: ShopQuery): Promise<ShopListPage> {
  const words = matchWords(query.search);
  if (!words) return { rows: [], total: 0 };
  const matches = await gate.all(
    statement<Candidate>(sql`select i.id, i.type_id, i.sale_state, i.gold_month, i.price
      from (select rowid & 1099511627775 as id from item_search where item_search match ${words}
        order by rowid desc limit ${LIMITS.searchMatches}) h cross join items i on i.id = h.id`),
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
    statement<ItemCardRow>(sql`select ${itemCardColumns} from json_each(${JSON.stringify(ids)}) p
      cross join items i on i.id = p.value ${itemMakerJoin}`),
  );
  return { rows, total: found.length };
}
