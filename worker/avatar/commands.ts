import { type Columns, type SQL, sql, statement } from "#db/database.ts";
import { BOPI_PARTS, type BopiColors, DEFAULT_COLORS, packColors } from "#domain/avatar/colors.ts";
import { HAT_SLOTS, SLOTS, type Slot, slotType } from "#domain/avatar/slots.ts";
import { stampBit } from "#domain/first-night/stamps.ts";
import { itemTypeByName } from "#domain/items/item-types.ts";
import { canEquip } from "./wearable.ts";

/** The part of an update of `users` with which a saved bopi earns its stamp. */
export const EARN_DRESS_STAMP = sql.raw(`first_night = first_night | ${stampBit("dress")}`);

/** Changes by slot: an item's id or null. Missing slots stay as they are. */
export type SlotChanges = Partial<Record<Slot, number | null>>;

/**
 * Statements that change a bopi's items and colors if `rule` holds, both or neither. Only the given slots and parts change, so
 * changes from two tabs are both kept. `bopi` returns the new revision.
 */
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
