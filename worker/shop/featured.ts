import { sql, statement } from "#db/database.ts";
import { isOnSale } from "#domain/items/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { type ItemCardRow, itemCardColumns, itemMakerJoin, saleOf } from "../items/present.ts";

/** A carousel with fewer cards looks abandoned, so popular items on sale fill it up. */
const MIN_ITEMS = 4;
const POPULAR_CHECKED = 24;

/** The items of the carousel: those chosen by staff, latest first. */
export async function loadFeaturedItems(gate: SessionGate, now: number): Promise<ItemCardRow[]> {
  const { featured, popular } = await gate.read({
    featured:
      statement<ItemCardRow>(sql`with page as (select id from items where featured_at is not null and state = 'shown'
        order by featured_at desc limit ${LIMITS.pageSize.featuredItems})
      select ${itemCardColumns} from page p cross join items i on i.id = p.id ${itemMakerJoin}`),
    // Row ids of the search index start with the popularity and end with the item id.
    popular: statement<ItemCardRow>(sql`with page as (select rowid & 1099511627775 as id from item_search
        order by rowid desc limit ${POPULAR_CHECKED})
      select ${itemCardColumns} from page p cross join items i on i.id = p.id ${itemMakerJoin}`),
  });
  const featuredIds = new Set(featured.map(({ id }) => id));
  const others = popular.filter((row) => !featuredIds.has(row.id) && isOnSale(saleOf(row, now), now));
  return [...featured, ...others.slice(0, Math.max(0, MIN_ITEMS - featured.length))];
}
