import { useQueryClient } from "@tanstack/react-query";
import type { Item } from "#domain/items/api.ts";
import { type ActionOptions, useAction } from "#web/lib/action.ts";
import { itemQueryOptions, patchItem } from "./item-query.ts";

interface ItemToggle extends Pick<ActionOptions<void, Partial<Item>>, "changes"> {
  name: string;
  /** Returns the item's changes. Must be its own inverse, to roll back. */
  toggle: (item: Item) => Partial<Item>;
  send: () => Promise<Partial<Item>>;
}

/** Returns a function that toggles something about an item optimistically. */
export function useItemToggle({ id }: Item, { name, toggle, send, changes = [] }: ItemToggle): () => void {
  const client = useQueryClient();
  const { run } = useAction(send, {
    queue: `${name} item ${id}`,
    optimistic: async () => {
      await client.cancelQueries({ queryKey: itemQueryOptions(id).queryKey });
      const toggleItem = () => patchItem(client, id, toggle);
      toggleItem();
      return toggleItem;
    },
    onDone: (response) => patchItem(client, id, () => response),
    errors: "modal",
    changes,
  });
  return () => void run();
}
