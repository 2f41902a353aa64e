import { type SQL, sql } from "#db/database.ts";
import { idList } from "#db/values-table.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import {
  LEVEL_CATEGORIES,
  type LevelCategory,
  type LevelFilter,
  type LevelOrder,
} from "#domain/levels/rules.ts";
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

/** The order applied: score filters sort by their score, `played_at` falls back to newest. */
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

/** The scope of a level list, before any search or filter. */
export interface BrowserScope {
  viewer: Actor | null;
  category: LevelCategory;
  showPrivate: boolean;
}

/** Columns of each order; ties go to the id, so it's total. `played_at` sorts by the plays instead. */
export const ORDER_COLUMNS = {
  playing_count: ["playing_count", "recent_count", "plays_count"],
  clears: ["clears_count"],
  updated: ["updated_at"],
  newest: ["id"],
  oldest: ["id"],
  mostRatings: ["ratings_count"],
  rating: ["rating_score"],
  difficulty: ["difficulty_score"],
} as const;
export type SortOrder = keyof typeof ORDER_COLUMNS;

/** The aliases `k0`, `k1`, … of a select's sort columns. */
export const sortKeys = (order: SortOrder): string[] => ORDER_COLUMNS[order].map((_, i) => `k${i}`);

/** The sort columns of level `l`, under these aliases. */
export const sortColumns = (order: SortOrder): SQL =>
  sql.raw(ORDER_COLUMNS[order].map((column, i) => `l.${column} as k${i}`).join(", "));

export const sortDirection = (order: SortOrder | LevelOrder): "asc" | "desc" =>
  order === "oldest" ? "asc" : "desc";

/** The index ranges that make up a view: one per visibility and category. */
export function levelIndexRanges({ viewer, category, showPrivate }: BrowserScope): {
  open: SQL[];
  hidden: SQL[];
} {
  const categories = category ? [category] : LEVEL_CATEGORIES;
  const open = categories.map((name) => sql`l.visibility = 'public' and l.category = ${name}`);
  if (!showPrivate || !viewer) return { open, hidden: [] };
  if (isStaff(viewer)) {
    return { open, hidden: categories.map((name) => sql`l.visibility = 'private' and l.category = ${name}`) };
  }
  // A member has a few hundred levels at most, so all of them are read.
  const categoryFilter = category ? sql`and l.category = ${category}` : sql``;
  return { open, hidden: [sql`l.user_id = ${viewer.id} and l.visibility = 'private' ${categoryFilter}`] };
}

/** The view as a condition on level `l`, for levels that weren't found by an index range. */
export function isInScope({ viewer, category, showPrivate }: BrowserScope): SQL {
  const own =
    showPrivate && viewer
      ? isStaff(viewer)
        ? sql`l.visibility = 'private'`
        : sql`l.visibility = 'private' and l.user_id = ${viewer.id}`
      : null;
  const isVisible = own ? sql`(l.visibility = 'public' or (${own}))` : sql`l.visibility = 'public'`;
  return category ? sql`${isVisible} and l.category = ${category}` : isVisible;
}

/** The number of levels in a view, from counters. `kind` is `levels`, or `rated` for those with a rating. */
export function totalInScope(kind: "levels" | "rated", view: BrowserScope): SQL {
  const { viewer, category, showPrivate } = view;
  const categories = category ? [category] : LEVEL_CATEGORIES;
  const counterNames = (visibility: string) =>
    sql.join(
      categories.map((name) => sql`${`${kind}:${visibility}:${name}`}`),
      sql`, `,
    );
  const sumOfCounters = (visibility: string) =>
    sql`(select coalesce(sum(value), 0) from counters where name in (${counterNames(visibility)}))`;
  if (!showPrivate || !viewer) return sumOfCounters("public");
  if (isStaff(viewer)) return sql`${sumOfCounters("public")} + ${sumOfCounters("private")}`;
  const ratedFilter = kind === "rated" ? sql`and l.rating_score is not null` : sql``;
  return sql`${sumOfCounters("public")} + (select count(*) from levels l
    where l.user_id = ${viewer.id} and l.visibility = 'private' ${category ? sql`and l.category = ${category}` : sql``} ${ratedFilter})`;
}
