import type { SessionUser } from "#domain/auth/api.ts";
import type { Item } from "#domain/items/api.ts";
import { monthOf } from "#domain/items/rules.ts";

/** How an item stands to the one who looks at it. */
export type Standing =
  /** They have it. */
  | "owned"
  /** They can get it, once they are signed in and have the coins. */
  | "sold"
  /** It is its Gold month, and they have no Gold. */
  | "gold"
  | "gold_later"
  | "gold_over"
  /** It is limited and sold no more: owners may offer their copies. */
  | "resold"
  | "offsale";

type Shown = Pick<Item, "owned" | "is_purchasable" | "is_resold" | "gold_month" | "purchasable">;

export function standingOf(item: Shown, user: Pick<SessionUser, "has_gold"> | null, now: number): Standing {
  if (item.owned) return "owned";
  if (item.is_purchasable) return item.gold_month && user && !user.has_gold ? "gold" : "sold";
  if (item.is_resold) return "resold";
  const month = monthOf(now);
  if (item.purchasable === "offsale" || !item.gold_month || item.gold_month === month) return "offsale";
  return item.gold_month > month ? "gold_later" : "gold_over";
}
