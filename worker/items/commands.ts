import { sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";
import type { InputOf } from "#domain/api/route.ts";
import { fieldRefusal, Refusal } from "#domain/errors.ts";
import type { Item } from "#domain/items/api.ts";
import { type Purchasable, priceProblem } from "#domain/items/rules.ts";
import type { Actor } from "#domain/levels/rules.ts";
import type { editItemRoute } from "#domain/shop/api.ts";
import { auditEntry } from "../moderation/audit.ts";

/** What an item is after an edit. */
interface Edit {
  name: string;
  description: string;
  purchasable: Purchasable;
  price: number;
  gold_month: string | null;
}

/**
 * What an edit makes of an item; what was not sent stays. 403 for others than its creator and staff, and where the Gold
 * month is not an admin's; 422 for a price that won't do, and where a limited item's sale has ended for good.
 */
export function checkEdit(item: Item, input: InputOf<typeof editItemRoute>, viewer: Actor): Edit {
  if (!item.can_edit) throw new Refusal("forbidden", { message: "Only its creator can change this item." });
  const gold_month = input.gold_month === undefined ? item.gold_month : input.gold_month;
  if (gold_month !== item.gold_month && viewer.role !== "admin")
    throw new Refusal("forbidden", { message: "Only an administrator can choose a Gold month." });
  // A Gold month sells the item; without the month it is sold as it was, or as is said now.
  const purchasable = gold_month ? "onsale" : (input.purchasable ?? item.purchasable);
  const isSoldAnew = (input.purchasable ?? "offsale") !== "offsale" || gold_month !== item.gold_month;
  if (item.is_resold && isSoldAnew)
    throw fieldRefusal("purchasable", "This item is sold no more: its copies are resold.");
  const price = input.price ?? item.price;
  const unpriced = priceProblem(purchasable, gold_month, price);
  if (unpriced) throw fieldRefusal("price", unpriced);
  return {
    name: input.name ?? item.name,
    description: input.description ?? item.description,
    purchasable,
    price: purchasable === "onsale" ? price : 0,
    gold_month,
  };
}

/** The statement that changes an item. Taking a limited item off sale ends its sale for good. */
export function updateItem({ id }: Item, edit: Edit): Query {
  const { name, description, purchasable, price, gold_month } = edit;
  return select(sql`update items set name = ${name}, description = ${description}, purchasable = ${purchasable},
      price = ${price}, gold_month = ${gold_month},
      sold_out = case when stock is not null and ${purchasable} = 'offsale' then 1 else sold_out end
    where id = ${id} returning id`);
}

/** What is noted of staff who change somebody else's item: what was, and what is. */
export const editEntry = (actor: Actor, item: Item, edit: Edit, now: number): Query =>
  auditEntry(
    {
      actor_id: actor.id,
      action: "item.edit",
      subject_type: "item",
      subject_id: item.id,
      details: {
        before: Object.fromEntries(
          (Object.keys(edit) as (keyof Edit)[])
            .filter((field) => edit[field] !== item[field])
            .map((field) => [field, item[field]]),
        ),
        after: edit,
      },
    },
    now,
  );
