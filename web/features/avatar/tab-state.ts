import { useSearchParams } from "react-router";
import { ITEM_TYPE_NAMES, type ItemTypeName } from "#domain/items/rules.ts";

/** The customiser's tabs in their order (spec 2 §2). */
export const CATEGORY_TABS = [
  "hat",
  "face",
  "shirt",
  "pants",
  "shoes",
  "toy",
] as const satisfies ItemTypeName[];
export const MISC_TABS = ["outfits", "colors", "wearing"] as const;
export type Tab = (typeof CATEGORY_TABS)[number] | (typeof MISC_TABS)[number];

export const isCategory = (tab: Tab): tab is ItemTypeName => ITEM_TYPE_NAMES.includes(tab as ItemTypeName);

const TABS: readonly string[] = [...CATEGORY_TABS, ...MISC_TABS];

/** Tab and search of the customiser, in the address. */
export function useTab() {
  const [query, setQuery] = useSearchParams();
  const asked = query.get("tab") ?? "";
  const tab = (TABS.includes(asked) ? asked : "hat") as Tab;
  const show = (next: Tab, search = "") =>
    setQuery(
      { ...(next !== "hat" && { tab: next }), ...(search && { search }) },
      { replace: true, preventScrollReset: true },
    );
  return {
    tab,
    search: query.get("search") ?? "",
    choose: (next: Tab) => show(next),
    searchFor: (term: string) => show(tab, term),
  };
}
