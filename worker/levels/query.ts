import { type SQL, sql } from "drizzle-orm";
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
export function filterCondition({ filter, viewer }: LevelQuery): SQL {
  const notIn = (table: string) =>
    sql`and not exists (select 1 from ${sql.raw(table)} h where h.user_id = ${viewer?.id ?? 0} and h.level_id = l.id)`;
  if (filter === "rating" || filter === "difficulty")
    return sql`and ${sql.raw(`l.${ORDER_COLUMNS[filter][0]}`)} is not null`;
  if (filter === "featured") return sql`and l.featured_at is not null`;
  if (filter === "unclearedByUser") return notIn("clears");
  if (filter === "notPlayedByUser") return notIn("plays");
  return sql``;
}
