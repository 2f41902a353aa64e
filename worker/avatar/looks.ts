import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { type BopiColors, DEFAULT_COLORS, unpackColors } from "#domain/avatar/colors.ts";
import { SLOTS, type Slot } from "#domain/avatar/slots.ts";
import type { ItemTypeId } from "#domain/items/rules.ts";

/** What a bopi or an outfit wears, as ids. */
export type SlotColumns = Record<Slot, number | null>;

/** An item that is worn. */
export interface WornRow {
  id: number;
  uuid: string;
  type_id: ItemTypeId;
  name: string;
  thumbnail: string | null;
}

/** A look whole: colours and items by slot. */
export interface Look {
  colors: BopiColors;
  items: Record<Slot, WornRow | null>;
}

const columns = (table: string) => sql.raw(SLOTS.map((slot) => `${table}.${slot}`).join(", "));

/** `b.hat1, b.hat2, …` of a table that has the slots. */
export const slotColumns = (table: "b" | "o"): SQL => columns(table);

/** The items that a row of `bopis` or `outfits` names. What staff have taken out of sight is not seen on anybody. */
export const wornItems = (table: "bopis" | "outfits", where: SQL): Statement<WornRow> =>
  statement<WornRow>(sql`select i.id, i.uuid, i.type_id, i.name, i.thumbnail
    from ${sql.raw(table)} w cross join items i on i.id in (${columns("w")}) and i.state = 'shown' where ${where}`);

export const colorsFrom = (packed: string): BopiColors => unpackColors(packed) ?? DEFAULT_COLORS;

/** Puts the items into their slots. */
export function lookOf(slots: Partial<SlotColumns>, colors: string, items: readonly WornRow[]): Look {
  const byId = new Map(items.map((item) => [item.id, item]));
  return {
    colors: colorsFrom(colors),
    items: Object.fromEntries(
      SLOTS.map((slot) => [slot, byId.get(slots[slot] ?? 0) ?? null]),
    ) as Look["items"],
  };
}
