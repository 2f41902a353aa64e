import type { QueryClient } from "@tanstack/react-query";
import type { ThreadCard } from "#domain/forums/api.ts";
import { invalidateUrls } from "#web/lib/query.ts";
import { replaceDeep } from "#web/lib/replace-deep.ts";

const FORUMS = /^\/api\/forums(?:[/?]|$)/;
const LISTS = /^\/api\/forums(?:\/[1-3]|\/bookmarks)?(?:\?|$)/;

type Change = Partial<Pick<ThreadCard, "bookmarked" | "unread">>;

/** An answer in which a thread, wherever it stands, has changed. */
export const patchedThread = <T>(answer: T, id: number, change: Change): T =>
  replaceDeep(answer, (object) =>
    object.id === id && "replies_count" in object && "bookmarked" in object
      ? { ...object, ...change }
      : object,
  );

/** Changes what is known of a thread in every answer that shows it. */
export function patchThread(client: QueryClient, id: number, change: Change): void {
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    if (state.data === undefined || !FORUMS.test(String(queryKey[0]))) continue;
    client.setQueryData(queryKey, patchedThread(state.data, id, change));
  }
}

/** Every list of threads is asked for again when it is looked at next. */
export const refreshThreadLists = (client: QueryClient) => invalidateUrls(client, LISTS);
