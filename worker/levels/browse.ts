import { type SQL, type Statement, sql, statement } from "#db/database.ts";
import { idsTable } from "#db/values-table.ts";
import { readPagedList } from "../http/paged-list.ts";
import { orderBy, type PageSlice } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import {
  isInScope,
  levelIndexRanges,
  sortColumns,
  sortDirection,
  sortKeys,
  totalInScope,
} from "./index-ranges.ts";
import type { LevelCardRow } from "./present.ts";
import { levelCardsSql } from "./queries.ts";
import { effectiveOrder, filterCondition, type LevelListPage, type LevelQuery } from "./query.ts";

/** The table to read. There are few featured levels; they have their own index and get sorted. */
const sourceOf = ({ filter }: LevelQuery): SQL =>
  filter === "featured" ? sql`levels l indexed by levels_featured` : sql`levels l`;

function browseTotal(query: LevelQuery): SQL {
  const { filter, hidden } = query;
  if (filter === "rating" || filter === "difficulty") return totalInScope("rated", query);
  if (filter === "featured") {
    const { open, hidden } = levelIndexRanges(query);
    const counts = [...open, ...hidden].map(
      (range) => sql`(select count(*) from ${sourceOf(query)} where ${range} ${filterCondition(query)})`,
    );
    return sql.join(counts, sql` + `);
  }
  if (!hidden?.length) return totalInScope("levels", query);
  // All levels minus the viewer's own history, which is short.
  return sql`${totalInScope("levels", query)} - (select count(*) from ${idsTable(hidden)} h cross join levels l on l.id = h.column1 where ${isInScope(query)})`;
}

/** A page of a list, read along an index. */
export const browseLevels = (gate: SessionGate, query: LevelQuery): Promise<LevelListPage> =>
  readPagedList(gate, {
    page: query.page,
    size: query.size,
    rows: (slice) => browseQuery(query, slice),
    total: () => browseTotal(query),
  });

/** Sorted selects that SQLite merges row by row. */
const merge = (selects: SQL[]) => sql.join(selects, sql` union all `);

/**
 * D1 allows five selects in a `union`; if there would be more, some are merged first. SQLite flattens inner unions
 * without order or limit and still merges row by row, unless the order starts with a constant.
 */
function premerge(selects: SQL[], order: SQL, maxRows: number): SQL[] {
  return selects.length > 2
    ? [sql`select * from (${merge(selects)} order by ${order} limit ${maxRows})`]
    : selects;
}

function browseQuery(
  query: LevelQuery,
  { limit, offset, reverse }: PageSlice,
): Statement<LevelCardRow & { total: number }> {
  const key = effectiveOrder(query);
  const condition = filterCondition(query);
  const rangeSelect = (range: SQL) =>
    sql`select ${sortColumns(key)}, l.id from ${sourceOf(query)} where ${range} ${condition}`;
  const { open, hidden } = levelIndexRanges(query);
  const order = orderBy([...sortKeys(key), "id"], sortDirection(key), reverse);
  const selects = merge([
    ...open.map(rangeSelect),
    ...premerge(hidden.map(rangeSelect), order, offset + limit),
  ]);
  // A constant limit saves SQLite a tenth of the work; there are only a few page sizes.
  const page = sql`${selects} order by ${order} limit ${sql.raw(String(limit))} offset ${offset}`;
  return statement(levelCardsSql(page, sql`(select ${browseTotal(query)}) as total,`));
}
