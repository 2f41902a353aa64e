import { FACES } from "./faces.ts";
import { PANTS } from "./pants.ts";
import type { SeedClothing } from "./seed-clothing.ts";
import { SHIRTS } from "./shirts.ts";
import { SHOES } from "./shoes.ts";

export type { SeedClothing } from "./seed-clothing.ts";

/**
 * All official faces, shirts, pants and shoes. The first seven are fixed, because other parts of the seed refer to them by
 * index.
 */
export const SEED_CLOTHING: readonly SeedClothing[] = [
  ...FACES.slice(0, 1),
  ...SHIRTS.slice(0, 2),
  ...PANTS.slice(0, 2),
  ...SHOES.slice(0, 2),
  ...FACES.slice(1),
  ...SHIRTS.slice(2),
  ...PANTS.slice(2),
  ...SHOES.slice(2),
];
