import { FACES } from "./faces.ts";
import { FOOTWEAR } from "./footwear.ts";
import type { SeedCloth } from "./item.ts";
import { SHIRTS } from "./shirts.ts";
import { TROUSERS } from "./trousers.ts";

export type { SeedCloth } from "./item.ts";

/**
 * Everything the site's own tailor made: faces, shirts, trousers and shoes. The seven of the first day come
 * first, as other parts of the seed refer to them by their place.
 */
export const SEED_CLOTH: readonly SeedCloth[] = [
  ...FACES.slice(0, 1),
  ...SHIRTS.slice(0, 2),
  ...TROUSERS.slice(0, 2),
  ...FOOTWEAR.slice(0, 2),
  ...FACES.slice(1),
  ...SHIRTS.slice(2),
  ...TROUSERS.slice(2),
  ...FOOTWEAR.slice(2),
];
