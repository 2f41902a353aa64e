import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReviewDecision } from "#domain/items/review-rules.ts";
import { type ComparedItem, reviewItemRoute } from "#domain/items/reviews-api.ts";
import { call } from "#web/lib/api.ts";
import { askAnew } from "#web/lib/query.ts";
import { toldThen } from "#web/lib/told.ts";
import { toast } from "#web/ui/toast-store.ts";

/** The queues, and where the item stands or stood. */
export const REVIEWED = /^\/api\/(?:staff\/items|items\/|shop)/;

/** A decision that needs no words. */
export function useDecide({ id, state }: ComparedItem) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: ReviewDecision) =>
      call(reviewItemRoute, { params: { id }, input: { decision, state } }),
    onSuccess: toldThen(),
    onError: (error) => toast(error.message, { tone: "bad" }),
    // Also where somebody else was faster.
    onSettled: () => askAnew(client, REVIEWED),
  });
}
