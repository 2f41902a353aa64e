import * as z from "zod/mini";
import { hexColor, pageNumber, text, wholeNumber } from "../api/fields.ts";
import { readPage } from "../api/list-view.ts";
import { page, preload } from "../api/page.ts";
import { listPage } from "../api/response.ts";
import { route } from "../api/route.ts";
import { isCalendarDay } from "../calendar-day.ts";
import { levelCard } from "../levels/card.ts";
import { event, eventDays, eventReward } from "./event.ts";
import { EVENT_LIMITS } from "./rules.ts";

export const challenge = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  /** Time limit for the clear; null for any time. */
  goal_ms: z.nullable(z.int()),
  goal_formatted: z.nullable(z.string()),
  ...eventDays,
  reward: eventReward,
  level: z.nullable(levelCard),
  rewarded: z.boolean(),
});
export type Challenge = z.infer<typeof challenge>;

export const eventsRoute = route("GET", "/api/events", {
  summary: "Current and upcoming events and challenges, the earliest end first.",
  access: "public",
  cacheSeconds: 5,
  output: z.object({ events: z.array(event), challenges: z.array(challenge) }),
});

export const pastEventsRoute = route("GET", "/api/events/past", {
  summary: "Past events, the most recent first.",
  access: "public",
  cacheSeconds: 5,
  input: z.object({ page: pageNumber }),
  output: listPage(event),
});

export const levelChallengeRoute = route("GET", "/api/levels/{id}/challenge", {
  summary: "The current challenge and event of a level, with their rewards.",
  access: "public",
  cacheSeconds: 5,
  output: z.object({ challenge: z.nullable(challenge), event: z.nullable(z.omit(event, { levels: true })) }),
});

const DAY = /^\d{4}-\d\d-\d\d$/;

function dayProblem(label: string, value: string): string | null {
  if (value === "") return `${label} is required.`;
  if (!DAY.test(value)) return `${label} must be a day, like 2026-12-31.`;
  return isCalendarDay(value) ? null : `${label} isn't a real date.`;
}

/** A calendar day, YYYY-MM-DD. */
const day = (label: string) =>
  z.string({ error: `${label} is required.` }).check((context) => {
    const message = dayProblem(label, context.value);
    if (message) context.issues.push({ code: "custom", message, input: context.value });
  });
const coins = z._default(wholeNumber("Coins", { min: 0, max: EVENT_LIMITS.coins }), 0);
const xp = z._default(wholeNumber("XP", { min: 0, max: EVENT_LIMITS.xp }), 0);
const id = (label: string) => wholeNumber(label, { min: 1, max: Number.MAX_SAFE_INTEGER });
const itemId = z._default(z.nullable(id("Item id")), null);
const description = z._default(
  text("Description", { min: 0, max: EVENT_LIMITS.description, multiline: true }),
  "",
);

const eventInput = z.object({
  short_name: text("Short name", { max: EVENT_LIMITS.shortName }),
  description,
  highlight_color: hexColor("Highlight color"),
  starts_on: day("First day"),
  ends_on: day("Last day"),
  level_ids: z
    .array(id("Level id"), { error: "Levels must be a list of ids." })
    .check(
      z.minLength(1, "Choose at least one level."),
      z.maxLength(EVENT_LIMITS.levels, `An event has at most ${EVENT_LIMITS.levels} levels.`),
    ),
  goal: z._default(z.nullable(wholeNumber("Goal", { min: 1, max: EVENT_LIMITS.levels })), null),
  coins,
  xp,
  item_id: itemId,
});
export type EventInput = z.output<typeof eventInput>;

const challengeInput = z.object({
  name: text("Name", { max: EVENT_LIMITS.shortName }),
  description,
  level_id: id("Level id"),
  /** Milliseconds. */
  goal_ms: z._default(z.nullable(wholeNumber("Goal", { min: 1, max: EVENT_LIMITS.goalMs })), null),
  ends_on: day("Last day"),
  coins,
  xp,
  item_id: itemId,
});
export type ChallengeInput = z.output<typeof challengeInput>;

export const staffEventsRoute = route("GET", "/api/staff/events", {
  summary: "All events, newest first.",
  access: "admin",
  input: z.object({ page: pageNumber }),
  output: listPage(event),
});

export const createEventRoute = route("POST", "/api/staff/events", {
  creates: "main",
  summary: "Creates an event.",
  access: "admin",
  status: 201,
  input: eventInput,
  output: z.object({ event }),
});

export const editEventRoute = route("POST", "/api/staff/events/{id}", {
  summary: "Edits an event that has not ended.",
  access: "admin",
  input: eventInput,
  output: z.object({ event }),
});

export const endEventRoute = route("POST", "/api/staff/events/{id}/end", {
  summary: "Ends an event now, or cancels an upcoming one.",
  access: "admin",
});

export const staffChallengesRoute = route("GET", "/api/staff/challenges", {
  summary: "All challenges, newest first.",
  access: "admin",
  input: z.object({ page: pageNumber }),
  output: listPage(challenge),
});

export const createChallengeRoute = route("POST", "/api/staff/challenges", {
  creates: "main",
  summary: "Creates a challenge for a level, from now to the end of a day.",
  access: "admin",
  status: 201,
  input: challengeInput,
  output: z.object({ challenge }),
});

export const editChallengeRoute = route("POST", "/api/staff/challenges/{id}", {
  summary: "Edits a challenge that has not ended, except for its level.",
  access: "admin",
  input: z.omit(challengeInput, { level_id: true }),
  output: z.object({ challenge }),
});

export const endChallengeRoute = route("POST", "/api/staff/challenges/{id}/end", {
  summary: "Ends a challenge now.",
  access: "admin",
});

export const eventsPage = page("/events", {
  group: "rare",
  access: "public",
  module: "events/events",
  title: "Events",
  description: "Levels to clear together before time runs out, and what you can win.",
  preload: (_, query) => [preload(eventsRoute), preload(pastEventsRoute, {}, { page: readPage(query) })],
  inSitemap: true,
});

export const staffEventsPage = page("/staff/events", {
  access: "admin",
  module: "staff/events",
  title: "Events",
  preload: (_, query) => [preload(staffEventsRoute, {}, { page: readPage(query) })],
});

export const staffChallengesPage = page("/staff/challenges", {
  access: "admin",
  module: "staff/challenges",
  title: "Challenges",
  preload: (_, query) => [preload(staffChallengesRoute, {}, { page: readPage(query) })],
});
