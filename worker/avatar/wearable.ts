import { type Columns, type ColumnsAs, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { SLOTS } from "#domain/avatar/slots.ts";
import type { InventoryEntryRow } from "../inventory/queries.ts";
import type { BopiRenderJob } from "../render/job.ts";

/** The only rule for equipping: copy `v` isn't for sale, and item `i` is public. */
const isEquippable = sql.raw("v.resale_price is null and i.state = 'shown'");

/** The same rule for a row. */
export const isWearable = ({
  resale_price,
  state,
}: Pick<InventoryEntryRow, "resale_price" | "state">): boolean => resale_price === null && state === "shown";

/** Condition: the user can equip the item, of this type if it's given; false for null. */
export const canEquip = (user: SQL | number, item: SQL | number, type: SQL = sql.raw("v.type_id")): SQL =>
  sql`exists (select 1 from inventory v cross join items i on i.id = v.item_id
    where v.user_id = ${user} and v.item_id = ${item} and v.type_id = ${type} and ${isEquippable})`;

/** Those of the items that the user can equip, with their types. */
export const wearableItemsQuery = (
  userId: number,
  itemIds: readonly number[],
): Statement<Columns<"inventory", "type_id"> & ColumnsAs<"inventory", { id: "item_id" }>> =>
  statement<
    Columns<"inventory", "type_id"> & ColumnsAs<"inventory", { id: "item_id" }>
  >`select v.item_id as id, v.type_id
    from json_each(${JSON.stringify(itemIds)}) p cross join inventory v on v.user_id = ${userId} and v.item_id = p.value
      cross join items i on i.id = v.item_id where ${isEquippable}`;

/** A slot of a bopi `b` or an outfit `o`, or null if the user can't equip its item. */
export const wearableSlot = (table: "b" | "o", slot: string, userId: number): SQL => {
  const column = sql.raw(`${table}.${slot}`);
  return sql`case when ${canEquip(userId, column)} then ${column} end`;
};

const columns = SLOTS.map((slot) => sql.raw(slot));
const hasEquipped = (itemId: number): SQL => sql`${itemId} in (${sql.join(columns, sql`, `)})`;
const without = (itemId: number): SQL =>
  sql.join(
    columns.map((slot) => sql`${slot} = nullif(${slot}, ${itemId})`),
    sql`, `,
  );

export type ChangedBopi = Columns<"bopis", "user_id" | "revision">;

export type ChangedOutfit = Columns<"outfits", "id">;

/**
 * Unequips an item from the bopis of these users if they can no longer equip it. Belongs in the batch that revokes
 * it. `users` is a list of ids as SQL, in parentheses.
 */
export const unequipFromBopis = (users: SQL, itemId: number): Statement<ChangedBopi> =>
  statement<ChangedBopi>`update bopis set ${without(itemId)}, revision = revision + 1
    where user_id in ${users} and ${hasEquipped(itemId)} and not ${canEquip(sql.raw("bopis.user_id"), itemId)}
    returning user_id, revision`;

/** The same for bopis and outfits; an outfit has no picture until it's rendered again. */
export const unequipStatements = (users: SQL, itemId: number) => ({
  bopis: unequipFromBopis(users, itemId),
  outfits: unequipFromOutfits(users, itemId),
});

const unequipFromOutfits = (users: SQL, itemId: number): Statement<ChangedOutfit> =>
  statement<ChangedOutfit>`update outfits set ${without(itemId)}, redrawn = redrawn or thumbnail is not null, thumbnail = null
    where user_id in ${users} and ${hasEquipped(itemId)} and not ${canEquip(sql.raw("outfits.user_id"), itemId)}
    returning id`;

/** Render jobs for the changed bopis and outfits. */
export const renderJobs = (
  bopis: readonly ChangedBopi[] = [],
  outfits: readonly ChangedOutfit[] = [],
): BopiRenderJob[] => [
  ...bopis.map(({ user_id, revision }) => ({ kind: "avatar" as const, user_id, revision })),
  ...outfits.map(({ id }) => ({ kind: "outfit" as const, outfit_id: id })),
];
