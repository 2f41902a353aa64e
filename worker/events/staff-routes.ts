import { first, sql } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import {
  type Challenge,
  createChallengeRoute,
  createEventRoute,
  type EventInput,
  editChallengeRoute,
  editEventRoute,
  endChallengeRoute,
  endEventRoute,
  staffChallengesRoute,
  staffEventsRoute,
} from "#domain/events/api.ts";
import type { LevelEvent } from "#domain/events/event.ts";
import { LIMITS } from "#domain/limits.ts";
import { endOfNewYorkDay, newYorkDay, startOfNewYorkDay } from "#domain/time.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { pageSlice, paginationLinks } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { availabilityQueries, checkAvailability, checkDays } from "./check.ts";
import {
  cancelEventStatements,
  type EventFields,
  endChallengeStatements,
  endEventStatements,
  insertChallengeStatements,
  insertEventStatements,
  updateChallengeStatements,
  updateEventStatements,
} from "./commands.ts";
import {
  type ChallengeRow,
  challengeCardsQuery,
  challengesQuery,
  countRowsQuery,
  type EventRow,
  eventCardsQuery,
  eventsQuery,
  newestFirst,
  presentChallenge,
  presentEvent,
} from "./queries.ts";

const challengeQuery = (id: number, viewer: Actor) => challengesQuery(sql`where c.id = ${id}`, viewer);

async function readChallenge(gate: SessionGate, id: number, viewer: Actor, now: number): Promise<Challenge> {
  const { row, cards } = await gate.read({
    row: first(challengeQuery(id, viewer)),
    cards: challengeCardsQuery(sql`select id from challenges where id = ${id}`, viewer),
  });
  if (!row) throw new ApiError("not_found", { message: "This challenge doesn't exist." });
  return presentChallenge(row, cards, now);
}

/** Returns the challenge; throws if it doesn't exist or has ended. */
function requireOngoing(row: ChallengeRow | undefined, now: number): ChallengeRow {
  if (!row) throw new ApiError("not_found", { message: "This challenge doesn't exist." });
  if (row.ends_at <= now) throw new ApiError("conflict", { message: `“${row.name}” has ended.` });
  return row;
}

