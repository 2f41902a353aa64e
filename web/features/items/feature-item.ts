import { useQueryClient } from "@tanstack/react-query";
import type { Item } from "#domain/items/api.ts";
import { featureItemRoute } from "#domain/shop/api.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { CHANGED_BY_TRADE, patchItem } from "./item-query.ts";
import { itemsText } from "./text/items.ts";

/** Returns a function that toggles an item in the shop's carousel. */
export function useFeatureItem({ id, name }: Item): () => void {
  const client = useQueryClient();
  const { run } = useAction(() => call(featureItemRoute, { params: { id } }), {
    toast: ({ featured }) => (featured ? itemsText.featured(name) : itemsText.unfeatured(name)),
    onDone: ({ featured }) => patchItem(client, id, () => ({ is_featured: featured })),
    errors: "modal",
    changes: CHANGED_BY_TRADE,
  });
  return () => void run();
}
