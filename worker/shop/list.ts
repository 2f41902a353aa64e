import type { InputOf } from "#domain/api/route.ts";
import { monthOf } from "#domain/items/rules.ts";
import type { shopRoute } from "#domain/shop/api.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { browseShop } from "./browse.ts";
import { loadFeaturedItems } from "./featured.ts";
import type { ShopListPage } from "./query.ts";
import { searchShop } from "./search.ts";

/**
 * The items of a shop list. Whole categories are read along an index; search results are collected first and then
 * sorted.
 */
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
  return query.search ? searchShop(gate, query) : browseShop(gate, query);
}
