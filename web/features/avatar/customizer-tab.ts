import { useSearchParams } from "react-router";
import { ITEM_TYPE_NAMES, type ItemTypeName } from "#domain/items/rules.ts";

/** The customizer's tabs in order (spec 2 §2). */
export const CATEGORY_TABS = [
  "hat",
  "face",
  "shirt",
  "pants",
  "shoes",
  "toy",
] as const satisfies ItemTypeName[];
export const MISC_TABS = ["outfits", "colors", "wearing"] as const;
export type CustomizerTab = (typeof CATEGORY_TABS)[number] | (typeof MISC_TABS)[number];

export const isCategoryTab = (tab: CustomizerTab): tab is ItemTypeName =>
  ITEM_TYPE_NAMES.includes(tab as ItemTypeName);

const TABS: readonly string[] = [...CATEGORY_TABS, ...MISC_TABS];

/** The customizer's tab and search, stored in the URL. */
export function useCustomizerTab() {
  const [query, setQuery] = useSearchParams();
  const requested = query.get("tab") ?? "";
  const tab = (TABS.includes(requested) ? requested : "hat") as CustomizerTab;
  const show = (next: CustomizerTab, search = "") =>
    setQuery(
      { ...(next !== "hat" && { tab: next }), ...(search && { search }) },
      { replace: true, preventScrollReset: true },
    );
  return {
    tab,
    search: query.get("search") ?? "",
    selectTab: (next: CustomizerTab) => show(next),
    setSearch: (term: string) => show(tab, term),
  };
}
