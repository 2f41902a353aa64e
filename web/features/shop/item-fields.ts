import type { RawInputOf } from "#domain/api/route.ts";
import type { Role } from "#domain/auth/roles.ts";
import type { Item } from "#domain/items/api.ts";
import { ITEM_TYPE_IDS, type ItemTypeId, itemTypeByName } from "#domain/items/item-types.ts";
import { canCreate, firstOfMonth, type Purchasable, priceProblem } from "#domain/items/rules.ts";
import type { editItemRoute } from "#domain/shop/api.ts";
import { typedNumber, typedPriceProblem } from "#web/lib/typed-number.ts";

export interface ItemFields {
  name: string;
  description: string;
  type_id: ItemTypeId;
  purchasable: Purchasable;
  /** As typed. */
  price: string;
  /** A date as typed; normalized to the first of its month. Empty for none. */
  gold_month: string;
}

export const creatableTypes = (role: Role): ItemTypeId[] =>
  ITEM_TYPE_IDS.filter((type) => canCreate(role, type));

/** Returns an empty form. The type comes from the URL if the user can create it, else it is the first allowed one. */
export function newItemFields(role: Role, typeName: string | null): ItemFields {
  const types = creatableTypes(role);
  const requested = itemTypeByName(typeName ?? "");
  const [first = 4] = types;
  const type_id = requested && types.includes(requested) ? requested : first;
  return { name: "", description: "", type_id, purchasable: "offsale", price: "", gold_month: "" };
}

/** Applies a change to the fields. Setting a Gold month puts the item on sale; taking it off sale clears the month. */
export function updateFields(fields: ItemFields, part: Partial<ItemFields>): ItemFields {
  const next = { ...fields, ...part };
  if (part.gold_month !== undefined) {
    next.gold_month = firstOfMonth(part.gold_month) ?? part.gold_month;
    if (next.gold_month) next.purchasable = "onsale";
  } else if (next.purchasable !== "onsale") next.gold_month = "";
  return next;
}

/** Returns the price to send: 0 if it is empty or doesn't apply. */
export const priceInput = ({ purchasable, price }: ItemFields): number =>
  purchasable === "onsale" ? typedNumber(price) : 0;

export const priceFieldProblem = (fields: ItemFields): string | null =>
  (fields.purchasable === "onsale" ? typedPriceProblem(fields.price) : null) ??
  priceProblem(fields.purchasable, fields.gold_month || null, priceInput(fields));

/** Why an item's sale can't be changed: its copies are resold, or it is in a Gold month (admins only). */
export type SaleLock = "resold" | "gold" | null;

type SaleInfo = Pick<Item, "is_resold" | "gold_month" | "purchasable" | "price" | "stock">;

export const saleLock = ({ is_resold, gold_month }: SaleInfo, role: Role): SaleLock => {
  if (is_resold) return "resold";
  return gold_month && role !== "admin" ? "gold" : null;
};

export const itemFieldsOf = (item: SaleInfo & Pick<Item, "name" | "description" | "type">): ItemFields => ({
  name: item.name,
  description: item.description,
  type_id: item.type.id,
  purchasable: item.is_resold ? "offsale" : item.purchasable,
  price: item.purchasable === "onsale" && !item.is_resold ? String(item.price) : "",
  gold_month: item.is_resold ? "" : (item.gold_month ?? ""),
});

/** Returns the input of an edit, without the fields the user can't change. */
export function editInput(fields: ItemFields, lock: SaleLock, role: Role): RawInputOf<typeof editItemRoute> {
  const { name, description, purchasable, gold_month } = fields;
  return {
    name,
    description,
    ...(lock === null && { purchasable }),
    ...(lock !== "resold" && { price: priceInput(fields) }),
    ...(lock === null && role === "admin" && { gold_month }),
  };
}

/** Returns whether an edit ends the sale of a Limited, which can't be undone. */
export const endsSale = ({ stock, is_resold }: SaleInfo, { purchasable }: ItemFields): boolean =>
  stock !== null && !is_resold && purchasable === "offsale";
