import { type SQL, sql } from "drizzle-orm";
import {
  type Actor,
  isStaff,
  LEVEL_CATEGORIES,
  type LevelCategory,
  type LevelOrder,
} from "#domain/levels/rules.ts";

/** Which levels a browser view is about, before any search or filter. */
export interface View {
  viewer: Actor | null;
  category: LevelCategory;
  showPrivate: boolean;
}

/** The columns each order sorts by; ties go to the id, so that every order is total. `played_at` belongs to plays. */
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
export type OrderKey = keyof typeof ORDER_COLUMNS;

/** The names `k0`, `k1`, … under which a select has the columns that an order sorts by. */
export const sortKeys = (order: OrderKey): string[] => ORDER_COLUMNS[order].map((_, i) => `k${i}`);

/** The columns of level `l` that an order sorts by, under those names. */
export const sortColumns = (order: OrderKey): SQL =>
  sql.raw(ORDER_COLUMNS[order].map((column, i) => `l.${column} as k${i}`).join(", "));

export const directionOf = (order: OrderKey | LevelOrder): "asc" | "desc" =>
  order === "oldest" ? "asc" : "desc";

/** The stretches of the orders' indexes that make up a view: one per visibility and category. */
export function stretches({ viewer, category, showPrivate }: View): { open: SQL[]; hidden: SQL[] } {
  const categories = category ? [category] : LEVEL_CATEGORIES;
  const open = categories.map((name) => sql`l.visibility = 'public' and l.category = ${name}`);
  if (!showPrivate || !viewer) return { open, hidden: [] };
  if (isStaff(viewer)) {
    return { open, hidden: categories.map((name) => sql`l.visibility = 'private' and l.category = ${name}`) };
  }
  // A member has a few hundred at most: all of them are looked at.
  const wanted = category ? sql`and l.category = ${category}` : sql``;
  return { open, hidden: [sql`l.user_id = ${viewer.id} and l.visibility = 'private' ${wanted}`] };
}

/** The same view as one condition on a level that was found some other way. */
export function inView({ viewer, category, showPrivate }: View): SQL {
  const own =
    showPrivate && viewer
      ? isStaff(viewer)
        ? sql`l.visibility = 'private'`
        : sql`l.visibility = 'private' and l.user_id = ${viewer.id}`
      : null;
  const visible = own ? sql`(l.visibility = 'public' or (${own}))` : sql`l.visibility = 'public'`;
  return category ? sql`${visible} and l.category = ${category}` : visible;
}

/** How many levels are in a view, from counters alone. `kind` is `levels`, or `rated` for those with a rating. */
export function totalInView(kind: "levels" | "rated", view: View): SQL {
  const { viewer, category, showPrivate } = view;
  const categories = category ? [category] : LEVEL_CATEGORIES;
  const names = (visibility: string) =>
    sql.join(
      categories.map((name) => sql`${`${kind}:${visibility}:${name}`}`),
      sql`, `,
    );
  const counted = (visibility: string) =>
    sql`(select coalesce(sum(value), 0) from counters where name in (${names(visibility)}))`;
  if (!showPrivate || !viewer) return counted("public");
  if (isStaff(viewer)) return sql`${counted("public")} + ${counted("private")}`;
  const rated = kind === "rated" ? sql`and l.rating_score is not null` : sql``;
  return sql`${counted("public")} + (select count(*) from levels l
    where l.user_id = ${viewer.id} and l.visibility = 'private' ${category ? sql`and l.category = ${category}` : sql``} ${rated})`;
}
