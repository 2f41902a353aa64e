import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";
import { type EquippedItemRow, equippedItemsQuery, type SlotColumns, slotColumns } from "./looks.ts";

export interface BopiRow extends Partial<SlotColumns> {
  user_id: number;
  colors: string;
  headshot: string | null;
  avatar: string | null;
  revision: number | null;
  drawn: number | null;
}

/** A user's bopi, as two queries for one round trip: the row and its items. */
export const bopiQueries = (userId: number): readonly [Statement<BopiRow>, Statement<EquippedItemRow>] => [
  statement<BopiRow>(sql`select u.id as user_id, u.colors, u.headshot, u.avatar, b.revision, b.drawn, ${slotColumns("b")}
    from users u left join bopis b on b.user_id = u.id where u.id = ${userId}`),
  equippedItemsQuery("bopis", sql`w.user_id = ${userId}`),
];
