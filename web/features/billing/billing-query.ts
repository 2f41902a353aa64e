import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { customerRoute, invoicesRoute } from "#domain/billing/api.ts";
import { call } from "#web/lib/api.ts";
import { useRefreshUser } from "#web/lib/user.ts";

const KEY = "billing";

// They read by POST, so their keys are no addresses. What Stripe's own pages change is seen when one comes back: nothing is kept.

/** Whose subscription it is, what it is and which plans there are. */
export const customerQuery = queryOptions({
  queryKey: [KEY, "customer"],
  queryFn: ({ signal }) => call(customerRoute, { signal }),
  staleTime: 0,
});

/** The latest invoices. */
export const invoicesQuery = queryOptions({
  queryKey: [KEY, "invoices"],
  queryFn: async ({ signal }) => (await call(invoicesRoute, { signal })).data,
  staleTime: 0,
});

/** Has all that is said of one's billing asked for anew, and whether one has Gold; done when the answers are here. */
export function useBillingAnew(): () => Promise<void> {
  const client = useQueryClient();
  const refreshUser = useRefreshUser();
  return () => {
    refreshUser();
    return client.invalidateQueries({ queryKey: [KEY] });
  };
}
