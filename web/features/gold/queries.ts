import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { type Customer, customerRoute, invoicesRoute } from "#domain/gold/api.ts";
import { buildUrl, call, ResponseError } from "#web/lib/api.ts";
import { invalidate } from "#web/lib/cache.ts";
import { fetchPageData } from "#web/lib/page-data.ts";
import { queryFor } from "#web/lib/query.ts";
import { useRefreshUser } from "#web/lib/user.ts";

// staleTime 0 refetches after changes on Stripe's own pages.

const BILLING_PAGE = "/settings/billing";
const CUSTOMER_URL = buildUrl(customerRoute, {});
type PreloadedCustomer = Customer | { refused: { status: number; code: string; message: string } };

/** Returns the customer preloaded in the billing page's HTML (the first time, in this document's); undefined if unavailable. */
async function readPreloadedCustomer(
  client: QueryClient,
  signal: AbortSignal,
): Promise<PreloadedCustomer | undefined> {
  const own = client.getQueryData<PreloadedCustomer>([CUSTOMER_URL]);
  client.removeQueries({ queryKey: [CUSTOMER_URL], exact: true });
  return (
    own ??
    ((await fetchPageData(BILLING_PAGE, signal))?.preload[CUSTOMER_URL] as PreloadedCustomer | undefined)
  );
}

/**
 * The customer, their subscription and the plans. Fails with a 404 without a subscription. Until there is one, this reads the
 * page's HTML instead of calling the endpoint, because browsers log a 404 as a failed request.
 */
export const customerQueryOptions = queryOptions({
  // The URL alone is the key of the preloaded response, which can be an error.
  queryKey: [CUSTOMER_URL, "customer"],
  queryFn: async ({ signal, client, queryKey }): Promise<Customer> => {
    const hasData = client.getQueryData(queryKey) !== undefined;
    const preloaded = hasData ? undefined : await readPreloadedCustomer(client, signal);
    if (!preloaded) return call(customerRoute, { signal });
    if (!("refused" in preloaded)) return preloaded;
    const { status, code, message } = preloaded.refused;
    throw new ResponseError(status, code, message);
  },
  staleTime: 0,
});

export const invoicesQueryOptions = queryOptions({
  ...queryFor(invoicesRoute, {}),
  staleTime: 0,
});

/** Returns a function that refetches billing and the session user, and resolves to the given response. */
export function useRefreshBilling(): <T>(response: T) => Promise<T> {
  const client = useQueryClient();
  const refreshUser = useRefreshUser();
  return async (response) => {
    refreshUser();
    await invalidate(client, [customerRoute.path, invoicesRoute.path]);
    return response;
  };
}
