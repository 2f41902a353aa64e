import { build, toStatement } from "#db/build.ts";
import type { Statement } from "#db/database.ts";
import * as schema from "#db/schema/index.ts";
import { endOfNewYorkDay, newYorkDay, startOfNewYorkDay } from "#domain/new-york.ts";
import { SEED_ITEMS } from "./content/items.ts";
import type { SeedLevel } from "./content/levels.ts";
import { DAY_MS } from "./ids.ts";

/** The first and last day, in days from now. */
type Days = readonly [first: number, last: number];

interface EventOrChallenge {
  name: string;
  description: string;
  days: Days;
  coins: number;
  xp: number;
  item?: string;
}

/** By creation: one past event, two running, one upcoming. `levels` are titles, each in one event only. */
const EVENTS: readonly (EventOrChallenge & { color: string; goal: number; levels: readonly string[] })[] = [
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

const CHALLENGES: readonly (EventOrChallenge & { goal_ms: number | null; level: string })[] = [
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

/** The fields that events and challenges share. `staff` is their creator's id. */
function commonFields(
  { description, days: [first, last], coins, xp, item }: EventOrChallenge,
  staff: number,
  now: number,
) {
  const starts_at = startOfNewYorkDay(newYorkDay(now + first * DAY_MS));
  return {
    description,
    starts_at,
    ends_at: endOfNewYorkDay(newYorkDay(now + last * DAY_MS)),
    coins,
    xp,
    item_id: item ? idOf(item, SEED_ITEMS, ({ name }) => name) : null,
    user_id: staff,
    created_at: Math.min(starts_at, now),
  };
}

function idOf<T>(name: string, all: readonly T[], nameOf: (one: T) => string): number {
  const index = all.findIndex((one) => nameOf(one) === name);
  if (index < 0) throw new Error(`The demo world has no ${name}.`);
  return index + 1;
}

export interface SeededEvents {
  statements: Statement[];
  /** Event and challenge ids by level id. */
  eventOf: ReadonlyMap<number, number>;
  challengeOf: ReadonlyMap<number, number>;
}

/** Statements for the demo world's events and challenges as of `now` (ms). They need the items, and levels need them. */
export function seedEvents(levels: readonly SeedLevel[], staff: number, now: number): SeededEvents {
  const levelId = (title: string) => idOf(title, levels, (level) => level.title);
  const eventOf = new Map(
    EVENTS.flatMap(({ levels: titles }, i) => titles.map((title) => [levelId(title), i + 1] as const)),
  );
  const challengeOf = new Map(CHALLENGES.map(({ level }, i) => [levelId(level), i + 1]));
  const statements = [
    ...EVENTS.map((event) => {
      const { name: short_name, color: highlight_color, goal } = event;
      return toStatement(
        build
          .insert(schema.events)
          .values({ ...commonFields(event, staff, now), short_name, highlight_color, goal }),
      );
    }),
    ...EVENTS.flatMap(({ levels: titles }, i) =>
      titles.map((title, position) =>
        toStatement(
          build.insert(schema.event_levels).values({ event_id: i + 1, level_id: levelId(title), position }),
        ),
      ),
    ),
    ...CHALLENGES.map((challenge) => {
      const { name, goal_ms, level } = challenge;
      const level_id = levelId(level);
      return toStatement(
        build
          .insert(schema.challenges)
          .values({ ...commonFields(challenge, staff, now), name, goal_ms, level_id }),
      );
    }),
  ];
  return { statements, eventOf, challengeOf };
}
