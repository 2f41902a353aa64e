import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { OutputOf } from "#domain/api/route.ts";
import { type Comment, commentListRoute } from "#domain/comments/api.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { buildUrl, call } from "#web/lib/api.ts";
import { COMMENTS_KEY } from "./comments-key.ts";

type CommentPage = OutputOf<typeof commentListRoute>;
type Pages = InfiniteData<CommentPage, number>;

export interface Target {
  type: CommentTarget;
  id: number;
}

const keyOf = ({ type, id }: Target) => [COMMENTS_KEY, type, id] as const;

/** What every page shows, each comment once: pages shift when somebody writes in between. */
export function commentsOf(pages: readonly CommentPage[]): Comment[] {
  const byId = new Map(pages.flatMap((page) => page.data).map((comment) => [comment.id, comment]));
  return [...byId.values()].sort((a, b) => b.id - a.id);
}

/** The comments on a thing, newest first, page by page; the first one may have come with the HTML. */
export function useComments(target: Target) {
  const client = useQueryClient();
  const firstKey = [buildUrl(commentListRoute, { params: { ...target }, input: { page: 1 } })];
  const query = useInfiniteQuery({
    queryKey: keyOf(target),
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

function patch(client: QueryClient, target: Target, by: number, change: (page: CommentPage) => Comment[]) {
  client.setQueryData<Pages>(keyOf(target), (old) => {
    if (!old) return old;
    const [first, ...rest] = old.pages.map((page) => ({
      ...page,
      data: change(page),
      meta: { ...page.meta, total: page.meta.total + by },
    }));
    return { ...old, pages: first ? [first, ...rest] : [] };
  });
}

/** Puts a comment that was just written in front. A list that is on its way may be from before it, and is asked for again. */
export async function addComment(client: QueryClient, target: Target, comment: Comment): Promise<void> {
  const list = { queryKey: keyOf(target) };
  if (client.isFetching(list)) {
    await client.cancelQueries(list);
    return client.invalidateQueries(list);
  }
  patch(client, target, 1, (page) =>
    page.meta.current_page === 1 ? [comment, ...page.data.filter(({ id }) => id !== comment.id)] : page.data,
  );
}

/** Takes a comment out, and asks again: every page after it has shifted. */
export function dropComment(client: QueryClient, target: Target, id: number): void {
  patch(client, target, -1, (page) => page.data.filter((comment) => comment.id !== id));
  void client.invalidateQueries({ queryKey: keyOf(target) });
}

/** A comment that some page of this visit has shown. */
export function findComment(client: QueryClient, id: number): Comment | undefined {
  return client
    .getQueriesData<Pages>({ queryKey: [COMMENTS_KEY] })
    .flatMap(([, data]) => commentsOf(data?.pages ?? []))
    .find((comment) => comment.id === id);
}
