import { formatCount } from "#web/lib/format.ts";

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

const coins = (price: number) => formatCount(price, "coin");

export const itemCardText = {
  by: "By: ",
  free: "FREE",
  offsale: "Offsale",
  coins,
  left: (remaining: string) => `${remaining} left`,
  from: "from",
  resold: (price: number) => `Sold out, resold from ${coins(price)}`,
  /** A month, from its first day (2026-11-01). */
  month: (first: string) => `${MONTHS[Number(first.slice(5, 7)) - 1]} ${first.slice(0, 4)}`,
  goldMonth: "Gold month: ",
  loading: "Loading items",
} as const;
