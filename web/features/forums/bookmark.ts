import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { bookmarkRoute, type ThreadCard } from "#domain/forums/api.ts";
import { SUBFORUM_IDS } from "#domain/forums/rules.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { at, patch, type Target } from "#web/lib/cache.ts";
import { toast } from "#web/ui/toast-store.ts";
import { forumsText } from "./text/forums.ts";

type Change = Partial<Pick<ThreadCard, "bookmarked" | "unread">>;

const SUBFORUM_LISTS = SUBFORUM_IDS.map((subforum) => at("/api/forums/{subforum}", { subforum }));

export const THREAD_LISTS: readonly Target[] = ["/api/forums", ...SUBFORUM_LISTS, "/api/forums/bookmarks"];

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

/** Toggles a thread's bookmark optimistically. Removing one can be undone. */
export function useBookmark({ id, bookmarked }: Pick<ThreadCard, "id" | "bookmarked">): () => void {
  const client = useQueryClient();
  const { run } = useAction((_: boolean) => call(bookmarkRoute, { params: { id } }), {
    queue: `bookmark ${id}`,
    optimistic: (to) => {
      patchThread(client, id, { bookmarked: to });
      return () => patchThread(client, id, { bookmarked: !to });
    },
    onDone: (response) => {
      patchThread(client, id, response);
      if (response.bookmarked) return;
      const undo = { label: forumsText.undo, onSelect: () => void run(true) };
      toast(forumsText.unbookmarked, { action: undo });
    },
    errors: "modal",
    changes: THREAD_LISTS,
  });
  return () => void run(!bookmarked);
}
