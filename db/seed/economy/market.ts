import { monthOf } from "#domain/items/rules.ts";
import { bornAt, SEED_ITEMS } from "../items.ts";
import type { SeedPerson } from "../people.ts";
import { type Random, seededRandom, shuffled } from "../random.ts";
import type { SeedWardrobe } from "../wardrobes.ts";
import type { Books } from "./books.ts";

/** Something that is written into the books at its time. */
export interface Deed {
  at: number;
  write: (books: Books, at: number) => void;
}

const DAY = 24 * 60 * 60 * 1000;
/** A limited item is sold out so many days after it came out; its copies are resold in the last so many. */
const RUSH = 7;
const RESOLD = 60;
/** People an operator signs in as get what is off sale from the administrator. */
const DEMO_PEOPLE = 4;

/** How everybody came to what is in their wardrobes. */
export function marketDeeds(
  people: readonly SeedPerson[],
  wardrobes: readonly SeedWardrobe[],
  now: number,
): Deed[] {
  return SEED_ITEMS.flatMap(({ owner, limited }, item) => {
    const random = seededRandom(31_000 + item);
    const has = (person: number) => wardrobes[person]?.owned.includes(item) ?? false;
    const owners = [...people.keys()].filter((person) => person !== owner && has(person));
    const scene = { people, item, owners, random, now };
    return [
      { at: bornAt(item, now), write: (books: Books, at: number) => books.make(item + 1, at) },
      ...(limited === "sold out" ? resales(scene) : owners.map((person) => sale(scene, person))),
    ];
  });
}

interface Scene {
  people: readonly SeedPerson[];
  item: number;
  /** Who owns it in the end, as indexes. */
  owners: readonly number[];
  random: Random;
  now: number;
}

const joinedAt = ({ people, now }: Scene, person: number) => now - (people[person]?.joinedDaysAgo ?? 0) * DAY;

/** A purchase soon after the item came out, or some time after the buyer did. */
function sale(scene: Scene, person: number): Deed {
  const { item, random, now } = scene;
  const [from, to] = window(scene, person);
  const at = Math.floor(from + (Math.min(to, now) - from) * random.next() ** 2);
  const isGift = SEED_ITEMS[item]?.purchasable === "offsale" && person < DEMO_PEOPLE;
  return {
    at,
    write: (books) => (isGift ? books.give(person + 1, item + 1, at) : books.buy(person + 1, item + 1, at)),
  };
}

/** When somebody can have bought an item. */
function window(scene: Scene, person: number): [from: number, to: number] {
  const { item, now } = scene;
  const [born, joined] = [bornAt(item, now), joinedAt(scene, person)];
  const month = Date.parse(monthOf(now));
  switch (SEED_ITEMS[item]?.gold) {
    case "now":
      return [Math.max(month, joined), now];
    case "past":
      return [Date.parse(monthOf(month - 1)), month];
    default:
      return joined > born ? [joined, joined + 0.95 * (now - joined)] : [born, born + 2 * DAY];
  }
}

/** The sales of a limited item to the last copy, and how copies went from hand to hand until they had their owners of today. */
function resales(scene: Scene): Deed[] {
  const { people, item, owners, random, now } = scene;
  const born = bornAt(item, now);
  const wasThere = (person: number) => joinedAt(scene, person) < born;
  const others = [...people.keys()].filter(
    (person) => person !== SEED_ITEMS[item]?.owner && !owners.includes(person) && wasThere(person),
  );
  const traders = shuffled(others, random);
  return shuffled(owners, random).flatMap((owner, i) => {
    const hands = wasThere(owner) && i % 3 === 0 ? [] : traders.splice(0, random.int(1, 3));
    const [first = owner, ...rest] = hands;
    const at = Math.floor(born + random.next() * RUSH * DAY);
    const bought: Deed = { at, write: (books) => books.buy(first + 1, item + 1, at) };
    return [bought, ...(hands.length ? handOver(scene, [first, ...rest, owner]) : [])];
  });
}

/** The copy goes along a chain of people. */
function handOver(scene: Scene, hands: readonly number[]): Deed[] {
  const { item, random, now } = scene;
  // The owner of today was there when it came to them; those before had it in the weeks before that.
  const last = random.range(
    0.2,
    Math.min(RESOLD * 0.8, (now - joinedAt(scene, hands.at(-1) as number)) / DAY),
  );
  const days = [...hands.slice(2).map(() => random.range(last, RESOLD)), last].sort((a, b) => b - a);
  return days.map((daysAgo, i) => {
    const at = Math.floor(now - daysAgo * DAY);
    // What is rare grows dearer, with ups and downs.
    const worth = (SEED_ITEMS[item]?.sold_for ?? 0) * (2.4 - daysAgo / RESOLD) * random.range(0.75, 1.25);
    const [from = 0, to = 0] = hands.slice(i, i + 2);
    return {
      at,
      write: (books) => books.resell(item + 1, from + 1, to + 1, 5 * Math.ceil(worth / 5), at),
    };
  });
}
