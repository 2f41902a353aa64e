import { type Statement, sql, statement } from "#db/database.ts";
import { LIMITS } from "#domain/limits.ts";
import { readPagedList } from "../http/paged-list.ts";
import type { PageSlice } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { type ItemCardRow, itemCardColumns, itemMakerJoin } from "../items/present.ts";
import { indexRanges, shopOrder, shopTotal } from "./index-ranges.ts";
import type { ShopListPage, ShopQuery } from "./query.ts";

/** A page of a whole list, read along the indexes for its order: first the ids, then the cards. */
export const browseShop = (gate: SessionGate, query: ShopQuery): Promise<ShopListPage> =>
  readPagedList(gate, {
    page: query.page,
    size: LIMITS.pageSize.shop,
    rows: (part) => browseQuery(query, part),
    total: () => shopTotal(query),
  });

function browseQuery(query: ShopQuery, part: PageSlice): Statement<ItemCardRow & { total: number }> {
  const { limit, offset, reverse } = part;
  const sorted = sql.join(indexRanges(query), sql` union all `);
  return statement(sql`with page as (${sorted} order by ${shopOrder(query, reverse)} limit ${sql.raw(String(limit))}
      offset ${offset})
    select (select ${shopTotal(query)}) as total, ${itemCardColumns}
    from page p cross join items i on i.id = p.id ${itemMakerJoin}`);
}
