import { type QueryClient, useQuery } from "@tanstack/react-query";
import { isValidParam } from "#domain/api/params.ts";
import { type Item, itemRoute } from "#domain/items/api.ts";
import { isNotFound } from "#web/lib/api.ts";
import { invalidateUrls, queryFor } from "#web/lib/query.ts";

export const itemQueryOptions = (id: number) => queryFor(itemRoute, { params: { id } });

/** Loads an item by the id in the URL. */
export function useItem(id = "") {
  const isValidId = isValidParam("id", id);
  const query = useQuery({ ...itemQueryOptions(Number(id)), enabled: isValidId });
  const isMissing = !isValidId || isNotFound(query.error);
  return { ...query, item: query.data?.item, isMissing };
}

/** Applies a change to a cached item. */
export function patchItem(client: QueryClient, id: number, change: (item: Item) => Partial<Item>): void {
  client.setQueryData(
    itemQueryOptions(id).queryKey,
    (old) => old && { item: { ...old.item, ...change(old.item) } },
  );
}

/** URLs a trade affects: the item and its copies, inventories, avatars, transactions, the shop and the wishlist. */
const TRADE_URLS =
  /^\/api\/(?:items|inventory|avatarinv|avatar|closet|auth\/transactions|shop|wishlist)(?:\/|\?|$)/;

/** Invalidates everything a trade can have changed. */
export const invalidateTrade = (client: QueryClient): Promise<void> => invalidateUrls(client, TRADE_URLS);
