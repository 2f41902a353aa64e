import { type QueryClient, useQuery } from "@tanstack/react-query";
import { isValidParam } from "#domain/api/params.ts";
import { type Item, itemRoute } from "#domain/items/api.ts";
import { isNotFound } from "#web/lib/api.ts";
import { at, patch, type Target } from "#web/lib/cache.ts";
import { queryFor } from "#web/lib/query.ts";

export const itemQueryOptions = (id: number) => queryFor(itemRoute, { params: { id } });

export function useItem(id = "") {
  const isValidId = isValidParam("id", id);
  const query = useQuery({ ...itemQueryOptions(Number(id)), enabled: isValidId });
  const isMissing = !isValidId || isNotFound(query.error);
  return { ...query, item: query.data?.item, isMissing };
}

export const patchItem = (client: QueryClient, id: number, change: (item: Item) => Partial<Item>): void =>
  patch(client, at("/api/items/{id}", { id }), ({ item }) => ({ item: { ...item, ...change(item) } }));

/** Responses that a trade affects: the item and its copies, inventories, avatars, transactions, the shop and the wishlist. */
export const CHANGED_BY_TRADE: readonly Target[] = [
  "/api/items/**",
  "/api/inventory/**",
  "/api/avatarinv/**",
  "/api/avatar/**",
  "/api/closet/**",
  "/api/auth/transactions",
  "/api/shop/**",
  "/api/wishlist/**",
];
