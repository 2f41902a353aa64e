import type { ItemTypeId, Purchasable } from "#domain/items/rules.ts";
import { SEED_CLOTH } from "./art/cloth/cloth.ts";
import { SEED_MODELS } from "./art/models/models.ts";
import { seedPeople } from "./people.ts";
import { seededRandom } from "./random.ts";

const DAY = 24 * 60 * 60 * 1000;
/** Days from one item to the next. */
const PACE = 3;

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
  /** What copies cost when they were sold: of an item off sale, its price before that. */
  sold_for: number;
  /** A limited item, of which the last copy is gone or not. */
  limited: "sold out" | "on sale" | null;
  /** A Gold month: this one, or the one before. */
  gold: "now" | "past" | null;
  /** It is in the shop's carousel. */
  featured: boolean;
}

const LIMITED: Record<string, SeedItem["limited"]> = {
  "Ten out of Ten": "sold out",
  "Wizard's Second Hat": "sold out",
  "Wind-Up Robot": "sold out",
  "Mostly Magic Wand": "on sale",
};
const GOLD: Record<string, SeedItem["gold"]> = { "Crown of Sunday": "now", "Goldfish Express": "past" };
const FEATURED = [
  "Good Morning Toaster",
  "Starstruck",
  "Star Hoodie",
  "Crown of Sunday",
  "Borrowed Cat",
  "Mostly Magic Wand",
  "Space Leggings",
  "Rocket Boots",
];

const PRICES = [5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 150, 250, 500] as const;

/** Everything there is to wear, the oldest first. */
export const SEED_ITEMS: readonly SeedItem[] = makeItems();

function makeItems(): SeedItem[] {
  const random = seededRandom(2_024);
  // The classics of the first day lead both lists; then hats and clothes take turns, as they came out.
  const models = SEED_MODELS.map((model) => ({ ...model, obj: model.obj as SeedItem["obj"] }));
  const cloth = SEED_CLOTH.map((one) => ({ ...one, obj: null }));
  const all = [...models.slice(0, 5), ...cloth.slice(0, 7), ...interleave(models.slice(5), cloth.slice(7))];
  return all.map((item, i): SeedItem => {
    const official = item.type_id <= 3;
    const purchasable = random.chance(0.12) ? "offsale" : random.chance(0.1) ? "free" : "onsale";
    const owner = official ? 0 : makerFrom(random.int(2, 40), (all.length - i) * PACE);
    const price = purchasable === "onsale" ? random.pick(PRICES) : 0;
    return {
      ...item,
      owner,
      purchasable,
      price,
      sold_for: purchasable === "offsale" ? (PRICES[i % PRICES.length] as number) : price,
      limited: LIMITED[item.name] ?? null,
      gold: GOLD[item.name] ?? null,
      featured: FEATURED.includes(item.name),
    };
  });
}

/** The first of the makers from this one on who was there when an item of that age came out. */
function makerFrom(index: number, daysAgo: number): number {
  const people = seedPeople().slice(2, 41);
  const next = [...people.keys()].map((i) => (index - 2 + i) % people.length);
  return 2 + (next.find((i) => (people[i]?.joinedDaysAgo ?? 0) > daysAgo) ?? 0);
}

/** When an item came out. */
export const bornAt = (item: number, now: number): number => now - (SEED_ITEMS.length - item) * PACE * DAY;

/** Both lists in one, each keeping its order and its share of every stretch. */
function interleave<A, B>(a: readonly A[], b: readonly B[]): (A | B)[] {
  const placed = [
    ...a.map((one, i) => ({ one, at: (i + 0.5) / a.length })),
    ...b.map((one, i) => ({ one, at: (i + 0.5) / b.length })),
  ];
  return placed.sort((x, y) => x.at - y.at).map(({ one }) => one);
}
