import {
  type Columns,
  type ColumnsAs,
  type Nullable,
  type SQL,
  type Statement,
  sql,
  statement,
} from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import {
  type ComparedItem,
  type ItemReview,
  itemReviewsRoute,
  reviewItemRoute,
} from "#domain/items/reviews/api.ts";
import {
  allowedDecisions,
  canReview,
  type ItemState,
  needsReason,
  outcomeOf,
  type ReviewDecision,
} from "#domain/items/reviews/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { createdTimes, isoTime } from "#domain/time.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { type PageSlice, paginationLinks, readPagedList } from "../http/pagination.ts";
import { notifyWallets, walletsQuery } from "../ledger/ledger-batch.ts";
import { auditEntry } from "../moderation/audit.ts";
import { storeRemoval } from "../moderation/removals.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import { hideItemStatements, rejectItemStatements, showItemStatements } from "./item-statements.ts";
import {
  type ItemCardRow,
  itemCardColumns,
  itemMakerJoin,
  itemPictureUrl,
  presentItemCard,
} from "./present.ts";
import { runTakedowns } from "./takedowns.ts";
import type { SimilarItem } from "./texture-fingerprint.ts";

/** An item as shown to staff for comparison. */
type ComparedItemRow = ItemCardRow & Columns<"items", "created_at">;

type ReviewQueueRow = ComparedItemRow &
  Nullable<Columns<"item_reviews", "why" | "resembles" | "reason">> &
  Nullable<ColumnsAs<"users", { decided_by: "username" }>> &
  Columns<"item_reviews", "decided_at">;

/** Items in a state, oldest first, with their reviews. */
function rowsQuery(state: ItemState, { limit, offset, reverse }: PageSlice) {
  const direction = sql.raw(reverse ? "desc" : "asc");
  return statement<ReviewQueueRow & { total: number }>`with page as (select i.id from items i
      indexed by items_review where i.state = ${state} and i.state <> 'shown'
      order by i.id ${direction} limit ${limit} offset ${offset})
    select ${totalOf(state)} as total, ${itemCardColumns}, i.created_at, r.why, r.resembles, r.reason,
      d.username as decided_by, r.decided_at
    from page p cross join items i on i.id = p.id ${itemMakerJoin} left join item_reviews r on r.item_id = i.id
      left join users d on d.id = r.decided_by order by i.id ${direction}`;
}

const totalOf = (state: ItemState): SQL =>
  sql`coalesce((select value from counters where name = ${`items:${state}`}), 0)`;

/** Items by id, for comparison with others. */
const comparedItemsQuery = (ids: readonly number[]): Statement<ComparedItemRow> =>
  statement<ComparedItemRow>`select ${itemCardColumns}, i.created_at from json_each(${JSON.stringify(ids)})
    p cross join items i on i.id = p.value ${itemMakerJoin}`;

/** The item that a decision is about. */
interface ItemReviewRow extends Columns<"items", "id" | "user_id" | "name" | "state" | "thumbnail"> {
  paid: number;
}

const presentCompared = (row: ComparedItemRow, viewer: Actor, now: number): ComparedItem => ({
  ...presentItemCard(row, now, viewer),
  state: row.state,
  ...createdTimes(row.created_at),
});

const similarItemsOf = (row: ReviewQueueRow) => JSON.parse(row.resembles ?? "[]") as SimilarItem[];

function presentReview(
  row: ReviewQueueRow,
  others: ReadonlyMap<number, ComparedItemRow>,
  viewer: Actor,
  now: number,
): ItemReview {
  const [first, ...more] = similarItemsOf(row);
  const original = first && others.get(first.id);
  return {
    id: row.id,
    item: presentCompared(row, viewer, now),
    why: row.why ?? "staff",
    resembles: original ? { item: presentCompared(original, viewer, now), percent: first.percent } : null,
    others: more,
    reason: row.reason ?? "",
    decided_by: row.decided_by,
    decided_at: row.decided_at === null ? null : isoTime(row.decided_at),
    decisions: canReview(viewer, { user_id: row.u_id }) ? [...allowedDecisions(row.state)] : [],
  };
}

const STATEMENTS = {
  approve: showItemStatements,
  show: showItemStatements,
  hide: hideItemStatements,
  reject: rejectItemStatements,
} as const;

