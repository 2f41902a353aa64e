import type { ItemTypeId, Purchasable } from "#domain/items/rules.ts";
import { SEED_CLOTH } from "./art/cloth/cloth.ts";
import { SEED_MODELS } from "./art/models/models.ts";
import { seededRandom } from "./random.ts";

/** Something to wear that the demo world has, with the means to make its files. */
export interface SeedItem {
  type_id: ItemTypeId;
  name: string;
  description: string;
  /** 512 × 512 RGBA. */
  texture: () => Uint8ClampedArray;
  /** OBJ text of a hat or toy. */
  obj: (() => string) | null;
  /** Index of the person who made it: the administrator for everything official. */
  owner: number;
  purchasable: Purchasable;
  price: number;
}

const PRICES = [5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 150, 250, 500] as const;

/** Everything there is to wear, the oldest first. */
export const SEED_ITEMS: readonly SeedItem[] = makeItems();

function makeItems(): SeedItem[] {
  const random = seededRandom(2_024);
  // The classics of the first day lead both lists; then hats and clothes take turns, as they came out.
  const models = SEED_MODELS.map((model) => ({ ...model, obj: model.obj as SeedItem["obj"] }));
  const cloth = SEED_CLOTH.map((one) => ({ ...one, obj: null }));
  const all = [...models.slice(0, 5), ...cloth.slice(0, 7), ...interleave(models.slice(5), cloth.slice(7))];
  return all.map((item): SeedItem => {
    const official = item.type_id <= 3;
    const purchasable = random.chance(0.12) ? "offsale" : random.chance(0.1) ? "free" : "onsale";
    return {
      ...item,
      owner: official ? 0 : random.int(2, 40),
      purchasable,
      price: purchasable === "onsale" ? random.pick(PRICES) : 0,
    };
  });
}

/** Both lists in one, each keeping its order and its share of every stretch. */
function interleave<A, B>(a: readonly A[], b: readonly B[]): (A | B)[] {
  const placed = [
    ...a.map((one, i) => ({ one, at: (i + 0.5) / a.length })),
    ...b.map((one, i) => ({ one, at: (i + 0.5) / b.length })),
  ];
  return placed.sort((x, y) => x.at - y.at).map(({ one }) => one);
}
