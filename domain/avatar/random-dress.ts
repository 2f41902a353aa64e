import { ITEM_TYPE_IDS, type ItemTypeId } from "../items/item-types.ts";
import type { BopiColors } from "./colors.ts";
import { dressed } from "./colors.ts";
import { PALETTE } from "./palette.ts";
import { emptyWardrobe, equipItem, type Wardrobe, type Wearable } from "./rules.ts";

/** How likely a random dress has an item of a type, if there is one. */
const CHANCES: Record<ItemTypeId, number> = { 1: 0.9, 2: 0.35, 3: 0.8, 4: 0.9, 5: 0.9, 6: 0.9 };
const SECOND_HAT = 0.25;

/** Rows of the palette: skin tones, and colors for clothes. */
const SKIN = PALETTE[0] as readonly string[];
const CLOTHES = PALETTE.slice(2).flat();

/** Returns a random dress of the items, with matching colors. `random` returns numbers from 0 to below 1. */
export function randomDress<T extends Wearable>(
  items: readonly T[],
  random: () => number,
): { wardrobe: Wardrobe<T>; colors: BopiColors } {
  const pick = <V>(values: readonly V[]): V | undefined => values[Math.floor(random() * values.length)];
  const pickColor = (colors: readonly string[]) => pick(colors) as string;
  let wardrobe = emptyWardrobe<T>();
  const equipOne = (type: ItemTypeId) => {
    const item = pick(items.filter((one) => one.type.id === type));
    if (item) wardrobe = equipItem(wardrobe, item, "hat1");
  };
  for (const type of ITEM_TYPE_IDS) if (random() < CHANCES[type]) equipOne(type);
  if (random() < SECOND_HAT) equipOne(1);
  const colors = dressed(pickColor(SKIN), pickColor(CLOTHES), pickColor(CLOTHES), pickColor(CLOTHES));
  return { wardrobe, colors };
}
