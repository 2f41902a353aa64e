import { QueryCache, QueryClient, queryOptions } from "@tanstack/react-query";
import type { OutputOf, Route } from "#domain/api/route.ts";
import { buildUrl, type CallArgs, call, ResponseError } from "./api.ts";
import { noteOnlineCount } from "./online-count.ts";

/** Creates the page's query cache. Retries network errors and 5xx responses, but not 4xx. */
export function createQueryClient(preload: Record<string, unknown>): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onSuccess: noteOnlineCount }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (count, error) =>
          count < 2 && (!(error instanceof ResponseError) || error.status === 0 || error.status >= 500),
        retryDelay: (count, error) =>
          1000 * Math.max(2 ** count, (error instanceof ResponseError && error.retryAfter) || 0),
      },
    },
  });
  for (const [url, response] of Object.entries(preload)) {
    client.setQueryData([url], response);
    noteOnlineCount(response);
  }
  return client;
}

/** Query options of an endpoint, keyed by its URL. Those that are read by POST have no input in their URL. */
export function queryFor<R extends Route>(route: R, args: CallArgs<R>) {
  return queryOptions<OutputOf<R>>({
    queryKey: [buildUrl(route, args)],
    queryFn: ({ signal }) => call(route, { ...args, signal }),
  });
}

/** Parameters that choose a part or an order of a list, not what it contains. */
const PLACES = ["page", "before", "order", "sort_by"];

function listOf(url: unknown): string {
  const [path = "", query] = String(url).split("?", 2);
  const filters = new URLSearchParams(query);
  for (const name of PLACES) filters.delete(name);
  return `${path}?${filters}`;
}

/**
 * Query options of a list with numbered pages. Its rows stay, as a placeholder, while another page of it loads. After any other
 * change, such as a new search, they and their number would be false, so the list is pending. Empty lists never stay.
 */
export function listQueryFor<R extends Route>(route: R, args: CallArgs<R>) {
  const options = queryFor(route, args);
  const list = listOf(options.queryKey[0]);
  const placeholderData = (
    rows: OutputOf<R> | undefined,
    query: { queryKey: readonly unknown[] } | undefined,
  ) => {
    const { data } = (rows ?? {}) as { data?: unknown };
    return Array.isArray(data) && data.length > 0 && listOf(query?.queryKey[0]) === list ? rows : undefined;
  };
  return Object.assign(options, { placeholderData });
}
