import {
  type Columns,
  type ColumnsAs,
  ConditionFailed,
  first,
  type Nullable,
  type SQL,
  type Statement,
  sql,
  statement,
} from "#db/database.ts";
import type { InputOf } from "#domain/api/route.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { favoriteItemRoute, type Item, itemRoute } from "#domain/items/api.ts";
import { canSeeItem } from "#domain/items/reviews/rules.ts";
import { canEditItem, isResellable, type Purchasable, priceProblem } from "#domain/items/rules.ts";
import { editItemRoute, featureItemRoute } from "#domain/shop/api.ts";
import { createdTimes } from "#domain/time.ts";
import { toggleFavorite } from "../favorites/commands.ts";
import { isFollowing } from "../follows/routes.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { auditEntry, changesOf } from "../moderation/audit.ts";
import { rejectFilteredWords } from "../spam/words.ts";
import {
  type ItemCardRow,
  itemCardColumns,
  itemMakerJoin,
  presentItemCard,
  presentOwnReview,
  reviewColumn,
} from "./present.ts";

/** An item's editable fields after an edit. */
interface ItemChanges {
  name: string;
  description: string;
  purchasable: Purchasable;
  price: number;
  gold_month: string | null;
  gold_month_description: string | null;
}

/** Applies sent fields. Throws 403 unless creator or staff (Gold: admin), 422 for price or an ended sale. */
function checkItemEdit(item: Item, input: InputOf<typeof editItemRoute>, viewer: Actor): ItemChanges {
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
const isSameItem = (item: Item): SQL =>
  sql`exists (select 1 from items where id = ${item.id} and (name, description, purchasable, price)
    = (${item.name}, ${item.description}, ${item.purchasable}, ${item.price}) and gold_month is ${item.gold_month})`;

/** The statement that updates an item. Taking a limited item off sale ends its sale permanently. */
function updateItemStatement({ id }: Item, changes: ItemChanges): Statement {
  const { name, description, purchasable, price, gold_month, gold_month_description } = changes;
  return statement`update items set name = ${name}, description = ${description}, purchasable = ${purchasable},
      price = ${price}, gold_month = ${gold_month}, gold_month_description = ${gold_month_description},
      sold_out = case when stock is not null and ${purchasable} = 'offsale' then 1 else sold_out end
    where id = ${id} returning id`;
}

/** Sets whether an item is featured, or toggles it. The last statement returns the new state. */
function featureItemStatements(
  id: number,
  featured: boolean | undefined,
  { id: actor_id }: Actor,
  now: number,
) {
  const isDifferent = featured === undefined ? sql`true` : sql`(featured_at is null) = ${Number(featured)}`;
  const changing = sql`from items where id = ${id} and state = 'shown' and ${isDifferent}`;
  return {
    audit: auditEntry(now, {
      actor_id,
      action: "item.feature",
      subject_id: id,
      before: sql`(select json_object('featured', json(iif(featured_at is null, 'false', 'true'))) ${changing})`,
      after: sql`(select json_object('featured', json(iif(featured_at is null, 'true', 'false'))) ${changing})`,
      when: sql`exists (select 1 ${changing})`,
    }),
    toggled: statement`update items set featured_at = case when featured_at is null then ${now} end
      where id = ${id} and state = 'shown' and ${isDifferent}`,
    row: first<{
      featured: 0 | 1;
    }>`select featured_at is not null as featured from items where id = ${id} and state = 'shown'`,
  };
}

export interface ItemRow
  extends ItemCardRow,
    Columns<
      "items",
      | "gold_month_description"
      | "comments_enabled"
      | "favorites_count"
      | "comments_count"
      | "created_at"
      | "wishes_count"
      | "listings_count"
      | "featured_at"
    >,
    Nullable<ColumnsAs<"inventory", { copy_id: "id" }>>,
    ColumnsAs<"inventory", { copy_serial: "serial"; copy_price: "resale_price" }> {
  favorited: 0 | 1;
  wished: 0 | 1;
  follows_creator: 0 | 1;
  /** JSON of the review (`reviewColumn`) if the item isn't public. */
  review: string | null;
}

/** An item with everything its page shows and the viewer's relation to it. */
export function itemQuery(id: number, viewer: Actor | null): Statement<ItemRow> {
  const me = viewer?.id ?? 0;
  return statement<ItemRow>`
    select ${itemCardColumns}, i.gold_month_description, i.comments_enabled, i.favorites_count, i.comments_count,
      i.wishes_count, i.listings_count, i.featured_at, i.created_at, f.user_id is not null as favorited,
      w.user_id is not null as wished, v.id as copy_id, v.serial as copy_serial, v.resale_price as copy_price,
      ${isFollowing(sql`${me}`, sql`i.user_id`)} as follows_creator, ${reviewColumn} as review
    from items i ${itemMakerJoin}
      left join favorites f on f.user_id = ${me} and f.target_type = 'item' and f.target_id = i.id
      left join wishes w on w.user_id = ${me} and w.item_id = i.id
      left join inventory v on v.user_id = ${me} and v.item_id = i.id
    where i.id = ${id}`;
}

const notFoundError = new ApiError("not_found", { message: "This item doesn't exist." });
const HIDDEN_MESSAGE = "Our staff hid this item. Your copy is still yours.";

export function presentItem(row: ItemRow | undefined, viewer: Actor | null, now: number): Item {
  if (!row) throw notFoundError;
  if (!canSeeItem(viewer, { user_id: row.u_id, state: row.state }))
    throw row.copy_id === null ? notFoundError : new ApiError("not_found", { message: HIDDEN_MESSAGE });
  return {
    ...presentItemCard(row, now, viewer),
    review: presentOwnReview(row),
    gold_month_description: row.gold_month_description,
    favorites_count: row.favorites_count,
    comments_count: row.comments_count,
    comments_enabled: row.comments_enabled === 1,
    favorited: row.favorited === 1,
    owned: row.copy_id !== null,
    copy:
      row.copy_id === null
        ? null
        : { id: row.copy_id, serial: row.copy_serial, resale_price: row.copy_price },
    wished: row.wished === 1,
    sales_count: row.sales_count,
    wishes_count: row.wishes_count,
    listings_count: row.listings_count,
    stock: row.stock,
    is_resold: isResellable(row),
    is_featured: row.featured_at !== null,
    follows_creator: row.follows_creator === 1,
    can_edit: canEditItem(viewer, { user_id: row.u_id }),
    rendered: row.thumbnail !== null,
    ...createdTimes(row.created_at),
  };
}

/** Reads an item as its page shows it; throws a 404 if the viewer can't see it. */
async function readItem(gate: SessionGate, id: number, viewer: Actor | null, now: number): Promise<Item> {
  const row = await gate.first(itemQuery(id, viewer));
  return presentItem(row, viewer, now);
}

export function itemRoutes(app: HonoApp): void {
  handle(app, itemRoute, async ({ params, gate, viewer, now }) => {
    return { item: await readItem(gate, params.id, viewer, now) };
  });

  handle(app, favoriteItemRoute, async ({ params, gate, viewer, now }) => {
    const target = { type: "item", id: params.id } as const;
    // As in `canSeeItem`.
    const isVisible = sql`(t.state = 'shown' or t.user_id = ${viewer.id} or ${Number(isStaff(viewer))})`;
    const favorite = await toggleFavorite(gate, viewer.id, target, now, isVisible);
    if (favorite) return favorite;
    await readItem(gate, params.id, viewer, now);
    throw new ConditionFailed();
  });

  handle(app, editItemRoute, async ({ params, input, gate, viewer, now }) => {
    const item = await readItem(gate, params.id, viewer, now);
    const changes = checkItemEdit(item, input, viewer);
    await rejectFilteredWords(gate.db, { name: input.name, description: input.description }, now);
    const isOwn = item.user.id === viewer.id && changes.gold_month === item.gold_month;
    const about = { actor_id: viewer.id, action: "item.edit", subject_id: item.id } as const;
    const statements = {
      item: updateItemStatement(item, changes),
      row: first(itemQuery(item.id, viewer)),
      audit: isOwn ? [] : [auditEntry(now, { ...about, ...changesOf(item, changes) })],
    };
    // Fields that weren't sent stay as they were read, so another edit in between comes first.
    const { row } = await gate.write(statements, { when: isSameItem(item) });
    return { item: presentItem(row, viewer, now) };
  });

  handle(app, featureItemRoute, async ({ params, input, gate, viewer, now }) => {
    const found = await gate.first(statement<Columns<"items", "id">>`select id from items
      where id = ${params.id} and state = 'shown'`);
    if (!found) throw notFoundError;
    const { row } = await gate.write(featureItemStatements(params.id, input.featured, viewer, now));
    if (!row) throw notFoundError;
    return { featured: row.featured === 1 };
  });
}
