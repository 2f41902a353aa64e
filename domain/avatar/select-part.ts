import type { BopiPart } from "./colors.ts";

/** The selection after a click: the part, or toggled with Ctrl, Shift or touch; never empty (spec 1 §4). */
export function selectPart(selected: readonly BopiPart[], part: BopiPart, several: boolean): BopiPart[] {
  if (!several) return [part];
  if (!selected.includes(part)) return [...selected, part];
  return selected.length === 1 ? [...selected] : selected.filter((other) => other !== part);
}
