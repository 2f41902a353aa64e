import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { InputOf } from "#domain/api/route.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import type { Item } from "#domain/items/api.ts";
import { type Purchasable, priceProblem } from "#domain/items/rules.ts";
import type { Actor } from "#domain/levels/rules.ts";
import type { editItemRoute } from "#domain/shop/api.ts";
import { auditEntry, changesOf } from "../moderation/audit.ts";

/** What an item is after an edit. */
interface Edit {
  name: string;
  description: string;
  purchasable: Purchasable;
  price: number;
  gold_month: string | null;
  gold_month_description: string | null;
}

/**
 * What an edit makes of an item; what was not sent stays. 403 for others than its creator and staff, and where the Gold
 * month is not an admin's; 422 for a price that won't do, and where a limited item's sale has ended for good.
 */
export function checkEdit(item: Item, input: InputOf<typeof editItemRoute>, viewer: Actor): Edit {
  if (!item.can_edit) throw new ApiError("forbidden", { message: "Only its creator can change this item." });
  const gold_month = input.gold_month === undefined ? item.gold_month : input.gold_month;
  const isGold = gold_month !== item.gold_month || input.gold_month_description !== undefined;
  if (isGold && viewer.role !== "admin")
    throw new ApiError("forbidden", { message: "Only an administrator can choose a Gold month." });
  // A Gold month sells the item; without the month it is sold as it was, or as is said now.
  const purchasable = gold_month ? "onsale" : (input.purchasable ?? item.purchasable);
  const isSoldAnew = (input.purchasable ?? "offsale") !== "offsale" || gold_month !== item.gold_month;
  if (item.is_resold && isSoldAnew)
    throw fieldError("purchasable", "This item is sold no more: its copies are resold.");
  const price = input.price ?? item.price;
  const unpriced = priceProblem(purchasable, gold_month, price);
  if (unpriced) throw fieldError("price", unpriced);
  return {
    name: input.name ?? item.name,
    description: input.description ?? item.description,
    purchasable,
    price: purchasable === "onsale" ? price : 0,
    gold_month,
    // What is said of the month goes with it.
    gold_month_description: gold_month && (input.gold_month_description ?? item.gold_month_description),
  };
}

/** The statement that changes an item. Taking a limited item off sale ends its sale for good. */
export function updateItem({ id }: Item, edit: Edit): Statement {
  const { name, description, purchasable, price, gold_month, gold_month_description } = edit;
  return statement(sql`update items set name = ${name}, description = ${description}, purchasable = ${purchasable},
      price = ${price}, gold_month = ${gold_month}, gold_month_description = ${gold_month_description},
      sold_out = case when stock is not null and ${purchasable} = 'offsale' then 1 else sold_out end
    where id = ${id} returning id`);
}

/**
 * Statements that put an item into the carousel or take it out, as is said or the other way round; twice is once. The last
 * one answers what is so now.
 */
export function featureItem(
  id: number,
  featured: boolean | undefined,
  { id: actor_id }: Actor,
  now: number,
): readonly [Statement, Statement, Statement<{ featured: 0 | 1 }>] {
  const others = featured === undefined ? sql`true` : sql`(featured_at is null) = ${Number(featured)}`;
  const changing = sql`from items where id = ${id} and state = 'shown' and ${others}`;
  return [
    auditEntry(
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
    statement(sql`update items set featured_at = case when featured_at is null then ${now} end
      where id = ${id} and state = 'shown' and ${others}`),
    statement(
      sql`select featured_at is not null as featured from items where id = ${id} and state = 'shown'`,
    ),
  ];
}

/** What is noted of staff who change somebody else's item or a Gold month: what was, and what is. */
export const editEntry = (actor: Actor, item: Item, edit: Edit, now: number): Statement =>
  auditEntry(
    {
      actor_id: actor.id,
      action: "item.edit",
      subject_type: "item",
      subject_id: item.id,
      ...changesOf(item, edit),
    },
    now,
  );
