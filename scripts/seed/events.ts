import type { Statement } from "#db/database.ts";
import * as schema from "#db/schema/index.ts";
import { endOfNewYorkDay, newYorkDay, startOfNewYorkDay } from "#domain/new-york.ts";
import { SEED_ITEMS } from "./content/items.ts";
import type { SeedLevel } from "./content/levels.ts";
import { readTexts } from "./content/texts.ts";
import { insertRow } from "./economy.ts";
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
const { events: EVENTS, challenges: CHALLENGES } = readTexts<{
  events: (EventOrChallenge & { color: string; goal: number; levels: string[] })[];
  challenges: (EventOrChallenge & { goal_ms: number | null; level: string })[];
}>("events");

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
      return insertRow(schema.events, {
        ...commonFields(event, staff, now),
        short_name,
        highlight_color,
        goal,
      });
    }),
    ...EVENTS.flatMap(({ levels: titles }, i) =>
      titles.map((title, position) =>
        insertRow(schema.event_levels, { event_id: i + 1, level_id: levelId(title), position }),
      ),
    ),
    ...CHALLENGES.map((challenge) => {
      const { name, goal_ms, level } = challenge;
      const more = { name, goal_ms, level_id: levelId(level) };
      return insertRow(schema.challenges, { ...commonFields(challenge, staff, now), ...more });
    }),
  ];
  return { statements, eventOf, challengeOf };
}
