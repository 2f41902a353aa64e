import { fastestClear } from "#domain/clears/rules.ts";
import type { SeedLevel } from "./levels.ts";
import type { SeedPerson } from "./people.ts";
import { type Random, seededRandom, shuffled } from "./random.ts";
import { readTexts } from "./texts.ts";

/** The demo users' activity. Users and levels are indexes into their lists; ages are in days. */
export interface History {
  /** `visits` are the ages of all plays, first play first; `daysAgo` is the last of them. */
  plays: { person: number; level: number; seconds: number; daysAgo: number; visits: number[] }[];
  /** The best time, and the ages of all clears, first clear first; `bestDaysAgo` is one of them. */
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
  /** Open buddy requests. */
  requests: [from: number, to: number][];
  /** Blocks between users. */
  blocks: [blocker: number, blocked: number][];
}

/** The first users are the demo sign-ins. */
const SIGN_IN_COUNT = 4;

const clamp = (value: number) => Math.max(1, Math.min(10, Math.round(value)));

/** Generates a community's history: popular levels have many plays, hard ones few clears, and users rate what they cleared. */
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
  addRequestsAndBlocks(history, people.length);
  levels.forEach((level, i) => {
    if (level.visibility === "public") addPlays(history, people, level, i, random);
  });
  addReturnVisits(history);
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
        daysAgo: random.range(0, maxCommentAge(person, people[author])),
      });
    }
  });
  history.comments.sort((a, b) => b.daysAgo - a.daysAgo);
  return history;
}

const maxCommentAge = (a: SeedPerson | undefined, b: SeedPerson | undefined) =>
  Math.min(a?.joinedDaysAgo ?? 0, b?.joinedDaysAgo ?? 0) * 0.95;

function addPlays(history: History, people: SeedPerson[], level: SeedLevel, index: number, random: Random) {
  const share = 0.12 + 0.8 * level.popularity ** 0.4;
  // Keep best times well above the fastest possible clear.
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
  addComments(history, people, level, index, random);
}

/** Adds later plays and clears: users return to levels, and some beat their best time. */
function addReturnVisits({ plays, clears }: History): void {
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

function addComments(
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

/** Adds requests to and from the sign-ins, and their blocks. None of these users are buddies. */
function addRequestsAndBlocks({ buddies, requests, blocks }: History, count: number): void {
  const random = seededRandom(90_210);
  const known = new Set(buddies.map(String));
  for (let person = 0; person < SIGN_IN_COUNT; person++) {
    const others = Array.from({ length: count - SIGN_IN_COUNT }, (_, i) => SIGN_IN_COUNT + i);
    const strangers = shuffled(others, random).filter((other) => !known.has(String([person, other])));
    for (const other of strangers.splice(0, 3)) requests.push([other, person]);
    for (const other of strangers.splice(0, 2)) requests.push([person, other]);
    if (person >= 2) for (const other of strangers.splice(0, 4 - person)) blocks.push([person, other]);
  }
}

/** Placeholders: `{title}`, `{name}` (the creator or the profile's owner), `{n}` and `{time}`. */
const TEXTS = readTexts<{
  level: Record<"any" | "hard" | "easy" | "loved" | "meh", string[]>;
  replies: string[];
  long: string[];
  profile: string[];
  endings: string[];
}>("comments");

/** The level that comments refer to. */
interface LevelTopic {
  title: string;
  creator: string;
  difficultyHint: number;
  qualityHint: number;
}

/** Returns unique comments on a level, in order. They match its difficulty and quality. */
export function levelComments(seed: number, count: number, topic: LevelTopic): string[] {
  const random = seededRandom(seed * 131 + 7);
  const { any, hard, easy, loved, meh } = TEXTS.level;
  const fitting = [
    ...any,
    ...(topic.difficultyHint >= 6 ? hard : easy),
    ...(topic.qualityHint >= 6 ? loved : meh),
    ...TEXTS.long.filter(() => random.chance(0.4)),
  ];
  const lines = shuffled(fitting, random);
  const replies = shuffled(TEXTS.replies, random);
  const made = Array.from({ length: count }, (_, i) => {
    const reply = i > 1 && random.chance(0.22) ? replies.pop() : undefined;
    return fillIn(reply ?? lines.pop() ?? random.pick(any), random, topic.title, topic.creator);
  });
  return distinct(made, random);
}

/** Returns unique comments on a profile. */
export function profileComments(seed: number, count: number, username: string): string[] {
  const random = seededRandom(seed * 977 + 3);
  const lines = shuffled(TEXTS.profile, random);
  const made = Array.from({ length: count }, () =>
    fillIn(lines.pop() ?? random.pick(TEXTS.profile), random, "", username),
  );
  return distinct(made, random);
}

function fillIn(line: string, random: Random, title: string, person: string): string {
  const text = line
    .replaceAll("{title}", title)
    .replaceAll("{name}", person)
    .replaceAll("{n}", String(random.int(2, 60)))
    .replaceAll("{time}", `${random.int(1, 6)}:${String(random.int(0, 59)).padStart(2, "0")}`);
  return random.chance(0.3) && !/:[a-z_]+:/.test(text) ? `${text} ${random.pick(TEXTS.endings)}` : text;
}

function distinct(comments: readonly string[], random: Random): string[] {
  const seen = new Set<string>();
  return comments.map((comment) => {
    let unique = comment;
    while (seen.has(unique)) unique = `${unique} ${random.pick(TEXTS.endings)}`;
    seen.add(unique);
    return unique;
  });
}
