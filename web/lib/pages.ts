import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { OutputOf, Route } from "#domain/api/route.ts";
import { buildUrl, type CallArgs, call } from "./api.ts";

type PagesKey = readonly [url: string, "pages"];

interface ListOptions<R extends Route, P> {
  /** Loads a page. Defaults to `call`. */
  fetch?: (page: P, signal: AbortSignal) => Promise<OutputOf<R>>;
  enabled?: boolean;
  staleTime?: number;
  refetchInterval?: number | false;
}

interface CursorOptions<R extends Route, P> extends ListOptions<R, P> {
  first: P;
  /** The next page; null after the last one. */
  next: (page: OutputOf<R>) => P | null;
}

/** The key of a list that loads page by page: the URL of its first page, and that it is all of them. */
export const pagesKey = <R extends Route<"GET">>(route: R, firstPage: CallArgs<R>): PagesKey => [
  buildUrl(route, firstPage),
  "pages",
];

/** Loads an endpoint's list page by page. Starts with the first page if that came with the HTML. */
export function useCursor<R extends Route<"GET">, P>(
  route: R,
  argsOf: (page: P) => CallArgs<R>,
  { first, next, fetch, ...options }: CursorOptions<R, P>,
) {
  const client = useQueryClient();
  const queryKey = pagesKey(route, argsOf(first));
  const firstKey = [queryKey[0]];
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }): Promise<OutputOf<R>> => {
      const page = pageParam as P;
      return fetch ? fetch(page, signal) : call(route, { ...argsOf(page), signal });
    },
    initialPageParam: first,
    getNextPageParam: next,
    initialData: () => {
      const page = client.getQueryData<OutputOf<R>>(firstKey);
      return page && { pages: [page], pageParams: [first] };
    },
    initialDataUpdatedAt: () => client.getQueryState(firstKey)?.dataUpdatedAt,
    ...options,
  });
}

/** A response with a list whose pages have numbers. */
interface NumberedPage {
  links: { next: string | null };
  meta: { current_page: number };
}

/** Like `useCursor`, for lists whose pages have numbers. */
export const usePages = <R extends Route<"GET">>(
  route: R & (OutputOf<R> extends NumberedPage ? unknown : never),
  argsOf: (page: number) => CallArgs<R>,
  options: ListOptions<R, number> = {},
) =>
  useCursor<R, number>(route, argsOf, {
    first: 1,
    next: (page) => {
      const { links, meta } = page as NumberedPage;
      return links.next ? meta.current_page + 1 : null;
    },
    ...options,
  });
