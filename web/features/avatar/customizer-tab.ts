import { useSearchParams } from "react-router";
import { ITEM_TYPE_NAMES, type ItemTypeName } from "#domain/items/item-types.ts";

/** The customizer's tabs (spec 2 §2). Colors come early: everyone can change those at once. */
export const CUSTOMIZER_TABS = [
  "hat",
  "colors",
  "face",
  "shirt",
  "pants",
  "shoes",
  "toy",
  "wearing",
  "outfits",
] as const satisfies (ItemTypeName | "outfits" | "colors" | "wearing")[];
export type CustomizerTab = (typeof CUSTOMIZER_TABS)[number];

export const isCategoryTab = (tab: CustomizerTab): tab is CustomizerTab & ItemTypeName =>
  ITEM_TYPE_NAMES.includes(tab as ItemTypeName);

const TABS: readonly string[] = CUSTOMIZER_TABS;

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
