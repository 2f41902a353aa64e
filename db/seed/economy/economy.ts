import type { AchievementStat } from "#domain/achievements/sets.ts";
import { DAILY_CHALLENGE } from "#domain/daily/rules.ts";
import { newYorkDay } from "#domain/time.ts";
import type { History } from "../history.ts";
import { SEED_ITEMS } from "../items.ts";
import type { SeedLevel } from "../levels.ts";
import type { SeedPerson } from "../people.ts";
import { type Random, seededRandom } from "../random.ts";
import type { SeedWardrobe } from "../wardrobes.ts";
import { Books } from "./books.ts";
import { type Deed, marketDeeds } from "./market.ts";
import { BOBBY, GOLDIE, rewardDeeds } from "./rewards.ts";
import type { Achieved, Resale, SeedCopy, SeedRow } from "./rows.ts";

/** The demo world's economy as of a time; users, items and levels are named by id. */
export interface Economy {
  rows: SeedRow[];
  /** In the order in which they were sold. */
  copies: (SeedCopy & { resale_price: number | null })[];
  achieved: Achieved[];
  prices: { item_id: number; day: string; count: number; sum: number; lowest: number; highest: number }[];
  wishes: { user_id: number; item_id: number; created_at: number }[];
  daily: { user_id: number; day: string; level_id: number }[];
}

export interface DemoWorld {
  people: readonly SeedPerson[];
  levels: readonly SeedLevel[];
  history: History;
  wardrobes: readonly SeedWardrobe[];
}

const DAY = 24 * 60 * 60 * 1000;
/** Coins that the people an operator signs in as have at least. */
const POCKETS = [2_000, 500, 1_500, 900];

/** Everything that was earned, bought, sold and given, in the order of time. */
export function seedEconomy(world: DemoWorld, now: number): Economy {
  const { people, levels, history, wardrobes } = world;
  const open = levels.flatMap(({ visibility }, i) => (visibility === "public" ? [i + 1] : []));
  const books = new Books(people, open);
  const deeds = [
    ...rewardDeeds(people, now),
    ...lifeDeeds(world, now),
    ...marketDeeds(people, wardrobes, now),
    ...POCKETS.map((coins, i): Deed => ({ at: now, write: (into, at) => into.fund(i + 1, coins, at) })),
  ].map((deed) => ({ ...deed, at: Math.min(deed.at, now - 1) }));
  for (const { at, write } of deeds.sort((a, b) => a.at - b.at)) write(books, at);
  const { rows, achieved, resales } = books;
  return {
    rows,
    achieved,
    copies: offered(books, wardrobes),
    prices: dayPrices(resales),
    wishes: people.flatMap((_, i) => wishesOf(i + 1, books, now)),
    daily: [
      ...clearsToday(BOBBY, 3, history, now),
      ...clearsToday(GOLDIE, DAILY_CHALLENGE.clears, history, now),
    ],
  };
}

/** What people have done that counts towards achievements, with the times that its rows have. */
function lifeDeeds({ levels, history }: DemoWorld, now: number): Deed[] {
  const { plays, clears, ratings, comments, buddies } = history;
  const did = (person: number, stat: AchievementStat, daysAgo: number): Deed => ({
    at: Math.round(now - daysAgo * DAY),
    write: (books, at) => books.did(person + 1, stat, at),
  });
  return [
    ...levels.map(({ creatorIndex, createdDaysAgo }) => did(creatorIndex, "levels_count", createdDaysAgo)),
    ...plays.map(({ level, daysAgo, visits }) =>
      did(levels[level]?.creatorIndex ?? 0, "plays_sum", visits[0] ?? daysAgo),
    ),
    ...clears.map(({ person, daysAgo }) => did(person, "clears_count", daysAgo)),
    ...ratings.map(({ person, daysAgo }) => did(person, "ratings_count", daysAgo)),
    ...comments.map(({ person, daysAgo }) => did(person, "comments_written", daysAgo)),
    ...buddies.flatMap((pair, i) => pair.map((person) => did(person, "buddies_count", 1 + (i % 11)))),
  ];
}

/** The copies, some of those that are resold and not worn with a price on them. */
function offered({ copies, resales }: Books, wardrobes: readonly SeedWardrobe[]): Economy["copies"] {
  const random = seededRandom(818);
  const latest = new Map(resales.map(({ item_id, price }) => [item_id, price]));
  return copies.map((copy) => {
    const { item_id, user_id, serial } = copy;
    const isWorn = Object.values(wardrobes[user_id - 1]?.worn ?? {}).includes(item_id - 1);
    const isResold = SEED_ITEMS[item_id - 1]?.limited === "sold out" && serial !== null;
    if (!isResold || isWorn || !random.chance(0.5)) return { ...copy, resale_price: null };
    const price = (latest.get(item_id) ?? 0) * random.range(0.95, 1.8);
    return { ...copy, resale_price: 5 * Math.ceil(price / 5) };
  });
}

function dayPrices(resales: readonly Resale[]): Economy["prices"] {
  const day = ({ at }: { at: number }) => new Date(at).toISOString().slice(0, 10);
  return [...Map.groupBy(resales, (one) => `${one.item_id} ${day(one)}`).values()].map((list) => {
    const prices = list.map(({ price }) => price);
    const [first] = list as [Resale];
    return {
      item_id: first.item_id,
      day: day(first),
      count: prices.length,
      sum: prices.reduce((sum, price) => sum + price, 0),
      lowest: Math.min(...prices),
      highest: Math.max(...prices),
    };
  });
}

/** Some of what somebody does not have; those who sign in wish for more. */
function wishesOf(user_id: number, { copies }: Books, now: number): Economy["wishes"] {
  const random: Random = seededRandom(6_500 + user_id);
  const owned = new Set(copies.filter((copy) => copy.user_id === user_id).map(({ item_id }) => item_id));
  const likely = user_id === GOLDIE || user_id === BOBBY ? 0.4 : 0.04;
  return SEED_ITEMS.flatMap(({ purchasable, limited }, i) => {
    if (owned.has(i + 1) || purchasable === "offsale") return [];
    if (!random.chance(limited ? 0.8 : likely)) return [];
    return [{ user_id, item_id: i + 1, created_at: Math.floor(now - random.range(0.1, 2.9) * DAY) }];
  });
}

/** The latest levels that somebody has cleared, as those of today. */
function clearsToday(user_id: number, count: number, { clears }: History, now: number): Economy["daily"] {
  const own = clears.filter(({ person }) => person + 1 === user_id).sort((a, b) => a.daysAgo - b.daysAgo);
  return own.slice(0, count).map(({ level }) => ({ user_id, day: newYorkDay(now), level_id: level + 1 }));
}
