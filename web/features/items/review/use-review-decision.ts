import { type ComparedItem, reviewItemRoute } from "#domain/items/reviews/api.ts";
import type { ReviewDecision } from "#domain/items/reviews/rules.ts";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import type { Target } from "#web/lib/cache.ts";

export const CHANGED_BY_REVIEW: readonly Target[] = ["/api/staff/items", "/api/items/**", "/api/shop/**"];

/** Sends a decision that needs no reason. */
export const useReviewDecision = ({ id, state }: ComparedItem) =>
  useAction(
    (decision: ReviewDecision) => call(reviewItemRoute, { params: { id }, input: { decision, state } }),
    { toast: messageOf, errors: "toast", changes: CHANGED_BY_REVIEW },
  );
