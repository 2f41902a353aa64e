import { useMutation, useQueryClient } from "@tanstack/react-query";
import { favoriteLevelRoute, type Level } from "#domain/levels/api.ts";
import { showActionError } from "#web/lib/action-error.ts";
import { call } from "#web/lib/api.ts";
import { cancelLevelQuery, patchLevel, refreshLevelLists } from "./level-query.ts";

const toggleFavorite = ({ favorited, favorites_count }: Level) => ({
  favorited: !favorited,
  favorites_count: favorites_count + (favorited ? -1 : 1),
});

/** Adds a level to the user's favorites or removes it. Optimistic: rolled back if the request fails. */
export function useFavoriteLevel({ id }: Pick<Level, "id">): () => void {
  const client = useQueryClient();
  const mutationKey = ["favorite", "level", id];
  const mutation = useMutation({
    mutationKey,
    // Runs one at a time: each press toggles the result of the one before.
    scope: { id: mutationKey.join(" ") },
    mutationFn: () => call(favoriteLevelRoute, { params: { id } }),
    onMutate: async () => {
      await cancelLevelQuery(client, id);
      patchLevel(client, id, toggleFavorite);
    },
    onSuccess: (response) => {
      // While another press is pending, only its response is current.
      if (client.isMutating({ mutationKey }) === 1) patchLevel(client, id, () => response);
      void refreshLevelLists(client);
    },
    onError: (error) => {
      patchLevel(client, id, toggleFavorite);
      showActionError(error);
    },
  });
  return mutation.mutate;
}
