import { build, query } from "#db/build.ts";
import type { Statement } from "#db/client.ts";
import * as schema from "#db/schema/index.ts";
import { SEED_ITEMS } from "#db/seed/items.ts";
import type { SeedLevel } from "#db/seed/levels.ts";
import { endOfNewYorkDay, newYorkDay, startOfNewYorkDay } from "#domain/new-york.ts";
import { DAY } from "./ids.ts";

/** First and last day as days from now. */
type Days = readonly [first: number, last: number];

interface Scene {
  name: string;
  description: string;
  days: Days;
  coins: number;
  xp: number;
  item?: string;
}

/** In the order they were made: one that is over, two that are on, one to come. Levels by their titles, each in one event. */
const EVENTS: readonly (Scene & { color: string; goal: number; levels: readonly string[] })[] = [
  {
    name: "Toy Parade",
    description: "Three towns, one drum, far too much confetti.",
    color: "E2462B",
    days: [-60, -47],
    goal: 3,
    coins: 100,
    xp: 100,
    levels: ["La Ciudad de Juguete", "Rusty Rails", "Sandcastle Permit Office"],
  },
  {
    name: "Star Week",
    description: "Up, up and mostly sideways: the highest levels in town, all in one go.",
    color: "FFB800",
    days: [-6, 21],
    goal: 3,
    coins: 250,
    xp: 400,
    levels: [
      "In Space No One Can Hear You Miss",
      "Orbit Obby",
      "Boost Boost Boost Wall",
      "Tempel der tausend Stufen",
      "Circuito del Atardecer",
    ],
  },
  {
    name: "Spooky",
    description: "Mind the ghosts. They have been waiting all year and pay no rent.",
    color: "8E5BFF",
    days: [-6, 14],
    goal: 4,
    coins: 150,
    xp: 200,
    item: "Beep Boop",
    levels: ["Ghosts Pay No Rent", "Dead End Appreciation Society", "Heckenlabyrinth", "Moon Parking Only"],
  },
  {
    name: "Sugar Rush",
    description: "Sticky floors, sweet roofs. Brush your teeth afterwards.",
    color: "FF8FC7",
    days: [5, 18],
    goal: 2,
    coins: 100,
    xp: 150,
    item: "Royal Plunger",
    levels: ["Frosting Is a Building Material", "ネオンの屋上"],
  },
];

const CHALLENGES: readonly (Scene & { goal_ms: number | null; level: string })[] = [
  {
    name: "Under a minute",
    description: "The air lasts for sixty seconds. Roughly.",
    days: [-6, 14],
    goal_ms: 60_000,
    coins: 40,
    xp: 60,
    level: "Airlock? What Airlock?",
  },
  {
    name: "Finish it",
    description: "No clock, no rush. Just see the end of the street.",
    days: [-6, 28],
    goal_ms: null,
    coins: 20,
    xp: 30,
    level: "La Ciudad de Juguete",
  },
];

/** What an event and a challenge have in common; `staff` is who made them. */
function common({ description, days: [first, last], coins, xp, item }: Scene, staff: number, now: number) {
  const starts_at = startOfNewYorkDay(newYorkDay(now + first * DAY));
  return {
    description,
    starts_at,
    ends_at: endOfNewYorkDay(newYorkDay(now + last * DAY)),
    coins,
    xp,
    item_id: item ? idOf(item, SEED_ITEMS, ({ name }) => name) : null,
    user_id: staff,
    created_at: Math.min(starts_at, now),
  };
}

function idOf<T>(wanted: string, all: readonly T[], nameOf: (one: T) => string): number {
  const index = all.findIndex((one) => nameOf(one) === wanted);
  if (index < 0) throw new Error(`there is no ${wanted} in the demo world`);
  return index + 1;
}

export interface SeededScenes {
  statements: Statement[];
  /** Ids by the level's id. */
  eventOf: ReadonlyMap<number, number>;
  challengeOf: ReadonlyMap<number, number>;
}

/** The demo world's events and challenges as of `now` (ms); they name items, and levels name them. */
export function seedScenes(levels: readonly SeedLevel[], staff: number, now: number): SeededScenes {
  const levelId = (title: string) => idOf(title, levels, (level) => level.title);
  const eventOf = new Map(
    EVENTS.flatMap(({ levels: titles }, i) => titles.map((title) => [levelId(title), i + 1] as const)),
  );
  const challengeOf = new Map(CHALLENGES.map(({ level }, i) => [levelId(level), i + 1]));
  const statements = [
    ...EVENTS.map((event) => {
      const { name: short_name, color: highlight_color, goal } = event;
      return query(
        build
          .insert(schema.events)
          .values({ ...common(event, staff, now), short_name, highlight_color, goal }),
      );
    }),
    ...EVENTS.flatMap(({ levels: titles }, i) =>
      titles.map((title, position) =>
        query(
          build.insert(schema.event_levels).values({ event_id: i + 1, level_id: levelId(title), position }),
        ),
      ),
    ),
    ...CHALLENGES.map((challenge) => {
      const { name, goal_ms, level } = challenge;
      const level_id = levelId(level);
      return query(
        build.insert(schema.challenges).values({ ...common(challenge, staff, now), name, goal_ms, level_id }),
      );
    }),
  ];
  return { statements, eventOf, challengeOf };
}
