import type { InputOf } from "#domain/api/route.ts";
import { monthOf } from "#domain/items/rules.ts";
import type { shopRoute } from "#domain/shop/api.ts";
import type { SessionGate } from "../http/gate.ts";
import { featuredItems } from "./featured.ts";
import type { ShopPage } from "./query.ts";
import { searchShop } from "./search.ts";
import { walkShop } from "./walk.ts";

/** What the shop shows. Whole categories are walked along an index; what is searched for is gathered first and sorted then. */
export async function listShop(
  gate: SessionGate,
  input: InputOf<typeof shopRoute>,
  now: number,
): Promise<ShopPage> {
  if (input.featured) {
    const rows = await featuredItems(gate, now);
    return { rows, total: rows.length };
  }
  const query = { ...input, month: monthOf(now) };
  return query.search ? searchShop(gate, query) : walkShop(gate, query);
}
