import type { Role } from "#domain/auth/api.ts";
import {
  canCreate,
  firstOfMonth,
  ITEM_TYPE_IDS,
  type ItemTypeId,
  type Purchasable,
  typeNamed,
} from "#domain/items/rules.ts";

/** What the form holds besides its files. */
export interface ItemFields {
  name: string;
  description: string;
  type_id: ItemTypeId;
  purchasable: Purchasable;
  /** As typed: digits. */
  price: string;
  /** A day; the first of a month once it is a whole one. Empty for none. */
  gold_month: string;
}

export const creatableTypes = (role: Role): ItemTypeId[] =>
  ITEM_TYPE_IDS.filter((type) => canCreate(role, type));

/** An untouched form; the type is the address's where one may make it, else the first that one may. */
export function newItem(role: Role, typeName: string | null): ItemFields {
  const types = creatableTypes(role);
  const asked = typeNamed(typeName ?? "");
  const [first = 4] = types;
  const type_id = asked && types.includes(asked) ? asked : first;
  return { name: "", description: "", type_id, purchasable: "offsale", price: "", gold_month: "" };
}

/** Digits only, as many as a price has. */
export const priceDigits = (typed: string): string => typed.replace(/\D/g, "").slice(0, 7);

/** The fields after a choice: a Gold month sells the item, and what is not sold is in none. */
export function changed(fields: ItemFields, part: Partial<ItemFields>): ItemFields {
  const next = { ...fields, ...part };
  if (part.gold_month !== undefined) {
    next.gold_month = firstOfMonth(part.gold_month) ?? part.gold_month;
    if (next.gold_month) next.purchasable = "onsale";
  } else if (next.purchasable !== "onsale") next.gold_month = "";
  return next;
}

/** The price that is sent: 0 when it is empty or does not apply. */
export const sentPrice = ({ purchasable, price }: ItemFields): number =>
  purchasable === "onsale" ? Number(price) : 0;