/** Admin routes for challenges. */
export function challengeRoutes(app: HonoApp): void {
  handle(app, staffChallengesRoute, async ({ input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.challenges;
    const { limit, offset } = pageSlice(input.page, size, Number.MAX_SAFE_INTEGER);
    const which = newestFirst("c", limit, offset);
    const { count, challenges, cards } = await gate.read({
      count: first(countRowsQuery("challenges")),
      challenges: challengesQuery(which, viewer),
      cards: challengeCardsQuery(sql`select c.id from challenges c ${which}`, viewer),
    });
    return {
      data: challenges.map((row) => presentChallenge(row, cards, now)),
      ...paginationLinks(request, input.page, size, count?.total ?? 0),
    };
  });

  handle(app, createChallengeRoute, async ({ input, gate, viewer, now }) => {
    const { level_id, item_id, ends_on } = input;
    checkDays(newYorkDay(now), ends_on, now);
    const { levels, items } = await gate.read(availabilityQueries("challenge", [level_id], item_id, 0, now));
    checkAvailability("level_id", levels, new Set(), item_id, items);
    const fields = { ...input, ends_at: endOfNewYorkDay(ends_on) };
    const { created } = await gate.write(insertChallengeStatements(fields, viewer.id, now));
    if (!created) throw new ApiError("conflict");
    return { challenge: await readChallenge(gate, created.id, viewer, now) };
  });

  handle(app, editChallengeRoute, async ({ params, input, gate, viewer, now }) => {
    const { id } = params;
    const { item_id, ends_on } = input;
    const {
      challenge,
      available: { items },
    } = await gate.read({
      challenge: first(challengeQuery(id, viewer)),
      available: availabilityQueries("challenge", [], item_id, id, now),
    });
    const { level_id } = requireOngoing(challenge, now);
    // At most a year from now, as for a new one.
    checkDays(newYorkDay(now), ends_on, now);
    checkAvailability("level_id", [], new Set(), item_id, items);
    const fields = { ...input, level_id, ends_at: endOfNewYorkDay(ends_on) };
    const { changed } = await gate.write(updateChallengeStatements(id, fields, viewer.id, now));
    if (!changed) throw new ApiError("conflict");
    return { challenge: await readChallenge(gate, id, viewer, now) };
  });

  handle(app, endChallengeRoute, async ({ params, gate, viewer, now }) => {
    const row = await gate.first(challengeQuery(params.id, viewer));
    const { id, name } = requireOngoing(row, now);
    const { ended } = await gate.write(endChallengeStatements(id, viewer.id, now));
    if (!ended) throw new ApiError("conflict");
    return { message: `“${name}” has ended.` };
  });
}

const eventQueries = (id: number, viewer: Actor) => ({
  event: first(eventsQuery(sql`where e.id = ${id}`, viewer)),
  cards: eventCardsQuery(sql`select e.id from events e where e.id = ${id}`, viewer),
});

const requireEvent = (row: EventRow | undefined): EventRow => {
  if (!row) throw new ApiError("not_found", { message: "This event doesn't exist." });
  return row;
};

async function readEvent(gate: SessionGate, id: number, viewer: Actor, now: number): Promise<LevelEvent> {
  const { event, cards } = await gate.read(eventQueries(id, viewer));
  return presentEvent(requireEvent(event), cards, viewer, now);
}

const endedError = (name: string) => new ApiError("conflict", { message: `“${name}” has ended.` });

/** Converts the form's input; `startedAt` is set if the event has already started. */
function toEventFields(input: EventInput, startedAt: number | null, now: number): EventFields {
  const { level_ids, goal, ...rest } = input;
  const ids = [...new Set(level_ids)];
  checkDays(rest.starts_on, rest.ends_on, now);
  if (startedAt !== null && rest.starts_on !== newYorkDay(startedAt))
    throw fieldError("starts_on", "It has already started, so you can't change its first day.");
  if (goal !== null && goal > ids.length)
    throw fieldError("goal", `Goal can't be more than the number of levels: ${ids.length}.`);
  const starts_at = startedAt ?? startOfNewYorkDay(rest.starts_on);
  return { ...rest, ids, goal: goal ?? ids.length, starts_at, ends_at: endOfNewYorkDay(rest.ends_on) };
}

/** Admin routes for events. */
export function staffEventRoutes(app: HonoApp): void {
  handle(app, staffEventsRoute, async ({ input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.events;
    const { limit, offset } = pageSlice(input.page, size, Number.MAX_SAFE_INTEGER);
    const which = newestFirst("e", limit, offset);
    const { count, events, cards } = await gate.read({
      count: first(countRowsQuery("events")),
      events: eventsQuery(which, viewer),
      cards: eventCardsQuery(sql`select e.id from events e ${which}`, viewer),
    });
    return {
      data: events.map((row) => presentEvent(row, cards, viewer, now)),
      ...paginationLinks(request, input.page, size, count?.total ?? 0),
    };
  });

  handle(app, createEventRoute, async ({ input, gate, viewer, now }) => {
    const fields = toEventFields(input, null, now);
    const { ids, item_id } = fields;
    const { levels, items } = await gate.read(availabilityQueries("event", ids, item_id, 0, now));
    checkAvailability("level_ids", levels, new Set(), item_id, items);
    const { created } = await gate.write(insertEventStatements(fields, viewer.id, now));
    if (!created) throw new ApiError("conflict");
    return { event: await readEvent(gate, created.id, viewer, now) };
  });

  handle(app, editEventRoute, async ({ params, input, gate, viewer, now }) => {
    const { id } = params;
    const { item_id } = input;
    const { current, available } = await gate.read({
      current: eventQueries(id, viewer),
      available: availabilityQueries("event", [...new Set(input.level_ids)], item_id, id, now),
    });
    const { short_name, starts_at, ends_at } = requireEvent(current.event);
    if (ends_at <= now) throw endedError(short_name);
    const fields = toEventFields(input, starts_at <= now ? starts_at : null, now);
    const existing = new Set(current.cards.map((card) => card.id));
    checkAvailability("level_ids", available.levels, existing, item_id, available.items);
    const { changed } = await gate.write(updateEventStatements(id, fields, viewer.id, now));
    if (!changed) throw new ApiError("conflict");
    return { event: await readEvent(gate, id, viewer, now) };
  });

  handle(app, endEventRoute, async ({ params, gate, viewer, now }) => {
    const { id } = params;
    const row = await gate.first(eventsQuery(sql`where e.id = ${id}`, viewer));
    const { short_name, starts_at, ends_at } = requireEvent(row);
    if (ends_at <= now) throw endedError(short_name);
    const isUpcoming = starts_at > now;
    const { ended } = await gate.write(
      isUpcoming
        ? cancelEventStatements(id, short_name, viewer.id, now)
        : endEventStatements(id, viewer.id, now),
    );
    if (!ended) throw new ApiError("conflict");
    return { message: isUpcoming ? `“${short_name}” was called off.` : `“${short_name}” has ended.` };
  });
}
