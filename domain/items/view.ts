import { readPage } from "../api/list-view.ts";

/** What stands below an item: what people say about it, or who has it. */
export const ITEM_TABS = ["comments", "owners"] as const;
export type ItemTab = (typeof ITEM_TABS)[number];

/** What an item's page shows, as its address has it. */
export interface ItemView {
  tab: ItemTab;
  /** Of the owners. */
  page: number;
  /** The page of the copies that are offered. */
  offers: number;
}

/** Reads the page's address; values that mean nothing are left out. */
export const readItemView = (query: URLSearchParams): ItemView => ({
  tab: ITEM_TABS.find((tab) => tab === query.get("tab")) ?? "comments",
  page: readPage(query),
  offers: readPage(query, "offers"),
});

/** The address query of a view: defaults are left out. */
export function writeItemView({ tab, page, offers }: ItemView): URLSearchParams {
  const query = new URLSearchParams();
  if (tab !== "comments") query.set("tab", tab);
  if (tab === "owners" && page > 1) query.set("page", String(page));
  if (offers > 1) query.set("offers", String(offers));
  return query;
}
