import type { QueryClient } from "@tanstack/react-query";
import type { ThreadCard } from "#domain/forums/api.ts";
import { invalidateUrls } from "#web/lib/query.ts";
import { replaceDeep } from "#web/lib/replace-deep.ts";

const FORUMS = /^\/api\/forums(?:[/?]|$)/;
const LISTS = /^\/api\/forums(?:\/[1-3]|\/bookmarks)?(?:\?|$)/;

type Change = Partial<Pick<ThreadCard, "bookmarked" | "unread">>;

/** Returns a response with a change applied to a thread, wherever it occurs. */
export const withThreadChange = <T>(response: T, id: number, change: Change): T =>
  replaceDeep(response, (object) =>
    object.id === id && "replies_count" in object && "bookmarked" in object
      ? { ...object, ...change }
      : object,
  );

/** Applies a change to a thread in all cached responses. */
export function patchThread(client: QueryClient, id: number, change: Change): void {
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    if (state.data === undefined || !FORUMS.test(String(queryKey[0]))) continue;
    client.setQueryData(queryKey, withThreadChange(state.data, id, change));
  }
}

/** Invalidates all lists of threads. */
export const refreshThreadLists = (client: QueryClient) => invalidateUrls(client, LISTS);
