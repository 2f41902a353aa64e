import { type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { InputOf } from "#domain/api/route.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import type { Item } from "#domain/items/api.ts";
import { type Purchasable, priceProblem } from "#domain/items/rules.ts";
import type { editItemRoute } from "#domain/shop/api.ts";
import { auditEntry, changesOf } from "../moderation/audit.ts";

/** An item's editable fields after an edit. */
interface ItemChanges {
  name: string;
  description: string;
  purchasable: Purchasable;
  price: number;
  gold_month: string | null;
  gold_month_description: string | null;
}

/**
 * Applies an edit to an item; fields that weren't sent stay. Throws 403 if the viewer is neither creator nor staff,
 * or changes a Gold month without being an admin; 422 for an invalid price or if a limited item's sale has ended
 * permanently.
 */
export function checkItemEdit(item: Item, input: InputOf<typeof editItemRoute>, viewer: Actor): ItemChanges {
  if (!item.can_edit) throw new ApiError("forbidden", { message: "Only its creator can change this item." });
  const gold_month = input.gold_month === undefined ? item.gold_month : input.gold_month;
  const changesGoldMonth = gold_month !== item.gold_month || input.gold_month_description !== undefined;
  if (changesGoldMonth && viewer.role !== "admin")
    throw new ApiError("forbidden", { message: "Only an admin can choose a Gold month." });
  // A Gold month puts the item on sale. Without one it's sold as before or as the edit says.
  const purchasable = gold_month ? "onsale" : (input.purchasable ?? item.purchasable);
  const isPutOnSale = (input.purchasable ?? "offsale") !== "offsale" || gold_month !== item.gold_month;
  if (item.is_resold && isPutOnSale)
    throw fieldError("purchasable", "This item is no longer sold. Owners can resell their copies.");
  const price = input.price ?? item.price;
  const problem = priceProblem(purchasable, gold_month, price);
  if (problem) throw fieldError("price", problem);
  return {
    name: input.name ?? item.name,
    description: input.description ?? item.description,
    purchasable,
    price: purchasable === "onsale" ? price : 0,
    gold_month,
    // The description of the month is removed along with it.
    gold_month_description: gold_month && (input.gold_month_description ?? item.gold_month_description),
  };
}

/** Condition: what an edit is based on is as it was read. */
export const isSameItem = (item: Item): SQL =>
  sql`exists (select 1 from items where id = ${item.id} and (name, description, purchasable, price)
    = (${item.name}, ${item.description}, ${item.purchasable}, ${item.price}) and gold_month is ${item.gold_month})`;

/** The statement that updates an item. Taking a limited item off sale ends its sale permanently. */
export function updateItemStatement({ id }: Item, changes: ItemChanges): Statement {
  const { name, description, purchasable, price, gold_month, gold_month_description } = changes;
  return statement(sql`update items set name = ${name}, description = ${description}, purchasable = ${purchasable},
      price = ${price}, gold_month = ${gold_month}, gold_month_description = ${gold_month_description},
      sold_out = case when stock is not null and ${purchasable} = 'offsale' then 1 else sold_out end
    where id = ${id} returning id`);
}

/**
 * Statements that set whether an item is featured; without `featured` they toggle it. Idempotent. The last one
 * returns the new state.
 */
export function featureItemStatements(
  id: number,
  featured: boolean | undefined,
  { id: actor_id }: Actor,
  now: number,
) {
  const isDifferent = featured === undefined ? sql`true` : sql`(featured_at is null) = ${Number(featured)}`;
  const changing = sql`from items where id = ${id} and state = 'shown' and ${isDifferent}`;
  return {
    audit: auditEntry(
      {
        actor_id,
        action: "item.feature",
        subject_type: "item",
        subject_id: id,
        before: sql`(select json_object('featured', json(iif(featured_at is null, 'false', 'true'))) ${changing})`,
        after: sql`(select json_object('featured', json(iif(featured_at is null, 'true', 'false'))) ${changing})`,
      },
      now,
      sql`exists (select 1 ${changing})`,
    ),
    toggled: statement(sql`update items set featured_at = case when featured_at is null then ${now} end
      where id = ${id} and state = 'shown' and ${isDifferent}`),
    row: statement<{ featured: 0 | 1 }>(
      sql`select featured_at is not null as featured from items where id = ${id} and state = 'shown'`,
    ),
  };
}

/** The audit entry for staff editing someone else's item or a Gold month, with the old and new values. */
export const itemEditEntry = (actor: Actor, item: Item, changes: ItemChanges, now: number): Statement =>
  auditEntry(
    {
      actor_id: actor.id,
      action: "item.edit",
      subject_type: "item",
      subject_id: item.id,
      ...changesOf(item, changes),
    },
    now,
  );
