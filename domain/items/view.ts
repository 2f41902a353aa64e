import { optionField, pageField, queryView, type ViewOf } from "../api/list-view.ts";

export const ITEM_TABS = ["comments", "owners"] as const;
export type ItemTab = (typeof ITEM_TABS)[number];

const view = queryView({
  tab: optionField(ITEM_TABS, "comments"),
  page: pageField,
  offers: pageField,
});
export type ItemView = ViewOf<typeof view>;
export const readItemView = view.read;
export const writeItemView = (item: ItemView): URLSearchParams =>
  view.write(item.tab === "owners" ? item : { ...item, page: 1 });
