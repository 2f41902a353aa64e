import {
  type Columns,
  type ColumnsAs,
  type Nullable,
  type SQL,
  type Statement,
  sql,
  statement,
} from "#db/database.ts";
import type { item_reviews, items, users } from "#db/schema/index.ts";
import type { ItemState } from "#domain/items/reviews/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { readPagedList } from "../http/paged-list.ts";
import type { PageSlice } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { type ItemCardRow, itemCardColumns, itemMakerJoin } from "./present.ts";

/** An item as shown to staff for comparison. */
export type ComparedItemRow = ItemCardRow & Columns<"items", "created_at">;

export type ReviewQueueRow = ComparedItemRow &
  Nullable<Columns<"item_reviews", "why" | "resembles" | "reason">> &
  Nullable<ColumnsAs<"users", { decided_by: "username" }>> &
  Columns<"item_reviews", "decided_at">;

/** Items in a state, oldest first, with their reviews. */
function rowsQuery(
  state: ItemState,
  { limit, offset, reverse }: PageSlice,
): Statement<ReviewQueueRow & { total: number }> {
  const direction = sql.raw(reverse ? "desc" : "asc");
  return statement(sql`with page as (select i.id from items i indexed by items_review
      where i.state = ${state} and i.state <> 'shown' order by i.id ${direction} limit ${limit} offset ${offset})
    select ${totalOf(state)} as total, ${itemCardColumns}, i.created_at, r.why, r.resembles, r.reason,
      d.username as decided_by, r.decided_at
    from page p cross join items i on i.id = p.id ${itemMakerJoin} left join item_reviews r on r.item_id = i.id
      left join users d on d.id = r.decided_by order by i.id ${direction}`);
}

const totalOf = (state: ItemState): SQL =>
  sql`coalesce((select value from counters where name = ${`items:${state}`}), 0)`;

/** A page of the review queue. */
export const listItemReviews = (gate: SessionGate, state: ItemState, page: number) =>
  readPagedList(gate, {
    page,
    size: LIMITS.pageSize.itemReviews,
    rows: (part) => rowsQuery(state, part),
    total: () => totalOf(state),
  });

/** Items by id, for comparison with others. */
export const comparedItemsQuery = (ids: readonly number[]): Statement<ComparedItemRow> =>
  statement<ComparedItemRow>(sql`select ${itemCardColumns}, i.created_at from json_each(${JSON.stringify(ids)}) p
    cross join items i on i.id = p.value ${itemMakerJoin}`);

/** The item that a decision is about. */
export interface ItemReviewRow extends Columns<"items", "id" | "user_id" | "name" | "state" | "thumbnail"> {
  paid: number;
}

export const itemReviewQuery = (id: number): Statement<ItemReviewRow> =>
  statement<ItemReviewRow>(sql`select i.id, i.user_id, i.name, i.state, i.thumbnail, coalesce(r.paid, 0) as paid
    from items i left join item_reviews r on r.item_id = i.id where i.id = ${id}`);
