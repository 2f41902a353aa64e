import { useQueryClient } from "@tanstack/react-query";
import { favoriteLevelRoute, type Level } from "#domain/levels/api.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { cancelLevelQuery, LEVEL_LISTS, patchLevel } from "./level-query.ts";

const toggleFavorite = ({ favorited, favorites_count }: Level) => ({
  favorited: !favorited,
  favorites_count: favorites_count + (favorited ? -1 : 1),
});

/** Adds a level to the user's favorites or removes it. */
export function useFavoriteLevel({ id }: Pick<Level, "id">): () => void {
  const client = useQueryClient();
  const { run } = useAction(() => call(favoriteLevelRoute, { params: { id } }), {
    queue: `favorite level ${id}`,
    optimistic: async () => {
      await cancelLevelQuery(client, id);
      const toggle = () => patchLevel(client, id, toggleFavorite);
      toggle();
      return toggle;
    },
    onDone: (response) => patchLevel(client, id, () => response),
    errors: "modal",
    changes: LEVEL_LISTS,
  });
  return () => void run();
}
