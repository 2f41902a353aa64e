import { type Actor, isStaff, type Role } from "../auth/roles.ts";
import { isCalendarDay } from "../calendar-day.ts";
import type { ErrorCode } from "../errors.ts";
import type { ItemTypeId } from "./item-types.ts";

/** How an item is sold: not at all, for free, or for its price. */
export const PURCHASABLE = ["offsale", "free", "onsale"] as const;
export type Purchasable = (typeof PURCHASABLE)[number];

/** Hats and toys have a model. */
export const hasModel = (type: ItemTypeId): type is 1 | 2 => type <= 2;
/** Shirts, pants and shoes are drawn on a template. */
export const hasTemplate = (type: ItemTypeId): boolean => type >= 4;
/** Hats, toys and faces are the site's own; members make the others. */
export const isOfficial = (type: ItemTypeId): boolean => !hasTemplate(type);
/** Only faces can have any size. */
export const hasFixedSize = (type: ItemTypeId): boolean => type !== 3;

export const TEXTURE_SIDE = 512;

/** Admins create official items (hats, toys, faces); members can create shirts, pants and shoes. */
export const canCreate = (role: Role, type: ItemTypeId): boolean => role === "admin" || hasTemplate(type);

/** The coins a member pays to create an item. */
export const creationCost = (role: Role): number => (role === "admin" ? 0 : 25);

export const SALES_TAX = 0.3;

/** The seller's share: the price minus the tax, which is rounded down. */
export const netPrice = (price: number): number => price - Math.floor((price * 30) / 100);

/** The error of a price, or null. Items sold outside of a Gold month can't be free. */
export const priceProblem = (
  purchasable: Purchasable,
  goldMonth: string | null,
  price: number,
): string | null =>
  purchasable === "onsale" && !goldMonth && price < 1
    ? "Price must be at least 1 coin. Choose Free to give the item away."
    : null;

/** The short form of a price for cards. Never less than what is paid: tenths are rounded up. */
export function abbreviatedPrice(price: number): string {
  if (price === 0) return "FREE";
  // From here on, thousands would round up to a million.
  const [size, letter] = price > 999_900 ? [1_000_000, "M"] : price >= 1_000 ? [1_000, "K"] : [1, ""];
  return `${Math.ceil((price * 10) / size) / 10}${letter}`;
}

/** The month of a time as items store it: YYYY-MM-01 in UTC. */
export const monthOf = (time: number): string => `${new Date(time).toISOString().slice(0, 7)}-01`;

export interface Sale {
  purchasable: Purchasable;
  gold_month: string | null;
  sold_out: 0 | 1;
  /** Whether its creator can sell now: not banned, and with a verified email address unless the item is official. */
  maker_sells: boolean;
}

/** Whether an item is on sale now, for users who meet its conditions. */
export const isOnSale = ({ purchasable, gold_month, sold_out, maker_sells }: Sale, now: number): boolean =>
  purchasable !== "offsale" &&
  sold_out === 0 &&
  maker_sells &&
  (gold_month === null || gold_month === monthOf(now));

export interface Buyer {
  coins: number;
  has_gold: boolean;
  owns: boolean;
  /** Whether their email address is verified. Without, they can buy official items only. */
  verified: boolean;
}

/** Whether a buyer can buy items of the type. Without a verified email address, nothing goes from person to person. */
export const canBuyType = ({ verified }: Pick<Buyer, "verified">, type: ItemTypeId): boolean =>
  verified || isOfficial(type);

/** The first reason why a user can't buy an item for the price they saw, or null. */
export function purchaseProblem(
  sale: Sale & { price: number; type_id: ItemTypeId },
  buyer: Buyer,
  seen: number,
  now: number,
): ErrorCode | null {
  if (buyer.owns) return "already_owned";
  if (sale.sold_out) return "sold_out";
  if (!isOnSale(sale, now)) return "not_for_sale";
  if (!canBuyType(buyer, sale.type_id)) return "email_unverified";
  if (sale.gold_month !== null && !buyer.has_gold) return "gold_only";
  if (sale.price !== seen) return "price_changed";
  return buyer.coins < sale.price ? "too_few_coins" : null;
}

/** Its creator and staff can edit an item. Only admins set its Gold month. */
export const canEditItem = (actor: Actor | null, item: { user_id: number }): boolean =>
  actor !== null && (actor.id === item.user_id || isStaff(actor));

/** Copies of a Limited item can be resold once it is sold out. */
export const isResellable = ({ stock, sold_out }: { stock: number | null; sold_out: 0 | 1 }): boolean =>
  stock !== null && sold_out === 1;

/** The creator's share of a sale: nothing for official items, which the site sells. */
export const creatorShare = (type: ItemTypeId, price: number): number =>
  hasTemplate(type) ? netPrice(price) : 0;

/** The first day of a date's month, both as YYYY-MM-DD, or null for an invalid date or one of another century. */
export const firstOfMonth = (date: string): string | null =>
  date.startsWith("20") && isCalendarDay(date) ? `${date.slice(0, 7)}-01` : null;
