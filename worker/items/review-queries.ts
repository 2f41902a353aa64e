import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { ItemState, ReviewCause } from "#domain/items/review-rules.ts";
import { LIMITS } from "#domain/limits.ts";
import type { SessionGate } from "../http/gate.ts";
import type { Slice } from "../http/pagination.ts";
import { walkPage } from "../http/walk.ts";
import { type ItemCardRow, itemCardColumns, itemMaker } from "./present.ts";

/** An item as staff compare it. */
export interface ComparedRow extends ItemCardRow {
  created_at: number;
}

export interface ReviewRow extends ComparedRow {
  why: ReviewCause | null;
  resembles: string | null;
  reason: string | null;
  decided_by: string | null;
  decided_at: number | null;
}

/** Items in a state, the oldest first, with what is known of their review. */
function rowsQuery(
  state: ItemState,
  { limit, offset, reverse }: Slice,
): Statement<ReviewRow & { total: number }> {
  const way = sql.raw(reverse ? "desc" : "asc");
  return statement(sql`with page as (select i.id from items i indexed by items_review
      where i.state = ${state} and i.state <> 'shown' order by i.id ${way} limit ${limit} offset ${offset})
    select ${totalOf(state)} as total, ${itemCardColumns}, i.created_at, r.why, r.resembles, r.reason,
      d.username as decided_by, r.decided_at
    from page p cross join items i on i.id = p.id ${itemMaker} left join item_reviews r on r.item_id = i.id
      left join users d on d.id = r.decided_by order by i.id ${way}`);
}

const totalOf = (state: ItemState): SQL =>
  sql`coalesce((select value from counters where name = ${`items:${state}`}), 0)`;

/** A page of the queue. */
export const listReviews = (gate: SessionGate, state: ItemState, page: number) =>
  walkPage(gate, {
    page,
    size: LIMITS.pageSize.itemReviews,
    rows: (part) => rowsQuery(state, part),
    total: () => totalOf(state),
  });

/** Those items, as they are compared with others. */
export const comparedQuery = (ids: readonly number[]): Statement<ComparedRow> =>
  statement<ComparedRow>(sql`select ${itemCardColumns}, i.created_at from json_each(${JSON.stringify(ids)}) p
    cross join items i on i.id = p.value ${itemMaker}`);

/** What is decided about. */
export interface SubjectRow {
  id: number;
  user_id: number;
  name: string;
  state: ItemState;
  thumbnail: string | null;
  paid: number;
}

export const subjectQuery = (id: number): Statement<SubjectRow> =>
  statement<SubjectRow>(sql`select i.id, i.user_id, i.name, i.state, i.thumbnail, coalesce(r.paid, 0) as paid
    from items i left join item_reviews r on r.item_id = i.id where i.id = ${id}`);
