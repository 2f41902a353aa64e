import { DAILY_CHALLENGE, DAILY_GOLD_COINS } from "#domain/daily/rules.ts";
import { endOfNewYorkDay, newYorkDay } from "#domain/time.ts";
import type { SeedPerson } from "../people.ts";
import { type Random, seededRandom, shuffled } from "../random.ts";
import type { LedgerEvent } from "./market.ts";
import type { Posting } from "./rows.ts";

const DAY = 24 * 60 * 60 * 1000;
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
export function rewardEvents(people: readonly SeedPerson[], now: number): LedgerEvent[] {
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
