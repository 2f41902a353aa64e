import { useSyncExternalStore } from "react";
import { createStore } from "./store.ts";
import { useUser } from "./user.ts";

/** The pictures of items that were rendered while this page is open. An item is rendered once: its files never change. */
const renderedItems = createStore<ReadonlyMap<number, string>>(new Map());

/** A picture that has been rendered: every place that shows the item shows it now. */
export function addItemPicture({ id, thumbnail_url }: { id: number; thumbnail_url: string }): void {
  renderedItems.set(new Map(renderedItems.get()).set(id, thumbnail_url));
}

/** Returns the URL of an item's picture, which can be newer than the response that the item comes from. */
export function useItemPicture({ id, thumbnail_url }: { id: number; thumbnail_url: string }): string {
  const rendered = () => renderedItems.get().get(id);
  return useSyncExternalStore(renderedItems.subscribe, rendered, rendered) ?? thumbnail_url;
}

/**
 * Returns the pictures of a user's bopi. Those of the signed-in user are always the newest ones, whatever response the user
 * comes from: they change while pages are open.
 */
export function useBopi<Bopi extends { headshot_url: string }>(user: { username: string; bopi: Bopi }): Bopi {
  const me = useUser();
  return me?.username === user.username ? { ...user.bopi, ...me.bopi } : user.bopi;
}
