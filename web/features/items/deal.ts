import type { InventoryEntry } from "#domain/inventory/api.ts";
import type { Item } from "#domain/items/api.ts";
import type { Listing } from "#domain/shop/api.ts";

/** A purchase to confirm: an item from its creator, or a copy from its owner. */
export interface Deal {
  item: Item;
  copy: Listing | null;
  price: number;
}

export const itemDeal = (item: Item): Deal => ({ item, copy: null, price: item.price });
export const copyDeal = (item: Item, copy: Listing): Deal => ({ item, copy, price: copy.price });

export const missingCoins = (coins: number, price: number): number => Math.max(0, price - coins);

/** Error codes after which a retry is pointless. */
const FINAL_ERRORS = new Set([
  "sold_out",
  "already_owned",
  "not_for_sale",
  "gold_only",
  "email_unverified",
  "too_few_coins",
  "not_found",
  "forbidden",
  "banned",
]);

export const isFinalError = (code: string): boolean => FINAL_ERRORS.has(code);

export function boughtItem(item: Item, { copy }: Deal, entry: InventoryEntry): Partial<Item> {
  const own = { owned: true, copy: { id: entry.id, serial: entry.serial, resale_price: null } };
  if (copy) return { ...own, listings_count: Math.max(0, item.listings_count - 1) };
  const remaining = item.remaining === null ? null : Math.max(0, item.remaining - 1);
  return { ...own, remaining, sales_count: item.sales_count + 1 };
}
