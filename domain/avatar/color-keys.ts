import { BOPI_PARTS, type BopiColors, type BopiPart } from "./colors.ts";

/** A part's colour as calls name it: `head_color`; the torso's is `body_color` (spec 2 §3). */
export type ColorKey = `${Exclude<BopiPart, "torso"> | "body"}_color`;

export const colorKey = (part: BopiPart): ColorKey => `${part === "torso" ? "body" : part}_color`;

export const COLOR_KEYS: readonly ColorKey[] = BOPI_PARTS.map(colorKey);

/** Colours under the names of the calls. */
export const keyedColors = (colors: BopiColors): Record<ColorKey, string> =>
  Object.fromEntries(BOPI_PARTS.map((part) => [colorKey(part), colors[part]])) as Record<ColorKey, string>;

/** And back. */
export const colorsOf = (keyed: Record<ColorKey, string>): BopiColors =>
  Object.fromEntries(BOPI_PARTS.map((part) => [part, keyed[colorKey(part)]])) as BopiColors;
