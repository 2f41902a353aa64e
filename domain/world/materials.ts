/* Apart from block.ts, so the web player loads them without the schemas. */

export const SHAPES = ["box", "wedge", "pyramid", "cylinder", "cone", "sphere"] as const;
export const MATERIALS = [
  "plastic",
  "wood",
  "brick",
  "grass",
  "dirt",
  "stone",
  "sand",
  "snow",
  "ice",
  "metal",
  "glass",
  "neon",
  "water",
  "lava",
  "leaves",
  "cloth",
] as const;
export type Material = (typeof MATERIALS)[number];
