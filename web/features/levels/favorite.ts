import { useMutation, useQueryClient } from "@tanstack/react-query";
import { favoriteLevelRoute, type Level } from "#domain/levels/api.ts";
import { tellActionFailed } from "#web/lib/action-error.ts";
import { call } from "#web/lib/api.ts";
import { patchLevel, refreshLists, stopLevelQuery } from "./level-query.ts";

const toggled = ({ favorited, favorites_count }: Level) => ({
  favorited: !favorited,
  favorites_count: favorites_count + (favorited ? -1 : 1),
});

/** Adds a level to one's favourites or takes it out; shown at once, taken back when it fails. */
export function useFavorite({ id }: Pick<Level, "id">): () => void {
  const client = useQueryClient();
  const mutationKey = ["favorite", "level", id];
  const mutation = useMutation({
    mutationKey,
    // One after the other: each press turns what the one before it left.
    scope: { id: mutationKey.join(" ") },
    mutationFn: () => call(favoriteLevelRoute, { params: { id } }),
    onMutate: async () => {
      await stopLevelQuery(client, id);
      patchLevel(client, id, toggled);
    },
    onSuccess: (answer) => {
      // While another press is on its way, that one's answer is the truth.
      if (client.isMutating({ mutationKey }) === 1) patchLevel(client, id, () => answer);
      void refreshLists(client);
    },
    onError: (error) => {
      patchLevel(client, id, toggled);
      tellActionFailed(error);
    },
  });
  return mutation.mutate;
}
