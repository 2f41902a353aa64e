import { favoriteItemRoute, type Item } from "#domain/items/api.ts";
import { call } from "#web/lib/api.ts";
import { useItemToggle } from "./use-item-toggle.ts";

/** Returns a function that toggles an item in the user's favorites. */
export const useFavoriteItem = (item: Item): (() => void) =>
  useItemToggle(item, {
    name: "favorite",
    toggle: ({ favorited, favorites_count }) => ({
      favorited: !favorited,
      favorites_count: favorites_count + (favorited ? -1 : 1),
    }),
    send: () => call(favoriteItemRoute, { params: { id: item.id } }),
  });