/** The title of the creator's notification. */
const NOTICE_TITLES: Record<ReviewDecision, (name: string) => string> = {
  approve: (name) => `“${name}” is approved: everyone can see it now.`,
  show: (name) => `“${name}” is back: everyone can see it again.`,
  hide: (name) => `Our staff hid “${name}”. Its page says why.`,
  reject: (name) => `Our staff declined “${name}”. Its page says why.`,
};

const CONFIRMATIONS: Record<ItemState, (name: string) => string> = {
  shown: (name) => `Everyone can see “${name}” now.`,
  hidden: (name) => `“${name}” is hidden.`,
  rejected: (name) => `“${name}” is declined.`,
  pending: (name) => `“${name}” is waiting for review.`,
};

/** The statements of a decision, if the item's state hasn't changed since it was read. */
function decisionStatements(
  { id, user_id, name, state, thumbnail }: ItemReviewRow,
  decision: ReviewDecision,
  reason: string,
  staff: Actor,
  now: number,
) {
  const newState = outcomeOf(state, decision);
  const when = sql`exists (select 1 from items n where n.id = ${id} and n.state = ${state})`;
  const notice: Notice = {
    type: "moderation",
    group: `item:${id}`,
    actor: null,
    title: NOTICE_TITLES[decision](name),
    url: `/items/${id}`,
    picture: itemPictureUrl(thumbnail),
  };
  return {
    audit: auditEntry(now, {
      actor_id: staff.id,
      action: `item.${decision}`,
      subject_id: id,
      reason,
      details: { name },
      before: { state },
      after: { state: newState },
      when,
    }),
    notices: queueNotices([{ user_id, notice }], now, when),
    removal:
      newState === "hidden" || newState === "rejected"
        ? [storeRemoval({ type: "item", target: id, staff, to: newState }, now, when)]
        : [],
    item: STATEMENTS[decision](id, staff, reason, now, when),
    wallets: walletsQuery(sql`${user_id}`),
  };
}

export function itemReviewRoutes(app: HonoApp): void {
  handle(app, itemReviewsRoute, async ({ input, gate, viewer, request, now }) => {
    const { page } = input;
    const state = input.state as ItemState;
    const { rows, total } = await readPagedList(gate, {
      page,
      size: LIMITS.pageSize.itemReviews,
      rows: (part) => rowsQuery(state, part),
      total: () => totalOf(state),
    });
    const first = rows.flatMap((row) => similarItemsOf(row)[0]?.id ?? []);
    const found = first.length ? await gate.all(comparedItemsQuery([...new Set(first)])) : [];
    const others = new Map(found.map((row) => [row.id, row]));
    return {
      data: rows.map((row) => presentReview(row, others, viewer, now)),
      ...paginationLinks(request, page, LIMITS.pageSize.itemReviews, total),
    };
  });

  handle(app, reviewItemRoute, async ({ params, input, gate, viewer, env, now, defer }) => {
    const { decision, reason } = input;
    const item =
      await gate.first(statement<ItemReviewRow>`select i.id, i.user_id, i.name, i.state, i.thumbnail, coalesce(r.paid, 0) as paid
        from items i left join item_reviews r on r.item_id = i.id where i.id = ${params.id}`);
    if (!item) throw new ApiError("not_found", { message: "This item doesn't exist." });
    if (!canReview(viewer, item))
      throw new ApiError("forbidden", { message: "Someone else decides about your own items." });
    if (needsReason(decision) && !reason) throw fieldError("reason", "Give its creator a reason.");
    const newState = outcomeOf(item.state, decision);
    if (!newState || (input.state && input.state !== item.state)) throw alreadyDecidedError();
    const {
      item: {
        changed: [changed],
      },
      wallets,
    } = await gate.write(decisionStatements(item, decision, reason, viewer, now));
    if (!changed) throw alreadyDecidedError();
    defer(deliverNotices(env));
    if (newState === "rejected") defer(runTakedowns(env));
    if (newState === "rejected" && item.state === "pending" && item.paid > 0)
      defer(notifyWallets(env, wallets));
    return { message: CONFIRMATIONS[newState](item.name), state: newState };
  });
}

const alreadyDecidedError = () =>
  new ApiError("conflict", { message: "Someone else just decided about this item. Check it again." });
