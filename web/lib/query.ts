import { type DataTag, type Query, QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import type { OutputOf, Route } from "#domain/api/route.ts";
import { buildUrl, type CallArgs, call, ResponseError } from "./api.ts";

/** Creates the page's query cache. Retries network errors and 5xx responses, but not 4xx. */
export function createQueryClient(preload: Record<string, unknown>): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (count, error) =>
          count < 2 && (!(error instanceof ResponseError) || error.status === 0 || error.status >= 500),
      },
    },
  });
  for (const [url, response] of Object.entries(preload)) client.setQueryData([url], response);
  return client;
}

/** Query options of a GET endpoint, keyed by its URL. */
export function queryFor<R extends Route<"GET">>(route: R, args: CallArgs<R>) {
  return queryOptions<OutputOf<R>>({
    queryKey: [buildUrl(route, args)],
    queryFn: ({ signal }) => call(route, { ...args, signal }),
  });
}

/** Caches what an endpoint would return after a change. A request in flight is canceled, because it may have read the old state. */
export function cacheResponse<Response>(
  client: QueryClient,
  { queryKey }: { queryKey: DataTag<QueryKey, Response, Error> },
  response: NoInfer<Response>,
): void {
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Response>(queryKey, response);
}

/**
 * Invalidates all cached responses whose URL matches `pattern`. First requests still in flight are canceled, because they
 * may have read the old state and would be cached.
 */
export async function invalidateUrls(client: QueryClient, pattern: RegExp): Promise<void> {
  const predicate = ({ queryKey }: Query) => pattern.test(String(queryKey[0]));
  await client.cancelQueries({ predicate: (query) => query.state.data === undefined && predicate(query) });
  await client.invalidateQueries({ predicate });
}
