import type { Theme } from "../worlds/themes.ts";
import { BUILT_TITLES } from "./titles-built.ts";
import { NATURE_TITLES } from "./titles-nature.ts";

/** What the creators of each kind of level called theirs; no title appears twice. */
export const TITLES: Record<Theme, readonly string[]> = { ...BUILT_TITLES, ...NATURE_TITLES };
