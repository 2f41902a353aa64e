import type { ReviewDecision } from "#domain/items/review-rules.ts";
import { type ComparedItem, reviewItemRoute } from "#domain/items/reviews-api.ts";
import { call } from "#web/lib/api.ts";
import { useToastMutation } from "#web/lib/toast-mutation.ts";

/** The queues, and where the item stands or stood. */
export const REVIEWED = /^\/api\/(?:staff\/items|items\/|shop)/;

/** A decision that needs no words. */
export const useDecide = ({ id, state }: ComparedItem) =>
  useToastMutation(
    (decision: ReviewDecision) => call(reviewItemRoute, { params: { id }, input: { decision, state } }),
    REVIEWED,
  );
