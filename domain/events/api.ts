import * as z from "zod/mini";
import { message, nothing, page } from "../api/answers.ts";
import { hexColor, pageNumber, text, whole } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { levelCard } from "../levels/card.ts";
import { EVENT_LIMITS } from "./rules.ts";

/** What an event or a challenge pays, once. */
export const eventReward = z.object({
  coins: z.int(),
  xp: z.int(),
  item: z.nullable(z.object({ id: z.int(), name: z.string(), thumbnail_url: z.string(), url: z.string() })),
});

/** First and last day are days of New York (YYYY-MM-DD); the countdown runs to the end of the last one. */
const days = {
  starts_on: z.string(),
  ends_on: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
};

/** An event with its levels. */
export const event = z.object({
  id: z.int(),
  short_name: z.string(),
  description: z.string(),
  highlight_color: z.string(),
  ...days,
  /** How many of its levels one must clear for the reward. */
  goal: z.int(),
  reward: eventReward,
  /** Those the one who asks may see. */
  levels: z.array(levelCard),
  /** How many of them the one who asks has cleared while it was on; null for visitors. */
  cleared: z.nullable(z.int()),
  rewarded: z.boolean(),
});
export type Event = z.infer<typeof event>;

/** A task on one level. */
export const challenge = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  /** The longest that the clear may take; null when any clear will do. */
  goal_ms: z.nullable(z.int()),
  goal_formatted: z.nullable(z.string()),
  ...days,
  reward: eventReward,
  level: z.nullable(levelCard),
  rewarded: z.boolean(),
});
export type Challenge = z.infer<typeof challenge>;

export const eventsRoute = route("GET", "/api/events", {
  summary: "Events and challenges that are on or about to begin, those that end first in front.",
  access: "public",
  keep: 5,
  input: nothing,
  output: z.object({ events: z.array(event), challenges: z.array(challenge) }),
});

export const pastEventsRoute = route("GET", "/api/events/past", {
  summary: "Events that have ended, the last one first.",
  access: "public",
  keep: 5,
  input: z.object({ page: pageNumber }),
  output: page(event),
});

export const levelChallengeRoute = route("GET", "/api/levels/{id}/challenge", {
  summary: "The challenge and the event that a level is part of now, with what they pay.",
  access: "public",
  keep: 5,
  input: nothing,
  output: z.object({ challenge: z.nullable(challenge), event: z.nullable(z.omit(event, { levels: true })) }),
});

// What staff do.

const DAY = /^\d{4}-\d\d-\d\d$/;

function dayProblem(label: string, value: string): string | null {
  if (value === "") return `${label} is required.`;
  if (!DAY.test(value)) return `${label} must be a day, like 2026-12-31.`;
  const time = Date.parse(`${value}T00:00:00Z`);
  const isThere = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
  return isThere ? null : `${label} is not in the calendar.`;
}

/** A day of the calendar, YYYY-MM-DD. */
const day = (label: string) =>
  z.string({ error: `${label} is required.` }).check((context) => {
    const message = dayProblem(label, context.value);
    if (message) context.issues.push({ code: "custom", message, input: context.value });
  });
const coins = z._default(whole("Coins", { min: 0, max: EVENT_LIMITS.coins }), 0);
const xp = z._default(whole("XP", { min: 0, max: EVENT_LIMITS.xp }), 0);
const id = (label: string) => whole(label, { min: 1, max: Number.MAX_SAFE_INTEGER });
const itemId = z._default(z.nullable(id("Item id")), null);
const description = z._default(
  text("Description", { min: 0, max: EVENT_LIMITS.description, multiline: true }),
  "",
);

/** What a staff form sends; everything is sent each time. */
const eventInput = z.object({
  short_name: text("Short name", { max: EVENT_LIMITS.shortName }),
  description,
  highlight_color: hexColor("Highlight colour"),
  starts_on: day("First day"),
  ends_on: day("Last day"),
  level_ids: z
    .array(id("Level id"), { error: "Levels must be a list of ids." })
    .check(
      z.minLength(1, "Choose at least one level."),
      z.maxLength(EVENT_LIMITS.levels, `An event has at most ${EVENT_LIMITS.levels} levels.`),
    ),
  /** All of its levels where it is not said. */
  goal: z._default(z.nullable(whole("Goal", { min: 1, max: EVENT_LIMITS.levels })), null),
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
  goal_ms: z._default(z.nullable(whole("Goal", { min: 1, max: EVENT_LIMITS.goalMs })), null),
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
  output: page(event),
});

export const createEventRoute = route("POST", "/api/staff/events", {
  summary: "Makes an event.",
  access: "admin",
  status: 201,
  input: eventInput,
  output: z.object({ event }),
});

export const editEventRoute = route("POST", "/api/staff/events/{id}", {
  summary: "Changes an event that has not ended.",
  access: "admin",
  input: eventInput,
  output: z.object({ event }),
});

export const endEventRoute = route("POST", "/api/staff/events/{id}/end", {
  summary: "Ends an event now; one that has not begun is called off.",
  access: "admin",
  input: nothing,
  output: message,
});

export const staffChallengesRoute = route("GET", "/api/staff/challenges", {
  summary: "All challenges, newest first.",
  access: "admin",
  input: z.object({ page: pageNumber }),
  output: page(challenge),
});

export const createChallengeRoute = route("POST", "/api/staff/challenges", {
  summary: "Sets a challenge on a level, from now to the end of a day.",
  access: "admin",
  status: 201,
  input: challengeInput,
  output: z.object({ challenge }),
});

export const editChallengeRoute = route("POST", "/api/staff/challenges/{id}", {
  summary: "Changes a challenge that has not ended; its level stays.",
  access: "admin",
  input: z.omit(challengeInput, { level_id: true }),
  output: z.object({ challenge }),
});

export const endChallengeRoute = route("POST", "/api/staff/challenges/{id}/end", {
  summary: "Ends a challenge now.",
  access: "admin",
  input: nothing,
  output: message,
});
