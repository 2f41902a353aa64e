import { sql } from "drizzle-orm";
import type { Statement } from "#db/client.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import {
  canReview,
  decisionsOn,
  type ItemState,
  needsReason,
  outcomeOf,
  type ReviewDecision,
} from "#domain/items/review-rules.ts";
import {
  type ComparedItem,
  type ItemReview,
  itemReviewsRoute,
  reviewItemRoute,
} from "#domain/items/reviews-api.ts";
import type { Actor } from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { type App, handle } from "../http/handle.ts";
import { pageLinks } from "../http/pagination.ts";
import { notifyWallets, walletsQuery } from "../ledger/wallet.ts";
import { auditEntry } from "../moderation/audit.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import { itemPicture, presentItemCard } from "./present.ts";
import { hideItemStatements, rejectItemStatements, showItemStatements } from "./review-commands.ts";
import type { Resemblance } from "./review-prints.ts";
import {
  type ComparedRow,
  comparedQuery,
  listReviews,
  type ReviewRow,
  type SubjectRow,
  subjectQuery,
} from "./review-queries.ts";
import { runTakedowns } from "./review-takedown.ts";

const presentCompared = (row: ComparedRow, viewer: Actor, now: number): ComparedItem => ({
  ...presentItemCard(row, now, viewer),
  state: row.state,
  created_at: isoTime(row.created_at),
  created_at_formatted: formatTime(row.created_at),
});

const alikeOf = (row: ReviewRow) => JSON.parse(row.resembles ?? "[]") as Resemblance[];

function presentReview(
  row: ReviewRow,
  others: ReadonlyMap<number, ComparedRow>,
  viewer: Actor,
  now: number,
): ItemReview {
  const [first, ...more] = alikeOf(row);
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
    decisions: canReview(viewer, { user_id: row.u_id }) ? [...decisionsOn(row.state)] : [],
  };
}

const STATEMENTS = {
  approve: showItemStatements,
  show: showItemStatements,
  hide: hideItemStatements,
  reject: rejectItemStatements,
} as const;

/** What the creator is told. */
const TOLD: Record<ReviewDecision, (name: string) => string> = {
  approve: (name) => `“${name}” is approved: everybody can see it now.`,
  show: (name) => `“${name}” is back: everybody can see it again.`,
  hide: (name) => `Staff have taken “${name}” out of sight. Its page says why.`,
  reject: (name) => `Staff have declined “${name}”. Its page says why.`,
};

const DONE: Record<ItemState, (name: string) => string> = {
  shown: (name) => `Everybody can see “${name}” now.`,
  hidden: (name) => `“${name}” is out of sight.`,
  rejected: (name) => `“${name}” is declined.`,
  pending: (name) => `“${name}” waits.`,
};

/** All that a decision writes, under the condition that the item is still as it was looked at; the last but one moves it. */
function decide(
  { id, user_id, name, state, thumbnail }: SubjectRow,
  decision: ReviewDecision,
  reason: string,
  staff: Actor,
  now: number,
): Statement[] {
  const to = outcomeOf(state, decision);
  const when = sql`exists (select 1 from items n where n.id = ${id} and n.state = ${state})`;
  const notice: Notice = {
    type: "moderation",
    group: `item:${id}`,
    actor: null,
    title: TOLD[decision](name),
    url: `/items/${id}`,
    picture: itemPicture(thumbnail),
  };
  return [
    auditEntry(
      {
        actor_id: staff.id,
        action: `item.${decision}`,
        subject_type: "item",
        subject_id: id,
        reason,
        details: { name },
        before: { state },
        after: { state: to },
      },
      now,
      when,
    ),
    ...queueNotices([{ user_id, notice }], now, when),
    ...STATEMENTS[decision](id, staff, reason, now, when),
    walletsQuery(sql`${user_id}`),
  ];
}

export function itemReviewRoutes(app: App): void {
  handle(app, itemReviewsRoute, async ({ input, gate, viewer, request, now }) => {
    const { state, page } = input;
    const { rows, total } = await listReviews(gate, state as ItemState, page);
    const first = rows.flatMap((row) => alikeOf(row)[0]?.id ?? []);
    const [found] = first.length ? await gate.read(comparedQuery([...new Set(first)])) : [[]];
    const others = new Map(found.map((row) => [row.id, row]));
    return {
      data: rows.map((row) => presentReview(row, others, viewer, now)),
      ...pageLinks(request, page, LIMITS.pageSize.itemReviews, total),
    };
  });

  handle(app, reviewItemRoute, async ({ params, input, gate, viewer, env, now, defer }) => {
    const { decision, reason } = input;
    const [[item]] = await gate.read(subjectQuery(params.id));
    if (!item) throw new ApiError("not_found", { message: "There is no such item." });
    if (!canReview(viewer, item))
      throw new ApiError("forbidden", { message: "Somebody else decides about your own items." });
    if (needsReason(decision) && !reason) throw fieldError("reason", "Tell its creator why.");
    const to = outcomeOf(item.state, decision);
    if (!to || (input.state && input.state !== item.state)) throw decided();
    const answers: unknown[][] = await gate.write(...decide(item, decision, reason, viewer, now));
    const [moved, wallets] = answers.slice(-2) as [unknown[], Parameters<typeof notifyWallets>[1]];
    if (moved.length === 0) throw decided();
    defer(deliverNotices(env));
    if (to === "rejected") defer(runTakedowns(env));
    if (to === "rejected" && item.state === "pending" && item.paid > 0) defer(notifyWallets(env, wallets));
    return { message: DONE[to](item.name), state: to };
  });
}

const decided = () =>
  new ApiError("conflict", { message: "Somebody has decided about this item meanwhile. Look at it again." });
