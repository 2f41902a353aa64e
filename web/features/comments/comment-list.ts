import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { OutputOf } from "#domain/api/route.ts";
import { type Comment, commentListRoute } from "#domain/comments/api.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { buildUrl, call } from "#web/lib/api.ts";
import { COMMENTS_KEY } from "./comments-key.ts";

type CommentPage = OutputOf<typeof commentListRoute>;
type Pages = InfiniteData<CommentPage, number>;

export interface CommentListTarget {
  type: CommentTarget;
  id: number;
}

const listKey = ({ type, id }: CommentListTarget) => [COMMENTS_KEY, type, id] as const;

/** All pages' comments without duplicates, which occur when pages shift. Newest first. */
export function commentsOf(pages: readonly CommentPage[]): Comment[] {
  const byId = new Map(pages.flatMap((page) => page.data).map((comment) => [comment.id, comment]));
  return [...byId.values()].sort((a, b) => b.id - a.id);
}

/** Loads the target's comments page by page, newest first. The first page can be preloaded in the HTML. */
export function useComments(target: CommentListTarget) {
  const client = useQueryClient();
  const firstKey = [buildUrl(commentListRoute, { params: { ...target }, input: { page: 1 } })];
  const query = useInfiniteQuery({
    queryKey: listKey(target),
    queryFn: ({ pageParam, signal }) =>
      call(commentListRoute, { params: { ...target }, input: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ links, meta }) => (links.next ? meta.current_page + 1 : null),
    initialData: () => {
      const first = client.getQueryData<CommentPage>(firstKey);
      return first && { pages: [first], pageParams: [1] };
    },
    initialDataUpdatedAt: () => client.getQueryState(firstKey)?.dataUpdatedAt,
  });
  const pages = query.data?.pages ?? [];
  return { ...query, comments: commentsOf(pages), first: pages[0] };
}

function patch(
  client: QueryClient,
  target: CommentListTarget,
  delta: number,
  change: (page: CommentPage) => Comment[],
) {
  client.setQueryData<Pages>(listKey(target), (old) => {
    if (!old) return old;
    const [first, ...rest] = old.pages.map((page) => ({
      ...page,
      data: change(page),
      meta: { ...page.meta, total: page.meta.total + delta },
    }));
    return { ...old, pages: first ? [first, ...rest] : [] };
  });
}

/** Adds a new comment on top. A list that is already loading could lack it, so it is refetched instead. */
export async function prependComment(
  client: QueryClient,
  target: CommentListTarget,
  comment: Comment,
): Promise<void> {
  const list = { queryKey: listKey(target) };
  if (client.isFetching(list)) {
    await client.cancelQueries(list);
    return client.invalidateQueries(list);
  }
  patch(client, target, 1, (page) =>
    page.meta.current_page === 1 ? [comment, ...page.data.filter(({ id }) => id !== comment.id)] : page.data,
  );
}

/** Removes a comment and refetches, because later pages have shifted. */
export function removeComment(client: QueryClient, target: CommentListTarget, id: number): void {
  patch(client, target, -1, (page) => page.data.filter((comment) => comment.id !== id));
  void client.invalidateQueries({ queryKey: listKey(target) });
}

/** Returns a cached comment from any list. */
export function findCachedComment(client: QueryClient, id: number): Comment | undefined {
  return client
    .getQueriesData<Pages>({ queryKey: [COMMENTS_KEY] })
    .flatMap(([, data]) => commentsOf(data?.pages ?? []))
    .find((comment) => comment.id === id);
}
