/* Apart from block.ts and schema.ts, so the builder loads them without the schemas. */

/** Effects of touching a block: `ghost` lets players walk through, `crumble` makes it fall after a step. */
export const EFFECTS = ["bounce", "boost", "crumble", "ghost"] as const;
export const HAZARD_KINDS = ["lava", "spikes", "saw", "laser", "poison"] as const;
export const AMBIENCES = [
  "day",
  "sunset",
  "night",
  "space",
  "snow",
  "spooky",
  "ember",
  "candy",
  "jungle",
  "indoor",
] as const;
