import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Item } from "#domain/items/api.ts";
import { showActionError } from "#web/lib/action-error.ts";
import { itemQueryOptions, patchItem } from "./item-query.ts";

interface ItemToggle {
  name: string;
  /** Returns the item's changes. Must be its own inverse, to roll back. */
  toggle: (item: Item) => Partial<Item>;
  send: () => Promise<Partial<Item>>;
  onDone?: () => void;
}

/** Returns a function that toggles something about an item optimistically. */
export function useItemToggle({ id }: Item, { name, toggle, send, onDone }: ItemToggle): () => void {
  const client = useQueryClient();
  const mutationKey = [name, "item", id];
  const mutation = useMutation({
    mutationKey,
    // One at a time: each press toggles the result of the previous one.
    scope: { id: mutationKey.join(" ") },
    mutationFn: send,
    onMutate: async () => {
      await client.cancelQueries({ queryKey: itemQueryOptions(id).queryKey });
      patchItem(client, id, toggle);
    },
    onSuccess: (response) => {
      // Only the last press's response counts.
      if (client.isMutating({ mutationKey }) === 1) patchItem(client, id, () => response);
      onDone?.();
    },
    onError: (error) => {
      patchItem(client, id, toggle);
      showActionError(error);
    },
  });
  return mutation.mutate;
}
