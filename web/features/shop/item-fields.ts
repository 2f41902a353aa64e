import type { SentOf } from "#domain/api/route.ts";
import type { Role } from "#domain/auth/api.ts";
import type { Item } from "#domain/items/api.ts";
import {
  canCreate,
  firstOfMonth,
  ITEM_TYPE_IDS,
  type ItemTypeId,
  type Purchasable,
  typeNamed,
} from "#domain/items/rules.ts";
import type { editItemRoute } from "#domain/shop/api.ts";

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

/** Why an item's sale can't be changed: its copies are resold, or it is in a Gold month, which is an admin's. */
export type SaleLock = "resold" | "gold" | null;

type SaleOf = Pick<Item, "is_resold" | "gold_month" | "purchasable" | "price" | "stock">;

export const saleLock = ({ is_resold, gold_month }: SaleOf, role: Role): SaleLock => {
  if (is_resold) return "resold";
  return gold_month && role !== "admin" ? "gold" : null;
};

/** An item as the form shows it. */
export const fieldsOf = (item: SaleOf & Pick<Item, "name" | "description" | "type">): ItemFields => ({
  name: item.name,
  description: item.description,
  type_id: item.type.id,
  purchasable: item.is_resold ? "offsale" : item.purchasable,
  price: item.purchasable === "onsale" && !item.is_resold ? String(item.price) : "",
  gold_month: item.is_resold ? "" : (item.gold_month ?? ""),
});

/** What an edit sends: nothing of what the viewer can't change. */
export function sentEdit(fields: ItemFields, lock: SaleLock, role: Role): SentOf<typeof editItemRoute> {
  const { name, description, purchasable, gold_month } = fields;
  return {
    name,
    description,
    ...(lock === null && { purchasable }),
    ...(lock !== "resold" && { price: sentPrice(fields) }),
    ...(lock === null && role === "admin" && { gold_month }),
  };
}

/** Whether an edit ends the sale of a limited item, which can't be undone. */
export const endsSale = ({ stock, is_resold }: SaleOf, { purchasable }: ItemFields): boolean =>
  stock !== null && !is_resold && purchasable === "offsale";
