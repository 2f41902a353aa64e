import type { QueryClient } from "@tanstack/react-query";
import type { ThreadCard } from "#domain/forums/api.ts";
import { SUBFORUM_IDS } from "#domain/forums/rules.ts";
import { at, patch, type Target } from "#web/lib/cache.ts";

type Change = Partial<Pick<ThreadCard, "bookmarked" | "unread">>;

/** The lists of threads of the subforums. */
const SUBFORUM_LISTS = SUBFORUM_IDS.map((subforum) => at("/api/forums/{subforum}", { subforum }));

/** All lists of threads. */
export const THREAD_LISTS: readonly Target[] = ["/api/forums", ...SUBFORUM_LISTS, "/api/forums/bookmarks"];

/** Applies a change to a thread in all cached responses. */
export function patchThread(client: QueryClient, id: number, change: Change): void {
  const changed = <T extends ThreadCard>(thread: T): T =>
    thread.id === id ? { ...thread, ...change } : thread;
  const listChanged = <T extends { data: ThreadCard[] }>(list: T): T =>
    list.data.some((thread) => thread.id === id) ? { ...list, data: list.data.map(changed) } : list;
  for (const list of SUBFORUM_LISTS) patch(client, list, listChanged);
  patch(client, "/api/forums/bookmarks", listChanged);
  patch(client, at("/api/forums/thread/{id}", { id }), (page) => ({ ...page, thread: changed(page.thread) }));
  patch(client, "/api/forums", ({ data }) => ({
    data: data.map((subforum) => ({ ...subforum, latest: subforum.latest && changed(subforum.latest) })),
  }));
}
