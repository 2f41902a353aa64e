import { type Columns, type ColumnsAs, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { BOPI_PARTS, type BopiColors, DEFAULT_COLORS, packColors } from "#domain/avatar/colors.ts";
import { HAT_SLOTS, SLOTS, type Slot, slotType } from "#domain/avatar/slots.ts";
import { stampBit } from "#domain/first-night/stamps.ts";
import { itemTypeByName } from "#domain/items/item-types.ts";
import type { InventoryEntryRow } from "../inventory/routes.ts";
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
export const wearableItemsQuery = (userId: number, itemIds: readonly number[]) =>
  statement<Columns<"inventory", "type_id"> & ColumnsAs<"inventory", { id: "item_id" }>>`select v.item_id
    as id, v.type_id
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

type ChangedBopi = Columns<"bopis", "user_id" | "revision">;

type ChangedOutfit = Columns<"outfits", "id">;

/** Unequips an item from bopis that can no longer have it. `users` is SQL in parentheses. */
export const unequipFromBopis = (users: SQL, itemId: number): Statement<ChangedBopi> =>
  statement<ChangedBopi>`update bopis set ${without(itemId)}, revision = revision + 1
    where user_id in ${users} and ${hasEquipped(itemId)} and not ${canEquip(sql.raw("bopis.user_id"), itemId)}
    returning user_id, revision`;

/** The same for bopis and outfits; an outfit has no picture until it's rendered again. */
export const unequipStatements = (users: SQL, itemId: number) => ({
  bopis: unequipFromBopis(users, itemId),
  outfits: statement<ChangedOutfit>`update outfits set ${without(itemId)}, redrawn = redrawn or thumbnail is not null, thumbnail = null
    where user_id in ${users} and ${hasEquipped(itemId)} and not ${canEquip(sql.raw("outfits.user_id"), itemId)}
    returning id`,
});

export const renderJobs = (
  bopis: readonly ChangedBopi[] = [],
  outfits: readonly ChangedOutfit[] = [],
): BopiRenderJob[] => [
  ...bopis.map(({ user_id, revision }) => ({ kind: "avatar" as const, user_id, revision })),
  ...outfits.map(({ id }) => ({ kind: "outfit" as const, outfit_id: id })),
];

/** The part of an update of `users` with which a saved bopi earns its stamp. */
export const EARN_DRESS_STAMP = sql.raw(`first_night = first_night | ${stampBit("dress")}`);

/** Changes by slot: an item's id or null. Missing slots stay as they are. */
export type SlotChanges = Partial<Record<Slot, number | null>>;

/** Changes given items and colors, both or neither, if `rule` holds; those of another tab are kept. */
export function changeBopi(userId: number, changes: SlotChanges, colors: Partial<BopiColors>) {
  const slots = SLOTS.filter((slot) => slot in changes);
  const sets = slots.map((slot) => sql`${sql.raw(slot)} = ${changes[slot] ?? null}, `);
  return {
    rule: sql`${areEquippable(userId, changes)} and ${areHatsDifferent(userId, changes)}`,
    statements: {
      first: statement`insert into bopis (user_id) values (${userId}) on conflict do nothing`,
      bopi: statement<Columns<"bopis", "revision">>`update bopis
        set ${sql.join(sets)} revision = revision + 1 where user_id = ${userId} returning revision`,
      user: statement`update users set colors = ${changedColors(colors)}, ${EARN_DRESS_STAMP} where id = ${userId}`,
    },
  };
}

/** Condition: the user can equip all items, each in its slot. */
function areEquippable(userId: number, changes: SlotChanges): SQL {
  const equipped = SLOTS.flatMap((slot) => {
    const item = changes[slot];
    return item === undefined || item === null ? [] : [[item, itemTypeByName(slotType(slot))]];
  });
  return sql`not exists (select 1 from json_each(${JSON.stringify(equipped)}) p
    where not ${canEquip(userId, sql.raw("p.value ->> 0"), sql.raw("p.value ->> 1"))})`;
}

/** Condition: no hat would be equipped twice. Other tabs can have changed the slots that stay. */
function areHatsDifferent(userId: number, changes: SlotChanges): SQL {
  const hats = sql.join(
    HAT_SLOTS.map((slot) => (slot in changes ? sql`${changes[slot] ?? null}` : sql.raw(`b.${slot}`))),
    sql`, `,
  );
  return sql`(select count(value) = count(distinct value) from (select 1)
    left join bopis b on b.user_id = ${userId} cross join json_each(json_array(${hats})))`;
}

/** The packed colors with some parts changed; the others keep their current color. */
function changedColors(changes: Partial<BopiColors>): SQL {
  const packed = sql`case colors when '' then ${packColors(DEFAULT_COLORS)} else colors end`;
  const parts = BOPI_PARTS.map(
    (part, i) => changes[part] ?? sql`substr(${packed}, ${sql.raw(`${i * 7 + 1}`)}, 6)`,
  );
  return sql.join(
    parts.map((part) => sql`${part}`),
    sql` || '-' || `,
  );
}
