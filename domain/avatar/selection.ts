import type { BopiPart } from "./colors.ts";

/**
 * The parts whose colour is being picked, after a click on one: it alone, or with Ctrl or Shift (or the toggle that
 * stands for them on touch) it joins or leaves the others. The last one can't leave (spec 1 §4).
 */
export function selectPart(selected: readonly BopiPart[], part: BopiPart, several: boolean): BopiPart[] {
  if (!several) return [part];
  if (!selected.includes(part)) return [...selected, part];
  return selected.length === 1 ? [...selected] : selected.filter((one) => one !== part);
}
