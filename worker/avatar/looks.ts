import {
  type Columns,
  type ColumnsAs,
  type First,
  first,
  type Nullable,
  type SQL,
  type Statement,
  sql,
  statement,
} from "#db/database.ts";
import { encodeLook } from "#domain/avatar/bopi-look.ts";
import { type BopiColors, DEFAULT_COLORS, unpackColors } from "#domain/avatar/colors.ts";
import { SLOTS, type Slot } from "#domain/avatar/slots.ts";

export type BopiRow = Partial<SlotColumns> &
  Columns<"users", "colors" | "headshot" | "avatar"> &
  ColumnsAs<"users", { user_id: "id" }> &
  Nullable<Columns<"bopis", "revision" | "drawn">>;

/** A user's bopi, as two queries for one round trip: the row and its items. */
export const bopiQueries = (userId: number): { bopi: First<BopiRow>; items: Statement<EquippedItemRow> } => ({
  bopi: first`select u.id as user_id, u.colors, u.headshot, u.avatar, b.revision, b.drawn, ${slotColumns("b")}
    from users u left join bopis b on b.user_id = u.id where u.id = ${userId}`,
  items: equippedItemsQuery("bopis", sql`w.user_id = ${userId}`),
});

/** The item ids of a bopi or an outfit. */
export type SlotColumns = Record<Slot, number | null>;

export type EquippedItemRow = Columns<"items", "id" | "uuid" | "type_id" | "name" | "thumbnail">;

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
  statement<EquippedItemRow>`select i.id, i.uuid, i.type_id, i.name, i.thumbnail
    from ${sql.raw(table)} w cross join items i on i.id in (${columns("w")}) and i.state = 'shown' where ${where}`;

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

export const lookToken = ({ colors, items }: Look): string =>
  encodeLook({
    colors,
    items: Object.fromEntries(SLOTS.map((slot) => [slot, items[slot]?.id ?? null])) as Record<
      Slot,
      number | null
    >,
  });

/** The token of a stored look. Items hidden in the meantime are part of it, but not of its pictures. */
export function storedLookToken(colors: string, equipped: string | null): string {
  const ids = equipped === null ? [] : (JSON.parse(equipped) as (number | null)[]);
  const items = Object.fromEntries(SLOTS.map((slot, index) => [slot, ids[index] ?? null]));
  return encodeLook({ colors: colorsFrom(colors), items: items as Record<Slot, number | null> });
}

/** The items with these ids, hidden ones, too. */
export const lookItemsQuery = (ids: readonly number[]): Statement<EquippedItemRow & { shown: 0 | 1 }> =>
  statement<EquippedItemRow & { shown: 0 | 1 }>`select i.id, i.uuid, i.type_id, i.name, i.thumbnail,
    i.state = 'shown' and i.uuid <> '' as shown
    from json_each(${JSON.stringify(ids)}) p cross join items i on i.id = p.value`;
