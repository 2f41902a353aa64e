import { fastestClear } from "#domain/clears/rules.ts";
import type { SeedLevel } from "./levels.ts";
import type { SeedPerson } from "./people.ts";
import { type Random, seededRandom, shuffled } from "./random.ts";
import { levelComments, profileComments } from "./talk.ts";

/** What people did, by their indexes in the lists of people and levels; ages are days. */
export interface History {
  /** Each with when they came, the first time first; `daysAgo` is the last one. */
  plays: { person: number; level: number; seconds: number; daysAgo: number; visits: number[] }[];
  /** The best time, and when each clear was, the first one first; `bestDaysAgo` is one of them. */
  clears: {
    person: number;
    level: number;
    milliseconds: number;
    daysAgo: number;
    bestDaysAgo: number;
    times: number[];
  }[];
  ratings: { person: number; level: number; rating: number; difficulty: number; daysAgo: number }[];
  favorites: { person: number; level: number; daysAgo: number }[];
  comments: { person: number; on: "level" | "user"; target: number; body: string; daysAgo: number }[];
  buddies: [number, number][];
  /** Who asks whom to be buddies. */
  requests: [from: number, to: number][];
  /** Who has blocked whom. */
  blocks: [who: number, whom: number][];
}

/** The people that the demo world is entered as come first. */
const SIGN_INS = 4;

const clamp = (value: number) => Math.max(1, Math.min(10, Math.round(value)));

/** A community's past: popular levels are played by many, hard ones cleared by few, and people rate what they cleared. */
export function seedHistory(people: SeedPerson[], levels: SeedLevel[]): History {
  const random = seededRandom(4_711);
  const history: History = {
    plays: [],
    clears: [],
    ratings: [],
    favorites: [],
    comments: [],
    buddies: buddies(people.length, random),
    requests: [],
    blocks: [],
  };
  approach(history, people.length);
  levels.forEach((level, i) => {
    if (level.visibility === "public") playLevel(history, people, level, i, random);
  });
  comeBack(history);
  people.forEach((person, i) => {
    const count = random.int(0, i < 4 ? 14 : 5);
    const lines = profileComments(i, count, person.username);
    for (const body of lines) {
      const author = random.int(0, people.length - 1);
      history.comments.push({
        person: author,
        on: "user",
        target: i,
        body,
        daysAgo: random.range(0, youngest(person, people[author])),
      });
    }
  });
  history.comments.sort((a, b) => b.daysAgo - a.daysAgo);
  return history;
}

const youngest = (a: SeedPerson | undefined, b: SeedPerson | undefined) =>
  Math.min(a?.joinedDaysAgo ?? 0, b?.joinedDaysAgo ?? 0) * 0.95;

function playLevel(
  history: History,
  people: SeedPerson[],
  level: SeedLevel,
  index: number,
  random: Random,
): void {
  const share = 0.12 + 0.8 * level.popularity ** 0.4;
  // Nobody's best comes near what is possible at all.
  const slowest = Math.ceil(1.1 * fastestClear(level.world));
  for (let person = 0; person < people.length; person++) {
    if (person === level.creatorIndex || !random.chance(share * random.range(0.5, 1))) continue;
    const age = Math.min(level.createdDaysAgo, people[person]?.joinedDaysAgo ?? 0) * random.next() ** 1.6;
    const seconds = random.int(40, 2_400);
    const play = { person, level: index, seconds, daysAgo: age, visits: [age] };
    history.plays.push(play);
    if (random.chance(0.12)) history.favorites.push({ person, level: index, daysAgo: age });
    if (!random.chance(0.95 - level.difficultyHint * 0.07)) continue;
    const drawn = Math.round((25_000 + level.difficultyHint * 14_000) * random.range(0.7, 3));
    const milliseconds = drawn < slowest ? Math.round(slowest * (1 + 2 * (drawn / slowest))) : drawn;
    const daysAgo = age * 0.9;
    history.clears.push({
      person,
      level: index,
      milliseconds,
      daysAgo,
      bestDaysAgo: daysAgo,
      times: [daysAgo],
    });
    if (!random.chance(0.4)) continue;
    history.ratings.push({
      person,
      level: index,
      rating: clamp(level.qualityHint + random.range(-2, 2)),
      difficulty: clamp(level.difficultyHint + random.range(-1.8, 1.8)),
      daysAgo: age * 0.8,
    });
  }
  comment(history, people, level, index, random);
}

/** The times after the first: people come back to what they like, and some beat their best. */
function comeBack({ plays, clears }: History): void {
  const random = seededRandom(60_606);
  const cleared = new Map(clears.map((clear) => [`${clear.person} ${clear.level}`, clear]));
  for (const play of plays) {
    const clear = cleared.get(`${play.person} ${play.level}`);
    if (clear) play.visits.push(clear.daysAgo);
    let last = play.visits.at(-1) ?? play.daysAgo;
    for (let more = random.int(0, clear ? 4 : 2); more > 0; more--) {
      last *= random.range(0.4, 0.98);
      play.visits.push(last);
      if (!clear || random.chance(0.35)) continue;
      clear.times.push(last);
      if (random.chance(0.4)) clear.bestDaysAgo = last;
    }
    play.daysAgo = last;
  }
}

function comment(
  history: History,
  people: SeedPerson[],
  level: SeedLevel,
  index: number,
  random: Random,
): void {
  if (!level.commentsEnabled) return;
  const creator = people[level.creatorIndex]?.username ?? "";
  const count = Math.round(1 + level.popularity ** 0.4 * 26 * random.range(0.3, 1));
  const { title, difficultyHint, qualityHint } = level;
  for (const body of levelComments(index, count, { title, creator, difficultyHint, qualityHint })) {
    const person = random.int(0, people.length - 1);
    const daysAgo = random.range(0, Math.min(level.createdDaysAgo, people[person]?.joinedDaysAgo ?? 0));
    history.comments.push({ person, on: "level", target: index, body, daysAgo });
  }
}

function buddies(count: number, random: Random): [number, number][] {
  const pairs: [number, number][] = [];
  for (let a = 0; a < count; a++) {
    const others = shuffled(
      Array.from({ length: count - a - 1 }, (_, i) => a + 1 + i),
      random,
    );
    for (const b of others.slice(0, a < 4 ? 8 : random.int(0, 3))) pairs.push([a, b]);
  }
  return pairs;
}

/** Requests to and of the first four, and whom they have blocked: each of them strangers so far. */
function approach({ buddies, requests, blocks }: History, count: number): void {
  const random = seededRandom(90_210);
  const known = new Set(buddies.map(String));
  for (let person = 0; person < SIGN_INS; person++) {
    const others = Array.from({ length: count - SIGN_INS }, (_, i) => SIGN_INS + i);
    const strangers = shuffled(others, random).filter((other) => !known.has(String([person, other])));
    for (const other of strangers.splice(0, 3)) requests.push([other, person]);
    for (const other of strangers.splice(0, 2)) requests.push([person, other]);
    if (person >= 2) for (const other of strangers.splice(0, 4 - person)) blocks.push([person, other]);
  }
}
