import { sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";
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
export const bopiQueries = (userId: number): readonly [Query<BopiRow>, Query<WornRow>] => [
  select<BopiRow>(sql`select u.id as user_id, u.colors, u.headshot, u.avatar, b.revision, b.drawn, ${slotColumns("b")}
    from users u left join bopis b on b.user_id = u.id where u.id = ${userId}`),
  wornItems("bopis", sql`w.user_id = ${userId}`),
];

/** Which of some items somebody can wear, with their types: what they own and do not offer to others, of what everybody sees. */
export const ownedQuery = (
  userId: number,
  itemIds: readonly number[],
): Query<{ id: number; type_id: number }> =>
  select<{ id: number; type_id: number }>(sql`select v.item_id as id, v.type_id
    from json_each(${JSON.stringify(itemIds)}) p cross join inventory v on v.user_id = ${userId} and v.item_id = p.value
      and v.resale_price is null cross join items i on i.id = v.item_id and i.state = 'shown'`);
