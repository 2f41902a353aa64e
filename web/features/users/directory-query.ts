import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { OutputOf } from "#domain/api/route.ts";
import { peopleCountsRoute } from "#domain/presence/api.ts";
import { userListRoute } from "#domain/users/api.ts";
import { type DirectoryView, directoryInput, MOST_PAGES } from "#domain/users/view.ts";
import { buildUrl, call } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";

export type DirectoryPage = OutputOf<typeof userListRoute>;
export type ListedUser = DirectoryPage["data"][number];

/** How often the counts are looked at while the page is in sight. */
const COUNTS_MS = 5_000;

/** Whom every page shows, each once and in the order of the pages: those shift when somebody comes in between. */
export function usersOf(pages: readonly DirectoryPage[]): ListedUser[] {
  return [...new Map(pages.flatMap(({ data }) => data).map((user) => [user.id, user])).values()];
}

/** The directory, page by page up to as many as the address says; the first one may have come with the HTML. */
export function useDirectory({ search, filter, pages: wanted }: DirectoryView) {
  const client = useQueryClient();
  const input = (page: number) => directoryInput({ search, filter }, page);
  const firstKey = [buildUrl(userListRoute, { input: input(1) })];
  const query = useInfiniteQuery({
    queryKey: ["users", search, filter],
    queryFn: ({ pageParam, signal }) => call(userListRoute, { input: input(pageParam), signal }),
    initialPageParam: 1,
    getNextPageParam: ({ links, meta }) => (links.next ? meta.current_page + 1 : null),
    initialData: () => {
      const first = client.getQueryData<DirectoryPage>(firstKey);
      return first && { pages: [first], pageParams: [1] };
    },
    initialDataUpdatedAt: () => client.getQueryState(firstKey)?.dataUpdatedAt,
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages ?? [];
  const { hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = query;
  const isShort = pages.length > 0 && pages.length < wanted && hasNextPage && !isPlaceholderData;
  useEffect(() => {
    if (isShort && !isFetching && !isError) void fetchNextPage();
  }, [isShort, isFetching, isError, fetchNextPage]);
  // Those of a longer look at the same list stay in the cache; past the most an address holds, all are shown.
  const shown = wanted < MOST_PAGES ? pages.slice(0, wanted) : pages;
  const hasMore = !isPlaceholderData && (hasNextPage || shown.length < pages.length);
  return { ...query, users: usersOf(shown), first: pages[0], isShort, hasMore };
}

/** How many are here, every few seconds; to begin with, as the list said. */
export function usePeopleCounts(first: DirectoryPage | undefined, at: number) {
  const { data } = useQuery({
    ...queryFor(peopleCountsRoute, {}),
    enabled: first !== undefined,
    ...(first && { initialData: { counts: first.counts }, initialDataUpdatedAt: at }),
    refetchInterval: COUNTS_MS,
  });
  return (data ?? first)?.counts;
}
