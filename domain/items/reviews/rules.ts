import { type Actor, isStaff } from "../../auth/roles.ts";

/** Everyone sees `shown` items; the others only their creator and staff, who review, reject and hide them. */
export const ITEM_STATES = ["shown", "pending", "rejected", "hidden"] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** The cause of a review: likeness to another item, a recent rejection of its creator's, or staff's choice. */
export const REVIEW_CAUSES = ["likeness", "history", "staff"] as const;
export type ReviewCause = (typeof REVIEW_CAUSES)[number];

export const REVIEW_DECISIONS = ["approve", "reject", "hide", "show"] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** How long after a rejection the creator's new items are held for review. */
export const REJECTION_LOOKBACK_MS = 30 * 24 * 60 * 60 * 1000;

const OUTCOMES: Record<ItemState, Partial<Record<ReviewDecision, ItemState>>> = {
  pending: { approve: "shown", reject: "rejected" },
  shown: { hide: "hidden", reject: "rejected" },
  hidden: { show: "shown", reject: "rejected" },
  rejected: { show: "shown" },
};

/** The state of an item after a decision, or null if the decision isn't possible. */
export const outcomeOf = (state: ItemState, decision: ReviewDecision): ItemState | null =>
  OUTCOMES[state][decision] ?? null;

/** The decisions possible in a state. */
export const allowedDecisions = (state: ItemState): readonly ReviewDecision[] =>
  REVIEW_DECISIONS.filter((decision) => outcomeOf(state, decision) !== null);

/** Whether a decision requires a reason: those that take an item down do. */
export const needsReason = (decision: ReviewDecision): boolean =>
  decision === "reject" || decision === "hide";

/** Staff can review all items but their own. */
export const canReview = (actor: Actor | null, item: { user_id: number }): boolean =>
  isStaff(actor) && actor?.id !== item.user_id;

/** Whether a viewer can see an item in its current state. */
export const canSeeItem = (viewer: Actor | null, item: { user_id: number; state: ItemState }): boolean =>
  item.state === "shown" || viewer?.id === item.user_id || isStaff(viewer);

/** The cause for reviewing a new item before others see it, or null. Admins' items are official and aren't reviewed. */
export const reviewCauseFor = (
  maker: Actor,
  matches: { resembles: number; rejected_lately: boolean },
): ReviewCause | null => {
  if (maker.role === "admin") return null;
  if (matches.resembles > 0) return "likeness";
  return matches.rejected_lately ? "history" : null;
};
