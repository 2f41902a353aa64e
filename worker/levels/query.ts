import { type SQL, sql } from "#db/database.ts";
import { idList } from "#db/values-table.ts";
import type { LevelFilter, LevelOrder } from "#domain/levels/rules.ts";
import { type BrowserScope, ORDER_COLUMNS, type SortOrder } from "./index-ranges.ts";
import type { LevelCardRow } from "./present.ts";

/** The parameters of the level browser. */
export interface LevelQuery extends BrowserScope {
  search: string;
  order: LevelOrder;
  filter: LevelFilter;
  page: number;
  size: number;
  /** The levels that the filter hides from the viewer (read-history.ts); null for other filters and searches. */
  hidden: readonly number[] | null;
}

export interface LevelListPage {
  rows: LevelCardRow[];
  total: number;
}

/**
 * The order that's applied: the rating and difficulty filters sort by their score. `played_at` falls back to newest.
 */
export function effectiveOrder({ filter, order }: LevelQuery): SortOrder {
  if (filter === "rating" || filter === "difficulty") return filter;
  return order === "played_at" ? "newest" : order;
}

/** Extra conditions of a filter on each level of an index range. */
export function filterCondition({ filter, hidden }: LevelQuery): SQL {
  if (filter === "rating" || filter === "difficulty")
    return sql`and ${sql.raw(`l.${ORDER_COLUMNS[filter][0]}`)} is not null`;
  if (filter === "featured") return sql`and l.featured_at is not null`;
  // Not `not in`, which reads a row each time to see whether the list has a null.
  if (hidden?.length) return sql`and case when l.id in ${idList(hidden)} then 0 else 1 end`;
  return sql``;
}
