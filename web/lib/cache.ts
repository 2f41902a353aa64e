import type { DataTag, Query, QueryClient, QueryKey } from "@tanstack/react-query";
import type { ApiRoute } from "#domain/api/api-routes.ts";
import type { OutputOf, PathParams } from "#domain/api/route.ts";

// Endpoints are named by their paths, which TypeScript checks. Their constants would bring schemas that the browser doesn't need.

type ApiPath = ApiRoute["path"];
type Prefix<P extends string> = P extends `${infer Head}/${infer Tail}`
  ? Head | `${Head}/${Prefix<Tail>}`
  : P;

/** The cached responses of an endpoint: `/api/levels`, with any query; or of a path and all below it: `/api/levels/**`. */
export type Target = ApiPath | `${Prefix<ApiPath>}/**`;

/** Everything that is cached. */
export const EVERYTHING: readonly Target[] = ["/**"];

type ResponseAt<P extends ApiPath> = OutputOf<Extract<ApiRoute, { path: P; method: "GET" }>>;

/** Fills in parameters of a path. Others stay placeholders, which match any value. */
export const at = <P extends Target>(path: P, params: Partial<Record<PathParams<P>, string | number>>): P =>
  path.replace(/\{(\w+)\??\}/g, (placeholder, name: PathParams<P>) =>
    params[name] === undefined ? placeholder : encodeURIComponent(params[name]),
  ) as P;

/** Whether a URL is one of a target's. */
export function isAt(target: Target, url: string): boolean {
  const isFamily = target.endsWith("/**");
  const wanted = (isFamily ? target.slice(0, -3) : target).split("/");
  const found = url.split("?", 1)[0]?.split("/") ?? [];
  return (
    (isFamily ? found.length >= wanted.length : found.length === wanted.length) &&
    wanted.every((part, i) => part === found[i] || part.startsWith("{"))
  );
}

const queriesAt = (targets: readonly Target[]) => ({
  predicate: ({ queryKey }: Pick<Query, "queryKey">) =>
    targets.some((target) => isAt(target, String(queryKey[0]))),
});

/**
 * Refetches the cached responses of these endpoints: those on screen now, others when they are shown. First requests still
 * in flight are canceled, because they may have read the old state and would be cached. A page that is being added to a
 * list is waited for: a press of 'Show More' would have no effect.
 */
export async function invalidate(client: QueryClient, targets: readonly Target[]): Promise<void> {
  const { predicate } = queriesAt(targets);
  void client.invalidateQueries({ predicate, refetchType: "none" });
  await client.cancelQueries({ predicate: (query) => query.state.data === undefined && predicate(query) });
  // biome-ignore lint/plugin: only the query knows when its page is there
  const added = client
    .getQueryCache()
    .findAll({ predicate: (query) => Boolean(query.state.fetchMeta?.fetchMore) && predicate(query) });
  await Promise.allSettled(added.map(({ promise }) => promise));
  await client.refetchQueries({ predicate, type: "active" });
}

/** Refetches the cached responses of an endpoint for which `isAffected` holds. */
export function invalidateIf<P extends ApiPath>(
  client: QueryClient,
  path: P,
  isAffected: (response: ResponseAt<P>) => boolean,
): void {
  const { predicate } = queriesAt([path]);
  void client.invalidateQueries({
    predicate: (query) =>
      predicate(query) && query.state.data !== undefined && isAffected(query.state.data as ResponseAt<P>),
  });
}

/** The responses of a query: one, or those of a list that loads page by page. */
const pagesOf = <P extends ApiPath>([, kind]: QueryKey, data: unknown): ResponseAt<P>[] =>
  kind === "pages" ? (data as { pages: ResponseAt<P>[] }).pages : [data as ResponseAt<P>];

export const cachedAt = <P extends ApiPath>(client: QueryClient, path: P): ResponseAt<P>[] =>
  client
    .getQueriesData(queriesAt([path]))
    .flatMap(([queryKey, data]) => (data === undefined ? [] : pagesOf<P>(queryKey, data)));

/** Applies a change to every cached response of an endpoint, also to those of lists that load page by page. */
export function patch<P extends ApiPath>(
  client: QueryClient,
  path: P,
  change: (response: ResponseAt<P>) => ResponseAt<P>,
): void {
  for (const [queryKey, data] of client.getQueriesData(queriesAt([path]))) {
    if (data === undefined) continue;
    const pages = pagesOf<P>(queryKey, data);
    const changed = pages.map(change);
    if (changed.every((page, i) => page === pages[i])) continue;
    client.setQueryData(queryKey, queryKey[1] === "pages" ? { ...data, pages: changed } : changed[0]);
  }
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
