import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bookmarkRoute, type ThreadCard } from "#domain/forums/api.ts";
import { tellActionFailed } from "#web/lib/action-error.ts";
import { call } from "#web/lib/api.ts";
import { forumsText } from "#web/text/forums.ts";
import { toast } from "#web/ui/toast-store.ts";
import { patchThread, refreshThreadLists } from "./thread-cache.ts";

/** Bookmarks a thread or takes that back; shown at once, taken back when it fails. One that is taken away can be undone. */
export function useBookmark({ id, bookmarked }: Pick<ThreadCard, "id" | "bookmarked">): () => void {
  const client = useQueryClient();
  const mutationKey = ["bookmark", id];
  const mutation = useMutation({
    mutationKey,
    // One after the other: each press turns what the one before it left.
    scope: { id: mutationKey.join(" ") },
    mutationFn: (_: boolean) => call(bookmarkRoute, { params: { id } }),
    onMutate: (to) => patchThread(client, id, { bookmarked: to }),
    onSuccess: (answer) => {
      // While another press is on its way, that one's answer is the truth.
      if (client.isMutating({ mutationKey }) > 1) return;
      patchThread(client, id, answer);
      if (!answer.bookmarked)
        toast(forumsText.unbookmarked, {
          action: { label: forumsText.undo, onSelect: () => mutation.mutate(true) },
        });
      void refreshThreadLists(client);
    },
    onError: (error, to) => {
      patchThread(client, id, { bookmarked: !to });
      tellActionFailed(error);
    },
  });
  return () => mutation.mutate(!bookmarked);
}
