import type { Role } from "../auth/api.ts";
import type { ErrorCode } from "../errors.ts";
import { type Actor, isStaff } from "../levels/rules.ts";

/** What a bopi can wear; the number is the stored type (spec 2 §3: 1 and 2 have a model, 4 to 6 a template). */
export const ITEM_TYPES = { 1: "hat", 2: "toy", 3: "face", 4: "shirt", 5: "pants", 6: "shoes" } as const;
export type ItemTypeId = keyof typeof ITEM_TYPES;
export type ItemTypeName = (typeof ITEM_TYPES)[ItemTypeId];

export const ITEM_TYPE_IDS: readonly ItemTypeId[] = [1, 2, 3, 4, 5, 6];
export const ITEM_TYPE_NAMES = ITEM_TYPE_IDS.map((id) => ITEM_TYPES[id]);

export const isItemType = (value: number): value is ItemTypeId => value in ITEM_TYPES;

/** The type that a name stands for, or null. */
export const typeNamed = (name: string): ItemTypeId | null =>
  ITEM_TYPE_IDS.find((id) => ITEM_TYPES[id] === name) ?? null;

/** How an item can be got: not at all, for nothing, or for its price. */
export const PURCHASABLE = ["offsale", "free", "onsale"] as const;
export type Purchasable = (typeof PURCHASABLE)[number];

/** Hats and toys bring a model. */
export const hasModel = (type: ItemTypeId): type is 1 | 2 => type <= 2;
/** Shirts, pants and shoes are painted on a template. */
export const hasTemplate = (type: ItemTypeId): boolean => type >= 4;
/** Only faces may be of any size. */
export const hasFixedSize = (type: ItemTypeId): boolean => type !== 3;

/** Side of a texture in pixels. */
export const TEXTURE = 512;

/** Official items (hats, toys, faces) are made by admins, the community's (shirts, pants, shoes) by any member. */
export const canCreate = (role: Role, type: ItemTypeId): boolean => role === "admin" || hasTemplate(type);

/** Coins that making an item costs a member. */
export const creationCost = (role: Role): number => (role === "admin" ? 0 : 25);

/** Share of a sale that the site keeps. */
export const SALES_TAX = 0.3;

/** What a seller gets of a price: the price less the tax, which is rounded down. */
export const netPrice = (price: number): number => price - Math.floor((price * 30) / 100);

/** What is wrong with a price, or null: what is sold outside of a Gold month costs something. */
export const priceProblem = (
  purchasable: Purchasable,
  goldMonth: string | null,
  price: number,
): string | null =>
  purchasable === "onsale" && !goldMonth && price < 1
    ? "Price must be at least 1 coin. Choose Free to give the item away."
    : null;

/** A price as cards show it. */
export function abbreviatedPrice(price: number): string {
  if (price === 0) return "FREE";
  const [size, letter] = price >= 1_000_000 ? [1_000_000, "M"] : price >= 1_000 ? [1_000, "K"] : [1, ""];
  return `${Math.floor((price / size) * 10) / 10}${letter}`;
}

/** The month that a time is in, as items name it: YYYY-MM-01 in UTC. */
export const monthOf = (time: number): string => `${new Date(time).toISOString().slice(0, 7)}-01`;

/** How an item stands in the shop. */
export interface Sale {
  purchasable: Purchasable;
  gold_month: string | null;
  sold_out: 0 | 1;
  /** Its creator is banned: nothing of theirs is sold meanwhile. */
  maker_banned: boolean;
}

/** Whether an item can be bought now, by those at least who have what it takes. */
export const isOnSale = ({ purchasable, gold_month, sold_out, maker_banned }: Sale, now: number): boolean =>
  purchasable !== "offsale" &&
  sold_out === 0 &&
  !maker_banned &&
  (gold_month === null || gold_month === monthOf(now));

/** What somebody brings who wants to buy. */
export interface Buyer {
  coins: number;
  has_gold: boolean;
  owns: boolean;
}

/** Why somebody can't buy an item for the price they saw, or null. The first reason is the one that is told. */
export function purchaseProblem(
  sale: Sale & { price: number },
  buyer: Buyer,
  seen: number,
  now: number,
): ErrorCode | null {
  if (buyer.owns) return "already_owned";
  if (sale.sold_out) return "sold_out";
  if (!isOnSale(sale, now)) return "not_for_sale";
  if (sale.gold_month !== null && !buyer.has_gold) return "gold_only";
  if (sale.price !== seen) return "price_changed";
  return buyer.coins < sale.price ? "too_few_coins" : null;
}

/** Who may change an item: its creator and staff. A Gold month is an admin's. */
export const canEditItem = (actor: Actor | null, item: { user_id: number }): boolean =>
  actor !== null && (actor.id === item.user_id || isStaff(actor));

/** Limited items have an end to their copies; once none are sold any more, the copies can be resold. */
export const isResold = ({ stock, sold_out }: { stock: number | null; sold_out: 0 | 1 }): boolean =>
  stock !== null && sold_out === 1;

/** What a purchase brings the maker: nothing for official items, which the site sells, else the price less the tax. */
export const makersShare = (type: ItemTypeId, price: number): number =>
  hasTemplate(type) ? netPrice(price) : 0;

/** The first day of the month that a date is in, both as YYYY-MM-DD; null when it is none. */
export function firstOfMonth(date: string): string | null {
  const match = /^(20\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.exec(date);
  return match && `${match[1]}-${match[2]}-01`;
}
