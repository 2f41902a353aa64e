import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { type Customer, customerRoute, invoicesRoute } from "#domain/gold/api.ts";
import { buildUrl, call, ResponseError } from "#web/lib/api.ts";
import { fetchPageData } from "#web/lib/page-data.ts";
import { useRefreshUser } from "#web/lib/user.ts";

const KEY = "billing";

// These endpoints are read by POST, so their keys aren't URLs. staleTime 0 refetches after changes on Stripe's own pages.

const BILLING_PAGE = "/settings/billing";
const CUSTOMER_URL = buildUrl(customerRoute, {});
type PreloadedCustomer = Customer | { refused: { status: number; code: string; message: string } };

/** Returns the customer preloaded in the billing page's HTML (the first time, in this document's); undefined if unavailable. */
async function readPreloadedCustomer(
  client: QueryClient,
  signal: AbortSignal,
): Promise<PreloadedCustomer | undefined> {
  const own = client.getQueryData<PreloadedCustomer>([CUSTOMER_URL]);
  client.removeQueries({ queryKey: [CUSTOMER_URL] });
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
  queryKey: [KEY, "customer"],
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

/** The latest invoices. */
export const invoicesQueryOptions = queryOptions({
  queryKey: [KEY, "invoices"],
  queryFn: async ({ signal }) => (await call(invoicesRoute, { signal })).data,
  staleTime: 0,
});

/** Returns a function that refetches billing and the session user. It resolves when the billing queries have loaded. */
export function useRefreshBilling(): () => Promise<void> {
  const client = useQueryClient();
  const refreshUser = useRefreshUser();
  return () => {
    refreshUser();
    return client.invalidateQueries({ queryKey: [KEY] });
  };
}
