import { BOPI_PARTS, type BopiColors, type BopiPart } from "./colors.ts";

/** A part's color as the API names it: `head_color`. The torso's is `body_color` (spec 2 §3). */
export type ColorKey = `${Exclude<BopiPart, "torso"> | "body"}_color`;

export const colorKey = (part: BopiPart): ColorKey => `${part === "torso" ? "body" : part}_color`;

export const COLOR_KEYS: readonly ColorKey[] = BOPI_PARTS.map(colorKey);

export const keyedColors = (colors: BopiColors): Record<ColorKey, string> =>
  Object.fromEntries(BOPI_PARTS.map((part) => [colorKey(part), colors[part]])) as Record<ColorKey, string>;

export const colorsOf = (keyed: Record<ColorKey, string>): BopiColors =>
  Object.fromEntries(BOPI_PARTS.map((part) => [part, keyed[colorKey(part)]])) as BopiColors;
