import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { isOnSale } from "#domain/items/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import type { SessionGate } from "../http/gate.ts";
import { type ItemCardRow, itemCardColumns, itemMaker, saleOf } from "../items/present.ts";

/** A carousel with fewer cards than this looks forgotten: the best-liked items that can be had fill it up. */
const FEWEST = 4;
const LOOKED_AT = 24;

/** The carousel's items: what staff put there, the latest choice first. */
export async function featuredItems(gate: SessionGate, now: number): Promise<ItemCardRow[]> {
  const [featured, liked] = await gate.read(
    statement<ItemCardRow>(sql`with page as (select id from items where featured_at is not null and state = 'shown'
        order by featured_at desc limit ${LIMITS.pageSize.featuredItems})
      select ${itemCardColumns} from page p cross join items i on i.id = p.id ${itemMaker}`),
    // Row ids of the search begin with popularity and end with the id.
    statement<ItemCardRow>(sql`with page as (select rowid & 1099511627775 as id from item_search
        order by rowid desc limit ${LOOKED_AT})
      select ${itemCardColumns} from page p cross join items i on i.id = p.id ${itemMaker}`),
  );
  const chosen = new Set(featured.map(({ id }) => id));
  const others = liked.filter((row) => !chosen.has(row.id) && isOnSale(saleOf(row, now), now));
  return [...featured, ...others.slice(0, Math.max(0, FEWEST - featured.length))];
}
