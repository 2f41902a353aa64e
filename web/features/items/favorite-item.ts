import { favoriteItemRoute, type Item } from "#domain/items/api.ts";
import { call } from "#web/lib/api.ts";
import { useItemToggle } from "./item-toggle.ts";

/** Adds an item to one's favourites or takes it out. */
export const useFavoriteItem = (item: Item): (() => void) =>
  useItemToggle(item, {
    name: "favorite",
    turned: ({ favorited, favorites_count }) => ({
      favorited: !favorited,
      favorites_count: favorites_count + (favorited ? -1 : 1),
    }),
    act: () => call(favoriteItemRoute, { params: { id: item.id } }),
  });
