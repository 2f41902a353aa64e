import type { Slot } from "#domain/avatar/slots.ts";
import type { ItemTypeId } from "#domain/items/rules.ts";
import { SEED_ITEMS } from "./items.ts";
import type { SeedPerson } from "./people.ts";
import { type Random, seededRandom, shuffled } from "./random.ts";

/** What a person wears, as indexes into the items. */
export type SeedLook = Partial<Record<Slot, number>>;

export interface SeedWardrobe {
  /** Indexes of the items the person owns, in the order they got them. */
  owned: number[];
  worn: SeedLook;
  outfits: { name: string; worn: SeedLook }[];
}

/** How likely somebody wears a thing of each kind. */
const HABITS: readonly (readonly [Slot, ItemTypeId, number])[] = [
  ["hat1", 1, 0.72],
  ["face", 3, 0.82],
  ["toy", 2, 0.38],
  ["shirt", 4, 0.92],
  ["pants", 5, 0.82],
  ["shoes", 6, 0.85],
];
const OUTFIT_NAMES = ["Racing day", "Sunday best", "Do not disturb", "Boss fight", "Beach, maybe", "Plan B"];
/** People an operator signs in as: they own plenty, and the first one everything. */
const DEMO_PEOPLE = 4;

/** Everybody's wardrobe: no two people look the same. */
export function seedWardrobes(people: readonly SeedPerson[]): SeedWardrobe[] {
  const seen = new Set<string>();
  return people.map((_, person) => {
    const random = seededRandom(9_001 + person * 37);
    const owned = ownedBy(person, random).filter((item) => canHave(people[person], item));
    let worn = dress(owned, random);
    while (seen.has(JSON.stringify(worn))) worn = dress(owned, random);
    seen.add(JSON.stringify(worn));
    const outfits = person < DEMO_PEOPLE ? OUTFIT_NAMES.slice(0, 3 + person) : [];
    return { owned, worn, outfits: outfits.map((name) => ({ name, worn: dress(owned, random) })) };
  });
}

/** Days since when somebody must be there to have got what was sold last month. */
const LAST_MONTH = 70;

/** Items of a Gold month are owned by whoever had Gold in it; their maker has everything. */
function canHave(person: SeedPerson | undefined, item: number): boolean {
  const { gold, owner } = SEED_ITEMS[item] ?? {};
  if (!person || !gold || (owner === 0 && person.role === "admin")) return true;
  return person.gold && (gold === "now" || person.joinedDaysAgo > LAST_MONTH);
}

function ownedBy(person: number, random: Random): number[] {
  const all = SEED_ITEMS.map((_, i) => i);
  if (person === 0) return all;
  const made = all.filter((i) => SEED_ITEMS[i]?.owner === person);
  const share = person < DEMO_PEOPLE ? 0.62 : random.range(0.12, 0.42);
  const others = shuffled(
    all.filter((i) => !made.includes(i)),
    random,
  );
  return [...made, ...others.slice(0, Math.round(all.length * share))].sort((a, b) => a - b);
}

function dress(owned: readonly number[], random: Random): SeedLook {
  const worn: SeedLook = {};
  for (const [slot, type, likely] of HABITS) {
    const choice = owned.filter((i) => SEED_ITEMS[i]?.type_id === type);
    if (choice.length > 0 && random.chance(likely)) worn[slot] = random.pick(choice);
  }
  return worn;
}
