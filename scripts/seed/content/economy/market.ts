import { monthOf } from "#domain/items/rules.ts";
import { releasedAt, SEED_ITEMS } from "../items.ts";
import type { SeedPerson } from "../people.ts";
import { type Random, seededRandom, shuffled } from "../random.ts";
import type { SeedWardrobe } from "../wardrobes.ts";
import type { SeedLedger } from "./seed-ledger.ts";

/** Something to write to the ledger at its time. */
export interface LedgerEvent {
  at: number;
  write: (ledger: SeedLedger, at: number) => void;
}

const DAY = 24 * 60 * 60 * 1000;
/** A Limited sells out within this many ages of its release. */
const SELL_OUT_DAYS = 7;
/** Resales happen within this many ages before now. */
const RESALE_DAYS = 60;
/** The demo sign-ins get items that are off sale as grants from the admin. */
const SIGN_IN_COUNT = 4;

/** Returns the purchases and grants that fill all wardrobes. */
export function marketEvents(people: readonly SeedPerson[], wardrobes: readonly SeedWardrobe[], now: number) {
  return SEED_ITEMS.flatMap(({ owner, limited }, item) => {
    const random = seededRandom(31_000 + item);
    const has = (person: number) => wardrobes[person]?.owned.includes(item) ?? false;
    const owners = [...people.keys()].filter((person) => person !== owner && has(person));
    const market = { people, item, owners, random, now };
    return [
      { at: releasedAt(item, now), write: (ledger: SeedLedger, at: number) => ledger.make(item + 1, at) },
      ...(limited === "sold out" ? resales(market) : owners.map((person) => sale(market, person))),
    ];
  });
}

interface ItemMarket {
  people: readonly SeedPerson[];
  item: number;
  /** Indexes of the current owners. */
  owners: readonly number[];
  random: Random;
  now: number;
}

const joinedAt = ({ people, now }: ItemMarket, person: number) =>
  now - (people[person]?.joinedDaysAgo ?? 0) * DAY;

/** Returns a purchase soon after the item's release, or some time after the buyer joined. */
function sale(market: ItemMarket, person: number): LedgerEvent {
  const { item, random, now } = market;
  const [from, to] = purchasePeriod(market, person);
  const at = Math.floor(from + (Math.min(to, now) - from) * random.next() ** 2);
  const isGift = SEED_ITEMS[item]?.purchasable === "offsale" && person < SIGN_IN_COUNT;
  return {
    at,
    write: (ledger) =>
      isGift ? ledger.give(person + 1, item + 1, at) : ledger.buy(person + 1, item + 1, at),
  };
}

/** Returns the period in which a user can have bought an item. */
function purchasePeriod(market: ItemMarket, person: number): [from: number, to: number] {
  const { item, now } = market;
  const [born, joined] = [releasedAt(item, now), joinedAt(market, person)];
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

/** Returns the sales of all copies of a Limited, and the resales until they reach their current owners. */
function resales(market: ItemMarket): LedgerEvent[] {
  const { people, item, owners, random, now } = market;
  const born = releasedAt(item, now);
  const wasThere = (person: number) => joinedAt(market, person) < born;
  const others = [...people.keys()].filter(
    (person) => person !== SEED_ITEMS[item]?.owner && !owners.includes(person) && wasThere(person),
  );
  const traders = shuffled(others, random);
  return shuffled(owners, random).flatMap((owner, i) => {
    const hands = wasThere(owner) && i % 3 === 0 ? [] : traders.splice(0, random.int(1, 3));
    const [first = owner, ...rest] = hands;
    const at = Math.floor(born + random.next() * SELL_OUT_DAYS * DAY);
    const bought: LedgerEvent = { at, write: (ledger) => ledger.buy(first + 1, item + 1, at) };
    return [bought, ...(hands.length ? resaleChain(market, [first, ...rest, owner]) : [])];
  });
}

/** Returns the resales of a copy along a chain of users. */
function resaleChain(market: ItemMarket, hands: readonly number[]): LedgerEvent[] {
  const { item, random, now } = market;
  // The current owner had joined by the last resale; the earlier ones happened in the weeks before.
  const last = random.range(
    0.2,
    Math.min(RESALE_DAYS * 0.8, (now - joinedAt(market, hands.at(-1) as number)) / DAY),
  );
  const ages = [...hands.slice(2).map(() => random.range(last, RESALE_DAYS)), last].sort((a, b) => b - a);
  return ages.map((daysAgo, i) => {
    const at = Math.floor(now - daysAgo * DAY);
    // Prices rise over time, with ups and downs.
    const worth =
      (SEED_ITEMS[item]?.sold_for ?? 0) * (2.4 - daysAgo / RESALE_DAYS) * random.range(0.75, 1.25);
    const [from = 0, to = 0] = hands.slice(i, i + 2);
    return { at, write: (ledger) => ledger.resell(item + 1, from + 1, to + 1, 5 * Math.ceil(worth / 5), at) };
  });
}
