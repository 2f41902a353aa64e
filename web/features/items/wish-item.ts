import { useQueryClient } from "@tanstack/react-query";
import type { Item } from "#domain/items/api.ts";
import { wishItemRoute } from "#domain/shop/api.ts";
import { call } from "#web/lib/api.ts";
import { invalidateUrls } from "#web/lib/query.ts";
import { useItemToggle } from "./item-toggle.ts";

/** Puts an item on one's wishlist or takes it off. */
export function useWishItem(item: Item): () => void {
  const client = useQueryClient();
  return useItemToggle(item, {
    name: "wish",
    turned: ({ wished, wishes_count }) => ({
      wished: !wished,
      wishes_count: wishes_count + (wished ? -1 : 1),
    }),
    act: () => call(wishItemRoute, { params: { id: item.id } }),
    onDone: () => void invalidateUrls(client, /^\/api\/wishlist(?:\?|$)/),
  });
}
