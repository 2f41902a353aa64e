import type { ItemTypeId } from "#domain/items/item-types.ts";
import type { Purchasable } from "#domain/items/rules.ts";
import { STARTER_ITEMS, STARTER_KEYS, type StarterKey } from "#domain/starter/starter-items.ts";
import { seedPeople } from "./people.ts";
import { seededRandom } from "./random.ts";
import { readTexts } from "./texts.ts";

const DAY = 24 * 60 * 60 * 1000;
/** Days between item releases. */
const RELEASE_INTERVAL_DAYS = 3;

/** An item of the demo world. Its files are in the folder `items`. */
export interface SeedItem {
  type_id: ItemTypeId;
  name: string;
  description: string;
  /** Index of the creator; the admin for official items. */
  owner: number;
  purchasable: Purchasable;
  price: number;
  /** The price of a sold copy: for an item off sale, its earlier price. */
  sold_for: number;
  /** Set for Limited items. */
  limited: "sold out" | "on sale" | null;
  /** The item's Gold month: the current one or the previous one. */
  gold: "now" | "past" | null;
  /** Shown in the shop's carousel. */
  featured: boolean;
  /** Which starter item it is; null for all others. */
  starter: StarterKey | null;
}

/** All items, oldest first: what doesn't follow from the names. */
const TEXTS =
  readTexts<
    (Pick<SeedItem, "type_id" | "name" | "description"> &
      Partial<Pick<SeedItem, "limited" | "gold" | "featured">>)[]
  >("items");

const PRICES = [5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 150, 250, 500] as const;

/** All items, oldest first. */
export const SEED_ITEMS: readonly SeedItem[] = makeItems();

function makeItems(): SeedItem[] {
  const random = seededRandom(2_024);
  return TEXTS.map((item, i): SeedItem => {
    const official = item.type_id <= 3;
    const starter = STARTER_KEYS.find((key) => STARTER_ITEMS[key].name === item.name) ?? null;
    const sale = random.chance(0.12) ? "offsale" : random.chance(0.1) ? "free" : "onsale";
    const purchasable = starter ? "free" : sale;
    const owner = official ? 0 : findCreator(random.int(2, 40), (TEXTS.length - i) * RELEASE_INTERVAL_DAYS);
    const picked = sale === "onsale" ? random.pick(PRICES) : 0;
    const price = starter ? 0 : picked;
    return {
      ...item,
      owner,
      purchasable,
      price,
      sold_for: purchasable === "offsale" ? (PRICES[i % PRICES.length] as number) : price,
      limited: item.limited ?? null,
      gold: item.gold ?? null,
      featured: item.featured ?? false,
      starter,
    };
  });
}

/** Returns the first creator from this index on who had joined when an item of that age was released. */
function findCreator(index: number, daysAgo: number): number {
  const people = seedPeople().slice(2, 41);
  const next = [...people.keys()].map((i) => (index - 2 + i) % people.length);
  return 2 + (next.find((i) => (people[i]?.joinedDaysAgo ?? 0) > daysAgo) ?? 0);
}

/** Returns when an item was released. */
export const releasedAt = (item: number, now: number): number =>
  now - (SEED_ITEMS.length - item) * RELEASE_INTERVAL_DAYS * DAY;
