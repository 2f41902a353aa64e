import { createLucideIcon, HardHat, type LucideIcon, Shirt, Smile, SportShoe, Sword } from "lucide-react";
import type { ItemTypeName } from "#domain/items/item-types.ts";

/** Lucide has no pants icon; this one matches its style. */
const Pants = createLucideIcon("pants", [
  ["path", { d: "M7 3h10l2 18h-4.5L12 10.5 9.5 21H5z", key: "legs" }],
  ["path", { d: "M6.6 7h10.8", key: "waist" }],
]);

export const TYPE_ICONS: Record<ItemTypeName, LucideIcon> = {
  hat: HardHat,
  toy: Sword,
  face: Smile,
  shirt: Shirt,
  pants: Pants,
  shoes: SportShoe,
};
