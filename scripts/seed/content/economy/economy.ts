import type { AchievementStat } from "#domain/achievements/sets.ts";
import { DAILY_CHALLENGE, DAILY_GOLD_COINS } from "#domain/daily/rules.ts";
import { endOfNewYorkDay, newYorkDay } from "#domain/time.ts";
import type { History } from "../history.ts";
import { SEED_ITEMS } from "../items.ts";
import type { SeedLevel } from "../levels.ts";
import type { SeedPerson } from "../people.ts";
import { type Random, seededRandom, shuffled } from "../random.ts";
import type { SeedWardrobe } from "../wardrobes.ts";
import { type LedgerEvent, marketEvents } from "./market.ts";
import type { Posting, Resale, SeedAchievement, SeedCopy, SeedRow } from "./rows.ts";
import { SeedLedger } from "./seed-ledger.ts";

/** The demo world's economy at a point in time. Users, items and levels are ids. */
export interface Economy {
  rows: SeedRow[];
  /** In the order of sale. */
  copies: (SeedCopy & { resale_price: number | null })[];
  achieved: SeedAchievement[];
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
/** Minimum balances of the demo sign-ins. */
const MIN_BALANCES = [2_000, 500, 1_500, 900];

/** Generates everything that was earned, bought, sold and granted, in chronological order. */
export function seedEconomy(world: DemoWorld, now: number): Economy {
  const { people, levels, history, wardrobes } = world;
  const publicLevels = levels.flatMap(({ visibility }, i) => (visibility === "public" ? [i + 1] : []));
  const ledger = new SeedLedger(people, publicLevels);
  const events = [
    ...rewardEvents(people, now),
    ...activityEvents(world, now),
    ...marketEvents(people, wardrobes, now),
    ...MIN_BALANCES.map(
      (coins, i): LedgerEvent => ({ at: now, write: (ledger, at) => ledger.fund(i + 1, coins, at) }),
    ),
  ].map((event) => ({ ...event, at: Math.min(event.at, now - 1) }));
  for (const { at, write } of events.sort((a, b) => a.at - b.at)) write(ledger, at);
  const { rows, achieved, resales } = ledger;
  return {
    rows,
    achieved,
    copies: priceCopies(ledger, wardrobes),
    prices: dayPrices(resales),
    wishes: people.flatMap((_, i) => wishesOf(i + 1, ledger, now)),
    daily: [
      ...clearsToday(BOBBY, 3, history, now),
      ...clearsToday(GOLDIE, DAILY_CHALLENGE.clears, history, now),
    ],
  };
}

/** Returns the activity that counts toward achievements, at the times of its rows. */
function activityEvents({ levels, history }: DemoWorld, now: number): LedgerEvent[] {
  const { plays, clears, ratings, comments, buddies } = history;
  const countStat = (person: number, stat: AchievementStat, daysAgo: number): LedgerEvent => ({
    at: Math.round(now - daysAgo * DAY),
    write: (ledger, at) => ledger.count(person + 1, stat, at),
  });
  return [
    ...levels
      .filter(({ visibility }) => visibility === "public")
      .map(({ creatorIndex, createdDaysAgo }) =>
        countStat(creatorIndex, "public_levels_count", createdDaysAgo),
      ),
    ...plays.map(({ level, daysAgo, visits }) =>
      countStat(levels[level]?.creatorIndex ?? 0, "plays_sum", visits[0] ?? daysAgo),
    ),
    ...clears.map(({ person, daysAgo }) => countStat(person, "clears_count", daysAgo)),
    ...ratings.map(({ person, daysAgo }) => countStat(person, "ratings_count", daysAgo)),
    ...comments.map(({ person, daysAgo }) => countStat(person, "comments_written", daysAgo)),
    ...buddies.flatMap((pair, i) => pair.map((person) => countStat(person, "buddies_count", 1 + (i % 11)))),
  ];
}

/** Returns the copies. Some resellable ones that aren't equipped get a resale price. */
function priceCopies({ copies, resales }: SeedLedger, wardrobes: readonly SeedWardrobe[]): Economy["copies"] {
  const random = seededRandom(818);
  const latest = new Map(resales.map(({ item_id, price }) => [item_id, price]));
  return copies.map((copy) => {
    const { item_id, user_id, serial } = copy;
    const isEquipped = Object.values(wardrobes[user_id - 1]?.equipped ?? {}).includes(item_id - 1);
    const isResold = SEED_ITEMS[item_id - 1]?.limited === "sold out" && serial !== null;
    if (!isResold || isEquipped || !random.chance(0.5)) return { ...copy, resale_price: null };
    const price = (latest.get(item_id) ?? 0) * random.range(0.95, 1.8);
    return { ...copy, resale_price: 5 * Math.ceil(price / 5) };
  });
}

function dayPrices(resales: readonly Resale[]): Economy["prices"] {
  const day = ({ at }: { at: number }) => new Date(at).toISOString().slice(0, 10);
  return [...Map.groupBy(resales, (resale) => `${resale.item_id} ${day(resale)}`).values()].map((list) => {
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

/** Returns wishes for items the user doesn't own. The sign-ins have more of them. */
function wishesOf(user_id: number, { copies }: SeedLedger, now: number): Economy["wishes"] {
  const random: Random = seededRandom(6_500 + user_id);
  const owned = new Set(copies.filter((copy) => copy.user_id === user_id).map(({ item_id }) => item_id));
  const likely = user_id === GOLDIE || user_id === BOBBY ? 0.4 : 0.04;
  return SEED_ITEMS.flatMap(({ purchasable, limited }, i) => {
    if (owned.has(i + 1) || purchasable === "offsale") return [];
    if (!random.chance(limited ? 0.8 : likely)) return [];
    return [{ user_id, item_id: i + 1, created_at: Math.floor(now - random.range(0.1, 2.9) * DAY) }];
  });
}

/** Returns the user's latest clears, dated today. */
function clearsToday(user_id: number, count: number, { clears }: History, now: number): Economy["daily"] {
  const own = clears.filter(({ person }) => person + 1 === user_id).sort((a, b) => a.daysAgo - b.daysAgo);
  return own.slice(0, count).map(({ level }) => ({ user_id, day: newYorkDay(now), level_id: level + 1 }));
}

const MINUTE = 60_000;
/** Days of daily rewards. */
const DAYS = 40;
/** User ids whose transactions cover every filter. */
export const [GOLDIE, BOBBY] = [3, 4] as const;

const post = (at: number, posting: Posting): LedgerEvent => ({
  at: Math.floor(at),
  write: (ledger, time) => ledger.post(posting, time),
});

/** Returns rewards from the site, the admin, levels, events and items, besides the earnings that fund purchases. */
function rewardEvents(people: readonly SeedPerson[], now: number): LedgerEvent[] {
  const days = daysBefore(now);
  return people.flatMap((person, i) => {
    const user = i + 1;
    const random = seededRandom(52_000 + i);
    const joined = now - person.joinedDaysAgo * DAY;
    const lived = days.filter(({ from }) => from > joined);
    const welcome = post(joined, {
      key: `demo:welcome:${user}`,
      user,
      type: 9,
      source: ["site", 0],
      coins: 100,
    });
    const isShown = user === GOLDIE || user === BOBBY;
    return [
      welcome,
      ...(person.gold ? goldCoins(user, lived.slice(0, user === GOLDIE ? DAYS : random.int(3, 20))) : []),
      ...challenges(user, shuffled(lived, random).slice(0, isShown ? 9 + user : random.int(0, 8)), random),
      ...(isShown || random.chance(0.2) ? sampleRewards(user, now, random) : []),
      ...(user === GOLDIE ? [todaysChallenge(user, now)] : []),
    ];
  });
}

interface Day {
  day: string;
  from: number;
}

const startOf = (day: string, around: number): number => endOfNewYorkDay(dayBefore(day, around));
const dayBefore = (day: string, around: number): string => {
  let time = around;
  while (newYorkDay(time) === day) time -= 60 * MINUTE;
  return newYorkDay(time);
};

/** Returns the last completed days in New York time, latest first. */
function daysBefore(now: number): Day[] {
  const days: Day[] = [];
  for (let day = dayBefore(newYorkDay(now), now); days.length < DAYS; ) {
    const from = startOf(day, endOfNewYorkDay(day) - MINUTE);
    days.push({ day, from });
    day = newYorkDay(from - MINUTE);
  }
  return days;
}

const goldCoins = (user: number, days: readonly Day[]): LedgerEvent[] =>
  days.map(({ day, from }) =>
    post(from + 5 * MINUTE, {
      key: `daily:${day}:${user}`,
      user,
      type: 9,
      source: ["site", 0],
      coins: DAILY_GOLD_COINS,
    }),
  );

const challenge = (user: number, day: string, at: number): LedgerEvent =>
  post(at, {
    key: `challenge:${day}:${user}`,
    user,
    type: 2,
    source: ["challenge", 0],
    coins: DAILY_CHALLENGE.coins,
    xp: DAILY_CHALLENGE.xp,
  });

const challenges = (user: number, days: readonly Day[], random: Random): LedgerEvent[] =>
  days.map(({ day, from }) => challenge(user, day, from + random.range(0.35, 0.9) * DAY));

/** Returns today's challenge, already completed. */
function todaysChallenge(user: number, now: number): LedgerEvent {
  const today = newYorkDay(now);
  const from = startOf(today, now);
  return challenge(user, today, from + 0.8 * (now - from));
}

/** Returns one of each rare reward. */
function sampleRewards(user: number, now: number, random: Random): LedgerEvent[] {
  const at = () => now - random.range(0.1, 6) * DAY;
  const key = (what: string) => `demo:${what}:${user}`;
  const banana = 76;
  return [
    post(at(), { key: key("challenge"), user, type: 3, source: ["challenge", 1], coins: 50, xp: 150 }),
    post(at(), { key: key("event"), user, type: 4, source: ["event", 1], coins: 40, xp: 80 }),
    post(at(), { key: key("grant"), user, type: 5, source: ["user", 1], coins: 100, xp: 20 }),
    post(at(), { key: key("level"), user, type: 6, source: ["level", 2 + (user % 4)], coins: 15, xp: 30 }),
    post(at(), { key: key("item"), user, type: 7, source: ["item", banana], coins: 5, xp: 5 }),
  ];
}
