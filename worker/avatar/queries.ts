import { type Columns, type ColumnsAs, type Nullable, type Statement, sql, statement } from "#db/database.ts";
import type { bopis, users } from "#db/schema/index.ts";
import { type EquippedItemRow, equippedItemsQuery, type SlotColumns, slotColumns } from "./looks.ts";

export type BopiRow = Partial<SlotColumns> &
  Columns<"users", "colors" | "headshot" | "avatar"> &
  ColumnsAs<"users", { user_id: "id" }> &
  Nullable<Columns<"bopis", "revision" | "drawn">>;

/** A user's bopi, as two queries for one round trip: the row and its items. */
export const bopiQueries = (
  userId: number,
): { bopi: Statement<BopiRow>; items: Statement<EquippedItemRow> } => ({
  bopi: statement<BopiRow>(sql`select u.id as user_id, u.colors, u.headshot, u.avatar, b.revision, b.drawn, ${slotColumns("b")}
    from users u left join bopis b on b.user_id = u.id where u.id = ${userId}`),
  items: equippedItemsQuery("bopis", sql`w.user_id = ${userId}`),
});
