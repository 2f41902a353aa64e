import { type SQL, sql } from "drizzle-orm";
import type { LevelFilter, LevelOrder } from "#domain/levels/rules.ts";
import { ORDER_COLUMNS, type OrderKey, type View } from "./arms.ts";
import type { CardRow } from "./present.ts";

/** What the level browser is asked for. */
export interface LevelQuery extends View {
  search: string;
  order: LevelOrder;
  filter: LevelFilter;
  page: number;
  size: number;
}

export interface LevelPage {
  rows: CardRow[];
  total: number;
}

/** Highest rated and hardest come first whatever the order; `played_at` never gets here without plays. */
export function orderKey({ filter, order }: LevelQuery): OrderKey {
  if (filter === "rating" || filter === "difficulty") return filter;
  return order === "played_at" ? "newest" : order;
}

/** Conditions that a filter puts on each level of a walked list. */
export function filterCondition({ filter, viewer }: LevelQuery): SQL {
  const unless = (table: string) =>
    sql`and not exists (select 1 from ${sql.raw(table)} h where h.user_id = ${viewer?.id ?? 0} and h.level_id = l.id)`;
  if (filter === "rating" || filter === "difficulty")
    return sql`and ${sql.raw(`l.${ORDER_COLUMNS[filter][0]}`)} is not null`;
  if (filter === "featured") return sql`and l.featured_at is not null`;
  if (filter === "unclearedByUser") return unless("clears");
  if (filter === "notPlayedByUser") return unless("plays");
  return sql``;
}
