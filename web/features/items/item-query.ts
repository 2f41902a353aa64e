import { type QueryClient, useQuery } from "@tanstack/react-query";
import { isParam } from "#domain/api/params.ts";
import { type Item, itemRoute } from "#domain/items/api.ts";
import { ResponseError } from "#web/lib/api.ts";
import { invalidateUrls, queryFor } from "#web/lib/query.ts";

export const itemQuery = (id: number) => queryFor(itemRoute, { params: { id } });

/** An item by the id in the address. */
export function useItem(id = "") {
  const isId = isParam("id", id);
  const query = useQuery({ ...itemQuery(Number(id)), enabled: isId });
  const isMissing = !isId || (query.error instanceof ResponseError && query.error.status === 404);
  return { ...query, item: query.data?.item, isMissing };
}

/** Changes what is known of an item, where it is known. */
export function patchItem(client: QueryClient, id: number, change: (item: Item) => Partial<Item>): void {
  client.setQueryData(itemQuery(id).queryKey, (old) => old && { item: { ...old.item, ...change(old.item) } });
}

/** What a purchase or an offer changes: the item and its copies, what people own and wear, and what is for sale. */
const TRADED = /^\/api\/(?:items|inventory|avatarinv|avatar|auth\/transactions|shop|wishlist)(?:\/|\?|$)/;

/** Has everything that a trade may have changed asked for again. */
export const refreshTrade = (client: QueryClient): Promise<void> => invalidateUrls(client, TRADED);
