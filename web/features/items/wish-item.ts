import { useQueryClient } from "@tanstack/react-query";
import type { Item } from "#domain/items/api.ts";
import { wishItemRoute } from "#domain/shop/api.ts";
import { call } from "#web/lib/api.ts";
import { invalidateUrls } from "#web/lib/query.ts";
import { useItemToggle } from "./use-item-toggle.ts";

/** Returns a function that toggles an item on the user's wishlist. */
export function useWishItem(item: Item): () => void {
  const client = useQueryClient();
  return useItemToggle(item, {
    name: "wish",
    toggle: ({ wished, wishes_count }) => ({
      wished: !wished,
      wishes_count: wishes_count + (wished ? -1 : 1),
    }),
    send: () => call(wishItemRoute, { params: { id: item.id } }),
    onDone: () => void invalidateUrls(client, /^\/api\/wishlist(?:\?|$)/),
  });
}
