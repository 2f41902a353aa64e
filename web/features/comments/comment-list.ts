import type { QueryClient } from "@tanstack/react-query";
import type { OutputOf } from "#domain/api/route.ts";
import { type Comment, commentListRoute } from "#domain/comments/api.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { at, cachedAt, invalidate, patch } from "#web/lib/cache.ts";
import { pagesKey, usePages } from "#web/lib/pages.ts";

type CommentPage = OutputOf<typeof commentListRoute>;

export interface CommentListTarget {
  type: CommentTarget;
  id: number;
}

const firstPageOf = (target: CommentListTarget) => ({ params: { ...target }, input: { page: 1 } });
const listKey = (target: CommentListTarget) => pagesKey(commentListRoute, firstPageOf(target));
const listAt = (target: CommentListTarget) => at("/api/comments/{type}/{id}", { ...target });

export function commentsOf(pages: readonly CommentPage[]): Comment[] {
  const byId = new Map(pages.flatMap((page) => page.data).map((comment) => [comment.id, comment]));
  return [...byId.values()].sort((a, b) => b.id - a.id);
}

/** Loads the target's comments page by page, newest first. The first page can be preloaded in the HTML. */
export function useComments(target: CommentListTarget) {
  const query = usePages(commentListRoute, (page) => ({ params: { ...target }, input: { page } }));
  const pages = query.data?.pages ?? [];
  return { ...query, comments: commentsOf(pages), first: pages[0] };
}

const patchPages = (
  client: QueryClient,
  target: CommentListTarget,
  delta: number,
  change: (page: CommentPage) => Comment[],
) =>
  patch(client, listAt(target), (page) => ({
    ...page,
    data: change(page),
    meta: { ...page.meta, total: page.meta.total + delta },
  }));

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
  patchPages(client, target, 1, (page) =>
    page.meta.current_page === 1 ? [comment, ...page.data.filter(({ id }) => id !== comment.id)] : page.data,
  );
}

/** Removes a comment and refetches, because later pages have shifted. */
export function removeComment(client: QueryClient, target: CommentListTarget, id: number): void {
  patchPages(client, target, -1, (page) => page.data.filter((comment) => comment.id !== id));
  void invalidate(client, [listAt(target)]);
}

export const findCachedComment = (client: QueryClient, id: number): Comment | undefined =>
  cachedAt(client, "/api/comments/{type}/{id}")
    .flatMap(({ data }) => data)
    .find((comment) => comment.id === id);
