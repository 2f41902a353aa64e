import type { WearableItem } from "../items/wearable-item.ts";

/** The URL that opens the customizer on the item's tab and equips the item. */
export const wearUrl = ({ id, type }: Pick<WearableItem, "id" | "type">): string =>
  `/avatar?${new URLSearchParams({ tab: type.name, wear: String(id) })}`;

export function readWearId(query: URLSearchParams): number | null {
  const id = Number(query.get("wear"));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
