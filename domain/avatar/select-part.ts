import type { BopiPart } from "./colors.ts";

/**
 * The selected body parts after a click on one: it alone, or, with Ctrl, Shift or the touch toggle, added to or removed
 * from the selection. The last one can't be removed (spec 1 §4).
 */
export function selectPart(selected: readonly BopiPart[], part: BopiPart, several: boolean): BopiPart[] {
  if (!several) return [part];
  if (!selected.includes(part)) return [...selected, part];
  return selected.length === 1 ? [...selected] : selected.filter((other) => other !== part);
}
