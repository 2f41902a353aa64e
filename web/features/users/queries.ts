import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { OutputOf } from "#domain/api/route.ts";
import { peopleCountsRoute } from "#domain/presence/api.ts";
import { userListRoute } from "#domain/users/api.ts";
import { type DirectoryView, directoryInput, MAX_DIRECTORY_PAGES } from "#domain/users/view.ts";
import { usePages } from "#web/lib/pages.ts";
import { queryFor } from "#web/lib/query.ts";

export type DirectoryResponse = OutputOf<typeof userListRoute>;
export type ListedUser = DirectoryResponse["data"][number];

const COUNTS_MS = 5_000;

/** Flattens pages and drops duplicates: new users shift the pages after them. */
export function uniqueUsers(pages: readonly DirectoryResponse[]): ListedUser[] {
  return [...new Map(pages.flatMap(({ data }) => data).map((user) => [user.id, user])).values()];
}

/** Loads as many directory pages as the URL says. The first can come preloaded with the HTML. */
export function useDirectory({ search, filter, pages: wanted }: DirectoryView) {
  const argsOf = (page: number) => ({ input: directoryInput({ search, filter }, page) });
  const query = usePages(userListRoute, argsOf);
  const pages = query.data?.pages ?? [];
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const isShort = pages.length > 0 && pages.length < wanted && hasNextPage;
  useEffect(() => {
    if (isShort && !isFetching && !isError) void fetchNextPage();
  }, [isShort, isFetching, isError, fetchNextPage]);
  // The cache can hold more pages than the URL says. At the URL's limit, all of them are shown.
  const shown = wanted < MAX_DIRECTORY_PAGES ? pages.slice(0, wanted) : pages;
  const hasMore = hasNextPage || shown.length < pages.length;
  return { ...query, users: uniqueUsers(shown), first: pages[0], isShort, hasMore };
}

/** Polls the numbers of users online and playing, starting with those of the list. */
export function usePeopleCounts(first: DirectoryResponse | undefined, at: number) {
  const { data } = useQuery({
    ...queryFor(peopleCountsRoute, {}),
    enabled: first !== undefined,
    ...(first && { initialData: { counts: first.counts }, initialDataUpdatedAt: at }),
    refetchInterval: COUNTS_MS,
  });
  return (data ?? first)?.counts;
}
