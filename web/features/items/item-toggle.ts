import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Item } from "#domain/items/api.ts";
import { tellActionFailed } from "#web/lib/action-error.ts";
import { itemQuery, patchItem } from "./item-query.ts";

interface ItemToggle {
  name: string;
  /** What a press makes of the item. Twice is as if never. */
  turned: (item: Item) => Partial<Item>;
  act: () => Promise<Partial<Item>>;
  onDone?: () => void;
}

/** Turns something of an item on or off; shown at once, taken back when it fails. */
export function useItemToggle({ id }: Item, { name, turned, act, onDone }: ItemToggle): () => void {
  const client = useQueryClient();
  const mutationKey = [name, "item", id];
  const mutation = useMutation({
    mutationKey,
    // One after the other: each press turns what the one before it left.
    scope: { id: mutationKey.join(" ") },
    mutationFn: act,
    onMutate: async () => {
      await client.cancelQueries({ queryKey: itemQuery(id).queryKey });
      patchItem(client, id, turned);
    },
    onSuccess: (answer) => {
      // While another press is on its way, that one's answer is the truth.
      if (client.isMutating({ mutationKey }) === 1) patchItem(client, id, () => answer);
      onDone?.();
    },
    onError: (error) => {
      patchItem(client, id, turned);
      tellActionFailed(error);
    },
  });
  return mutation.mutate;
}
