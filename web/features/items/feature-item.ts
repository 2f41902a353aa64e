import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Item } from "#domain/items/api.ts";
import { featureItemRoute } from "#domain/shop/api.ts";
import { showActionError } from "#web/lib/action-error.ts";
import { call } from "#web/lib/api.ts";
import { toast } from "#web/ui/toast-store.ts";
import { invalidateTrade, patchItem } from "./item-query.ts";
import { itemsText } from "./text/items.ts";

/** Returns a function that toggles an item in the shop's carousel. */
export function useFeatureItem({ id, name }: Item): () => void {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => call(featureItemRoute, { params: { id } }),
    onSuccess: ({ featured }) => {
      patchItem(client, id, () => ({ is_featured: featured }));
      void invalidateTrade(client);
      toast(featured ? itemsText.featured(name) : itemsText.unfeatured(name), { tone: "good" });
    },
    onError: showActionError,
  });
  return mutation.mutate;
}
