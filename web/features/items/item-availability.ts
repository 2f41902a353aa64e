import type { SessionUser } from "#domain/auth/api.ts";
import type { Item } from "#domain/items/api.ts";
import { monthOf } from "#domain/items/rules.ts";

/** How the viewer can get an item. */
export type ItemAvailability =
  /** They own it. */
  | "owned"
  /** It is for sale by its creator. */
  | "sold"
  /** It is its Gold month, and they don't have Gold. */
  | "gold"
  | "gold_later"
  | "gold_over"
  /** It is a Limited that is no longer sold. Owners can offer their copies. */
  | "resold"
  | "offsale";

type Shown = Pick<Item, "owned" | "is_purchasable" | "is_resold" | "gold_month" | "purchasable">;

export function itemAvailability(
  item: Shown,
  user: Pick<SessionUser, "has_gold"> | null,
  now: number,
): ItemAvailability {
  if (item.owned) return "owned";
  if (item.is_purchasable) return item.gold_month && user && !user.has_gold ? "gold" : "sold";
  if (item.is_resold) return "resold";
  const month = monthOf(now);
  if (item.purchasable === "offsale" || !item.gold_month || item.gold_month === month) return "offsale";
  return item.gold_month > month ? "gold_later" : "gold_over";
}
