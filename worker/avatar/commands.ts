import { type SQL, sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { statement } from "#db/database.ts";
import { Guard } from "#db/guard.ts";
import type { bopis } from "#db/schema/index.ts";
import { BOPI_PARTS, type BopiColors, DEFAULT_COLORS, packColors } from "#domain/avatar/colors.ts";
import { HAT_SLOTS, SLOTS, type Slot } from "#domain/avatar/slots.ts";
import { stampBit } from "#domain/first-night/stamps.ts";
import { canEquip } from "./wearable.ts";

/** The part of an update of `users` with which a saved bopi earns its stamp. */
export const EARN_DRESS_STAMP = sql.raw(`first_night = first_night | ${stampBit("dress")}`);

/** Changes by slot: an item's id or null. Missing slots stay as they are. */
export type SlotChanges = Partial<Record<Slot, number | null>>;

/**
 * Statements that change a bopi's items and colors, both or neither. Only the given slots and parts change, so
 * changes from two tabs are both kept. `bopi` returns the new revision, or no row if a hat would be equipped
 * twice or the user can't equip an item (any longer).
 */
export function changeBopiStatements(userId: number, changes: SlotChanges, colors: Partial<BopiColors>) {
  const value = (slot: Slot): SQL => (slot in changes ? sql`${changes[slot] ?? null}` : sql.raw(slot));
  const [first, second, third] = HAT_SLOTS.map(value) as [SQL, SQL, SQL];
  const sets = SLOTS.filter((slot) => slot in changes).map(
    (slot) => sql`${sql.raw(slot)} = ${value(slot)}, `,
  );
  const equippedIds = Object.values(changes).filter((id) => id !== null);
  // An item may have been sold since the check.
  const areEquippable = sql`not exists (select 1 from json_each(${JSON.stringify(equippedIds)}) p
    where not ${canEquip(userId, sql.raw("p.value"))})`;
  const guard = new Guard();
  const allowed = sql`user_id = ${userId} and ${areEquippable} and (${first} is null or (${first} is not ${second} and ${first} is not ${third}))
    and (${second} is null or ${second} is not ${third})`;
  return {
    first: statement(sql`insert into bopis (user_id) values (${userId}) on conflict do nothing`),
    bopi: statement<
      Columns<typeof bopis, "revision">
    >(sql`update bopis set ${sql.join(sets)} revision = revision + 1, stamp = ${guard.stamp}
      where ${allowed} returning revision`),
    user: statement(sql`update users set colors = ${changedColors(colors)}, ${EARN_DRESS_STAMP}
      where id = ${userId} and ${guard.wrote("bopis", sql`user_id = ${userId}`)}`),
  };
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
