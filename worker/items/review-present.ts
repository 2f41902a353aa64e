import { type SQL, sql } from "#db/database.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import type { Item } from "#domain/items/api.ts";
import type { ItemState, ReviewCause } from "#domain/items/reviews/rules.ts";

/** `canSeeItem` as an SQL condition on a row of items. */
export const isItemVisibleTo = (table: "i" | "items", viewer: Actor | null): SQL =>
  isStaff(viewer)
    ? sql`true`
    : sql`(${sql.raw(table)}.state = 'shown' or ${sql.raw(table)}.user_id = ${viewer?.id ?? 0})`;

/** Counts at most this many items ahead in the queue. */
const MOST_AHEAD = 100;

/** Column of item `i` with its review state as JSON, or null if it's public. */
export const reviewColumn = sql`case when i.state <> 'shown' then (
  select json_object('why', r.why, 'reason', r.reason,
    'ahead', case when i.state = 'pending' then (select count(*) from (
      select 1 from items q indexed by items_review where q.state = 'pending' and q.state <> 'shown' and q.id < i.id limit ${sql.raw(String(MOST_AHEAD))})) else 0 end,
    'resembles', (select json_group_array(json_object('id', s.id, 'name', s.name)) from json_each(r.resembles) j
      cross join items s on s.id = j.value ->> 'id' and s.state = 'shown'))
  from item_reviews r where r.item_id = i.id) end`;

/** The review for an item's creator and staff. Of the similar items, only public ones are included. */
export function presentOwnReview(row: { state: ItemState; review: string | null }): Item["review"] {
  if (row.state === "shown") return null;
  const stored = row.review && (JSON.parse(row.review) as Omit<NonNullable<Item["review"]>, "state">);
  const fallback = { why: "staff" as ReviewCause, reason: "", ahead: 0, resembles: [] };
  return { state: row.state, ...(stored || fallback) };
}
