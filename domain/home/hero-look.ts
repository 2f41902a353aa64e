import { type BopiLook, coloredLook } from "../avatar/bopi-look.ts";
import { DEFAULT_COLORS } from "../avatar/colors.ts";
import { SHOW_OUTFITS } from "../avatar/outfits.ts";
import { slotsOf } from "../avatar/slots.ts";
import type { StarterItem } from "../starter/api.ts";
import { STARTER_SETS, type StarterSet } from "../starter/starter-sets.ts";

/** A show bopi in a starter set, as far as the site has its items. */
export function starterSetLook(set: StarterSet, starters: readonly StarterItem[]): BopiLook {
  const keys: readonly string[] = STARTER_SETS[set];
  const look = coloredLook(SHOW_OUTFITS[0] ?? DEFAULT_COLORS);
  for (const { id, starter, type } of starters) {
    const slot = slotsOf(type.id)[0];
    if (keys.includes(starter) && slot) look.items[slot] = id;
  }
  return look;
}

/** Returns the look without the items that aren't among the starter items. */
export function withoutOtherItems(look: BopiLook, starters: readonly StarterItem[]): BopiLook {
  const isKnown = (id: number | null) => starters.some((item) => item.id === id);
  const items = Object.fromEntries(
    Object.entries(look.items).map(([slot, id]) => [slot, isKnown(id) ? id : null]),
  ) as BopiLook["items"];
  return { ...look, items };
}

/** The look of the front page's bopi until the visitor changes it. */
export const heroLook = (starters: readonly StarterItem[]): BopiLook => starterSetLook("sunny", starters);
