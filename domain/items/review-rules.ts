import { type Actor, isStaff } from "../levels/rules.ts";

/**
 * Who sees an item: everybody what is `shown`; its creator and staff alone what waits for staff (`pending`), what staff
 * have declined (`rejected`) and what they have taken out of sight (`hidden`).
 */
export const ITEM_STATES = ["shown", "pending", "rejected", "hidden"] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** Why staff look at an item: it looks like somebody else's, its creator had one declined of late, or they came by it. */
export const REVIEW_CAUSES = ["likeness", "history", "staff"] as const;
export type ReviewCause = (typeof REVIEW_CAUSES)[number];

export const REVIEW_DECISIONS = ["approve", "reject", "hide", "show"] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** How long further items of somebody who had one rejected wait for staff. */
export const WATCHED_FOR = 30 * 24 * 60 * 60 * 1000;

const OUTCOMES: Record<ItemState, Partial<Record<ReviewDecision, ItemState>>> = {
  pending: { approve: "shown", reject: "rejected" },
  shown: { hide: "hidden", reject: "rejected" },
  hidden: { show: "shown", reject: "rejected" },
  rejected: { show: "shown" },
};

/** What a decision makes of an item in a state, or null where it can't be decided so. */
export const outcomeOf = (state: ItemState, decision: ReviewDecision): ItemState | null =>
  OUTCOMES[state][decision] ?? null;

/** What can be decided about an item in a state. */
export const decisionsOn = (state: ItemState): readonly ReviewDecision[] =>
  REVIEW_DECISIONS.filter((decision) => outcomeOf(state, decision) !== null);

/** Whoever takes something away says why. */
export const needsReason = (decision: ReviewDecision): boolean =>
  decision === "reject" || decision === "hide";

/** Staff decide about everybody's items but their own. */
export const canReview = (actor: Actor | null, item: { user_id: number }): boolean =>
  isStaff(actor) && actor?.id !== item.user_id;

/** Who sees an item as it is. */
export const canSeeItem = (viewer: Actor | null, item: { user_id: number; state: ItemState }): boolean =>
  item.state === "shown" || viewer?.id === item.user_id || isStaff(viewer);

/** Whether an item is looked at before others see it. What admins make is the site's own. */
export const waitsForStaff = (
  maker: Actor,
  found: { resembles: number; rejected_lately: boolean },
): ReviewCause | null => {
  if (maker.role === "admin") return null;
  if (found.resembles > 0) return "likeness";
  return found.rejected_lately ? "history" : null;
};
