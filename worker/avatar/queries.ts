import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { type SlotColumns, slotColumns, type WornRow, wornItems } from "./looks.ts";

export interface BopiRow extends Partial<SlotColumns> {
  user_id: number;
  colors: string;
  headshot: string | null;
  avatar: string | null;
  revision: number | null;
  drawn: number | null;
}

/** A user's bopi in two queries of one round: the row and the items it names. */
export const bopiQueries = (userId: number): readonly [Statement<BopiRow>, Statement<WornRow>] => [
  statement<BopiRow>(sql`select u.id as user_id, u.colors, u.headshot, u.avatar, b.revision, b.drawn, ${slotColumns("b")}
    from users u left join bopis b on b.user_id = u.id where u.id = ${userId}`),
  wornItems("bopis", sql`w.user_id = ${userId}`),
];
