import type { Item } from "#domain/items/api.ts";
import { wishItemRoute } from "#domain/wishlist/api.ts";
import { call } from "#web/lib/api.ts";
import { useItemToggle } from "./use-item-toggle.ts";

/** Returns a function that toggles an item on the user's wishlist. */
export const useWishItem = (item: Item): (() => void) =>
  useItemToggle(item, {
    name: "wish",
    toggle: ({ wished, wishes_count }) => ({
      wished: !wished,
      wishes_count: wishes_count + (wished ? -1 : 1),
    }),
    send: () => call(wishItemRoute, { params: { id: item.id } }),
    changes: ["/api/wishlist"],
  });
