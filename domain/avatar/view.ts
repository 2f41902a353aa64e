import type { WearableItem } from "../items/entity.ts";

/** Where the customizer puts an item on as it opens, with the tab of its kind. */
export const wearAddress = ({ id, type }: Pick<WearableItem, "id" | "type">): string =>
  `/avatar?${new URLSearchParams({ tab: type.name, wear: String(id) })}`;

/** The id of the item that such an address puts on, or null. */
export function readWear(query: URLSearchParams): number | null {
  const id = Number(query.get("wear"));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
