import { type Query, QueryClient, queryOptions } from "@tanstack/react-query";
import type { OutputOf, Route } from "#domain/api/route.ts";
import { buildUrl, type CallArgs, call, ResponseError } from "./api.ts";

/** The browser's one cache of answers. A refusal is final; only a lost connection or a 5xx is asked again. */
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
  for (const [address, answer] of Object.entries(preload)) client.setQueryData([address], answer);
  return client;
}

/** Query options of a GET endpoint, keyed by its address. */
export function queryFor<R extends Route<"GET">>(route: R, args: CallArgs<R>) {
  return queryOptions<OutputOf<R>>({
    queryKey: [buildUrl(route, args)],
    queryFn: ({ signal }) => call(route, { ...args, signal }),
  });
}

/**
 * Has every answer of some addresses asked for anew. One that is on its way may be from before: where there is none yet,
 * it would be waited for and kept, so it is given up.
 */
export async function invalidateUrls(client: QueryClient, addresses: RegExp): Promise<void> {
  const predicate = ({ queryKey }: Query) => addresses.test(String(queryKey[0]));
  await client.cancelQueries({ predicate: (query) => query.state.data === undefined && predicate(query) });
  await client.invalidateQueries({ predicate });
}
