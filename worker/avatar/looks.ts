import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";
import { type BopiColors, DEFAULT_COLORS, unpackColors } from "#domain/avatar/colors.ts";
import { SLOTS, type Slot } from "#domain/avatar/slots.ts";
import type { ItemTypeId } from "#domain/items/rules.ts";

/** The item ids of a bopi or an outfit. */
export type SlotColumns = Record<Slot, number | null>;

/** An equipped item. */
export interface EquippedItemRow {
  id: number;
  uuid: string;
  type_id: ItemTypeId;
  name: string;
  thumbnail: string | null;
}

/** A complete look: colors and items by slot. */
export interface Look {
  colors: BopiColors;
  items: Record<Slot, EquippedItemRow | null>;
}

const columns = (table: string) => sql.raw(SLOTS.map((slot) => `${table}.${slot}`).join(", "));

/** `b.hat1, b.hat2, …` of a table with slots. */
export const slotColumns = (table: "b" | "o"): SQL => columns(table);

/** The items of a row of `bopis` or `outfits`. Hidden items don't show on any bopi. */
export const equippedItemsQuery = (table: "bopis" | "outfits", where: SQL): Statement<EquippedItemRow> =>
  statement<EquippedItemRow>(sql`select i.id, i.uuid, i.type_id, i.name, i.thumbnail
    from ${sql.raw(table)} w cross join items i on i.id in (${columns("w")}) and i.state = 'shown' where ${where}`);

export const colorsFrom = (packed: string): BopiColors => unpackColors(packed) ?? DEFAULT_COLORS;

/** Builds a look from slots, packed colors and items. */
export function buildLook(
  slots: Partial<SlotColumns>,
  colors: string,
  items: readonly EquippedItemRow[],
): Look {
  const byId = new Map(items.map((item) => [item.id, item]));
  return {
    colors: colorsFrom(colors),
    items: Object.fromEntries(
      SLOTS.map((slot) => [slot, byId.get(slots[slot] ?? 0) ?? null]),
    ) as Look["items"],
  };
}
