import type { Slot } from "#domain/avatar/slots.ts";
import type { ItemTypeId } from "#domain/items/item-types.ts";
import { SEED_ITEMS } from "./items.ts";
import type { SeedPerson } from "./people.ts";
import { type Random, seededRandom, shuffled } from "./random.ts";

/** A user's equipped items, as indexes into the items. */
export type SeedLook = Partial<Record<Slot, number>>;

export interface SeedWardrobe {
  /** Indexes of the owned items, in the order of acquisition. */
  owned: number[];
  equipped: SeedLook;
  outfits: { name: string; equipped: SeedLook }[];
}

/** The probability of equipping each kind of item. */
const SLOT_CHANCES: readonly (readonly [Slot, ItemTypeId, number])[] = [
  ["hat1", 1, 0.72],
  ["face", 3, 0.82],
  ["toy", 2, 0.38],
  ["shirt", 4, 0.92],
  ["pants", 5, 0.82],
  ["shoes", 6, 0.85],
];
const OUTFIT_NAMES = ["Racing day", "Sunday best", "Do not disturb", "Boss fight", "Beach, maybe", "Plan B"];
/** The demo sign-ins own many items, and the first one everything. */
const SIGN_IN_COUNT = 4;

/** Returns every user's wardrobe. No two users look the same. */
export function seedWardrobes(people: readonly SeedPerson[]): SeedWardrobe[] {
  const seen = new Set<string>();
  return people.map((_, person) => {
    const random = seededRandom(9_001 + person * 37);
    const owned = ownedBy(person, random).filter((item) => canOwn(people[person], item));
    let equipped = pickEquipped(owned, random);
    while (seen.has(JSON.stringify(equipped))) equipped = pickEquipped(owned, random);
    seen.add(JSON.stringify(equipped));
    const outfits = person < SIGN_IN_COUNT ? OUTFIT_NAMES.slice(0, 3 + person) : [];
    return {
      owned,
      equipped,
      outfits: outfits.map((name) => ({ name, equipped: pickEquipped(owned, random) })),
    };
  });
}

/** The minimum account age, in days, to own items of the previous Gold month. */
const PAST_MONTH_MIN_DAYS = 70;

/** Returns whether a user can own an item. Gold items need Gold in their month; the admin owns all official ones. */
function canOwn(person: SeedPerson | undefined, item: number): boolean {
  const { gold, owner } = SEED_ITEMS[item] ?? {};
  if (!person || !gold || (owner === 0 && person.role === "admin")) return true;
  return person.gold && (gold === "now" || person.joinedDaysAgo > PAST_MONTH_MIN_DAYS);
}

function ownedBy(person: number, random: Random): number[] {
  const all = SEED_ITEMS.map((_, i) => i);
  if (person === 0) return all;
  const made = all.filter((i) => SEED_ITEMS[i]?.owner === person);
  const share = person < SIGN_IN_COUNT ? 0.62 : random.range(0.12, 0.42);
  const others = shuffled(
    all.filter((i) => !made.includes(i)),
    random,
  );
  return [...made, ...others.slice(0, Math.round(all.length * share))].sort((a, b) => a - b);
}

function pickEquipped(owned: readonly number[], random: Random): SeedLook {
  const equipped: SeedLook = {};
  for (const [slot, type, likely] of SLOT_CHANCES) {
    const choice = owned.filter((i) => SEED_ITEMS[i]?.type_id === type);
    if (choice.length > 0 && random.chance(likely)) equipped[slot] = random.pick(choice);
  }
  return equipped;
}
