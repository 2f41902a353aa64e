import { sql } from "drizzle-orm";
import { prepared, type Statement } from "#db/client.ts";
import { LIMITS } from "#domain/limits.ts";
import type { SessionGate } from "../http/gate.ts";
import type { Slice } from "../http/pagination.ts";
import { walkPage } from "../http/walk.ts";
import { type ItemCardRow, itemCardColumns, itemMaker } from "../items/present.ts";
import { arms, orderOf, totalOf } from "./arms.ts";
import type { ShopPage, ShopQuery } from "./query.ts";

/** A page of a whole list, walked along the indexes that its order has: ids first, cards once these are known. */
export const walkShop = (gate: SessionGate, query: ShopQuery): Promise<ShopPage> =>
  walkPage(gate, {
    page: query.page,
    size: LIMITS.pageSize.shop,
    rows: (part) => walkQuery(query, part),
    total: () => totalOf(query),
  });

function walkQuery(query: ShopQuery, part: Slice): Statement<ItemCardRow & { total: number }> {
  const { category, sort, order, month } = query;
  const { limit, offset, reverse } = part;
  const template = () => {
    const sorted = sql.join(arms(query), sql` union all `);
    return sql`with page as (${sorted} order by ${orderOf(query, reverse)} limit ${sql.raw(String(limit))}
        offset ${sql.placeholder("offset")})
      select (select ${totalOf(query)}) as total, ${itemCardColumns}
      from page p cross join items i on i.id = p.id ${itemMaker}`;
  };
  return prepared(`shop ${category} ${sort} ${order} ${month} ${reverse} ${limit}`, template, { offset });
}
