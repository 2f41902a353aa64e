import { type SQL, sql } from "drizzle-orm";
import type { Item } from "#domain/items/api.ts";
import type { ItemState, ReviewCause } from "#domain/items/review-rules.ts";
import { type Actor, isStaff } from "#domain/levels/rules.ts";

/** `canSeeItem` as a condition on a row of items. */
export const seesItem = (table: "i" | "items", viewer: Actor | null): SQL =>
  isStaff(viewer)
    ? sql`true`
    : sql`(${sql.raw(table)}.state = 'shown' or ${sql.raw(table)}.user_id = ${viewer?.id ?? 0})`;

/** How many that wait before an item are counted. */
const MOST_AHEAD = 100;

/** What a query of item `i` selects to tell how it stands with staff: JSON, or null where everybody sees it. */
export const reviewColumn = sql`case when i.state <> 'shown' then (
  select json_object('why', r.why, 'reason', r.reason,
    'ahead', case when i.state = 'pending' then (select count(*) from (
      select 1 from items q indexed by items_review where q.state = 'pending' and q.state <> 'shown' and q.id < i.id limit ${sql.raw(String(MOST_AHEAD))})) else 0 end,
    'resembles', (select json_group_array(json_object('id', s.id, 'name', s.name)) from json_each(r.resembles) j
      cross join items s on s.id = j.value ->> 'id' and s.state = 'shown'))
  from item_reviews r where r.item_id = i.id) end`;

/** For an item's creator and staff: of what it looks like, only what everybody may see is named. */
export function presentOwnReview(row: { state: ItemState; review: string | null }): Item["review"] {
  if (row.state === "shown") return null;
  const known = row.review && (JSON.parse(row.review) as Omit<NonNullable<Item["review"]>, "state">);
  const none = { why: "staff" as ReviewCause, reason: "", ahead: 0, resembles: [] };
  return { state: row.state, ...(known || none) };
}
