import { readPage } from "../api/list-view.ts";

/** The tabs below an item. */
export const ITEM_TABS = ["comments", "owners"] as const;
export type ItemTab = (typeof ITEM_TABS)[number];

/** The state of an item's page as its URL has it. */
export interface ItemView {
  tab: ItemTab;
  /** Page of the owners. */
  page: number;
  /** Page of the resale offers. */
  offers: number;
}

/** Reads the page's URL query and ignores invalid values. */
export const readItemView = (query: URLSearchParams): ItemView => ({
  tab: ITEM_TABS.find((tab) => tab === query.get("tab")) ?? "comments",
  page: readPage(query),
  offers: readPage(query, "offers"),
});

/** The URL query of a view, without defaults. */
export function writeItemView({ tab, page, offers }: ItemView): URLSearchParams {
  const query = new URLSearchParams();
  if (tab !== "comments") query.set("tab", tab);
  if (tab === "owners" && page > 1) query.set("page", String(page));
  if (offers > 1) query.set("offers", String(offers));
  return query;
}
