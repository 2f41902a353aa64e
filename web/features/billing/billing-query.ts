import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { type Customer, customerRoute, invoicesRoute } from "#domain/billing/api.ts";
import { buildUrl, call, ResponseError } from "#web/lib/api.ts";
import { fetchPageData } from "#web/lib/page-data.ts";
import { useRefreshUser } from "#web/lib/user.ts";

const KEY = "billing";

// They read by POST, so their keys are no addresses. What Stripe's own pages change is seen when one comes back: nothing is kept.

const PAGE = "/settings/billing";
const ADDRESS = buildUrl(customerRoute, {});
type Brought = Customer | { refused: { status: number; code: string; message: string } };

/** What the billing page's HTML says, of this document the first time; undefined if it can't be had. */
async function readBillingPage(client: QueryClient, signal: AbortSignal): Promise<Brought | undefined> {
  const own = client.getQueryData<Brought>([ADDRESS]);
  client.removeQueries({ queryKey: [ADDRESS] });
  return own ?? ((await fetchPageData(PAGE, signal))?.preload[ADDRESS] as Brought | undefined);
}

/**
 * Whose subscription it is, what it is and which plans there are. A 404 while there is no subscription. Until there is one we
 * read the page's HTML instead of calling the endpoint: browsers log a 404 as a failed request.
 */
export const customerQuery = queryOptions({
  queryKey: [KEY, "customer"],
  queryFn: async ({ signal, client, queryKey }): Promise<Customer> => {
    const isKnown = client.getQueryData(queryKey) !== undefined;
    const brought = isKnown ? undefined : await readBillingPage(client, signal);
    if (!brought) return call(customerRoute, { signal });
    if (!("refused" in brought)) return brought;
    const { status, code, message } = brought.refused;
    throw new ResponseError(status, code, message);
  },
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
