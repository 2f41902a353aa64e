import { useMutation, useQueryClient } from "@tanstack/react-query";
import { favoriteItemRoute, type Item, itemRoute } from "#domain/items/api.ts";
import { tellActionFailed } from "#web/lib/action-error.ts";
import { call } from "#web/lib/api.ts";
import { ask } from "#web/lib/query.ts";

const toggled = ({ favorited, favorites_count }: Item) => ({
  favorited: !favorited,
  favorites_count: favorites_count + (favorited ? -1 : 1),
});

/** Adds an item to one's favourites or takes it out; shown at once, taken back when it fails. */
export function useFavoriteItem({ id }: Item): () => void {
  const client = useQueryClient();
  const { queryKey } = ask(itemRoute, { params: { id } });
  const mutationKey = ["favorite", "item", id];
  const patch = (change: (item: Item) => Partial<Item>) =>
    client.setQueryData(queryKey, (old) => old && { item: { ...old.item, ...change(old.item) } });
  const mutation = useMutation({
    mutationKey,
    // One after the other: each press turns what the one before it left.
    scope: { id: mutationKey.join(" ") },
    mutationFn: () => call(favoriteItemRoute, { params: { id } }),
    onMutate: async () => {
      await client.cancelQueries({ queryKey });
      patch(toggled);
    },
    onSuccess: (answer) => {
      // While another press is on its way, that one's answer is the truth.
      if (client.isMutating({ mutationKey }) === 1) patch(() => answer);
    },
    onError: (error) => {
      patch(toggled);
      tellActionFailed(error);
    },
  });
  return mutation.mutate;
}
