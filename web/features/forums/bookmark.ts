import { useQueryClient } from "@tanstack/react-query";
import { bookmarkRoute, type ThreadCard } from "#domain/forums/api.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { toast } from "#web/ui/toast-store.ts";
import { patchThread, THREAD_LISTS } from "./patch-thread.ts";
import { forumsText } from "./text/forums.ts";

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
