import { type ComparedItem, reviewItemRoute } from "#domain/items/reviews/api.ts";
import type { ReviewDecision } from "#domain/items/reviews/rules.ts";
import { call } from "#web/lib/api.ts";
import { useToastMutation } from "#web/lib/toast-mutation.ts";

/** URLs a decision affects: the queues, the item and the shop. */
export const REVIEW_URLS = /^\/api\/(?:staff\/items|items\/|shop)/;

/** Sends a decision that needs no reason. */
export const useReviewDecision = ({ id, state }: ComparedItem) =>
  useToastMutation(
    (decision: ReviewDecision) => call(reviewItemRoute, { params: { id }, input: { decision, state } }),
    REVIEW_URLS,
  );
