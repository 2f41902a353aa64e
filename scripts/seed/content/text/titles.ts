import type { Theme } from "../worlds/themes.ts";
import { BUILT_TITLES } from "./titles-built.ts";
import { NATURE_TITLES } from "./titles-nature.ts";

/** Unique titles per kind of level. */
export const TITLES: Record<Theme, readonly string[]> = { ...BUILT_TITLES, ...NATURE_TITLES };
