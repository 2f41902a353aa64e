import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bookmarkRoute, type ThreadCard } from "#domain/forums/api.ts";
import { showActionError } from "#web/lib/action-error.ts";
import { call } from "#web/lib/api.ts";
import { toast } from "#web/ui/toast-store.ts";
import { patchThread, refreshThreadLists } from "./patch-thread.ts";
import { forumsText } from "./text/forums.ts";

/** Toggles a thread's bookmark optimistically. Removing one can be undone. */
export function useBookmark({ id, bookmarked }: Pick<ThreadCard, "id" | "bookmarked">): () => void {
  const client = useQueryClient();
  const mutationKey = ["bookmark", id];
  const mutation = useMutation({
    mutationKey,
    // One at a time: each press toggles the result of the previous one.
    scope: { id: mutationKey.join(" ") },
    mutationFn: (_: boolean) => call(bookmarkRoute, { params: { id } }),
    onMutate: (to) => patchThread(client, id, { bookmarked: to }),
    onSuccess: (response) => {
      // Only the last press's response counts.
      if (client.isMutating({ mutationKey }) > 1) return;
      patchThread(client, id, response);
      if (!response.bookmarked)
        toast(forumsText.unbookmarked, {
          action: { label: forumsText.undo, onSelect: () => mutation.mutate(true) },
        });
      void refreshThreadLists(client);
    },
    onError: (error, to) => {
      patchThread(client, id, { bookmarked: !to });
      showActionError(error);
    },
  });
  return () => mutation.mutate(!bookmarked);
}
