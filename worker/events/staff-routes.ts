import { sql } from "drizzle-orm";
import { ApiError, fieldError } from "#domain/errors.ts";
import {
  createEventRoute,
  type Event,
  type EventInput,
  editEventRoute,
  endEventRoute,
  staffEventsRoute,
} from "#domain/events/api.ts";
import type { Actor } from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { endOfNewYorkDay, newYorkDay, startOfNewYorkDay } from "#domain/time.ts";
import type { SessionGate } from "../http/gate.ts";
import { type App, handle } from "../http/handle.ts";
import { pageLinks, slice } from "../http/pagination.ts";
import { checkDays, checkWanted, wantedQueries } from "./check.ts";
import { callOffEvent, type EventFields, endEvent, insertEvent, updateEvent } from "./commands.ts";
import { presentEvent } from "./present.ts";
import { countQuery, type EventRow, eventCardsQuery, eventsQuery, newest } from "./queries.ts";

const one = (id: number, viewer: Actor) =>
  [
    eventsQuery(sql`where e.id = ${id}`, viewer),
    eventCardsQuery(sql`select e.id from events e where e.id = ${id}`, viewer),
  ] as const;

const there = (row: EventRow | undefined): EventRow => {
  if (!row) throw new ApiError("not_found", { message: "There is no such event." });
  return row;
};

async function readEvent(gate: SessionGate, id: number, viewer: Actor, now: number): Promise<Event> {
  const [[row], cards] = await gate.read(...one(id, viewer));
  return presentEvent(there(row), cards, viewer, now);
}

const ended = (name: string) => new ApiError("conflict", { message: `“${name}” has ended.` });

/** The form as it is written; `begun` is when the event began, if it has. */
function fieldsOf(input: EventInput, begun: number | null, now: number): EventFields {
  const { level_ids, goal, ...said } = input;
  const ids = [...new Set(level_ids)];
  checkDays(said.starts_on, said.ends_on, now);
  if (begun !== null && said.starts_on !== newYorkDay(begun))
    throw fieldError("starts_on", "It has begun: its first day stays.");
  if (goal !== null && goal > ids.length)
    throw fieldError("goal", `Goal can't be more than its levels, which are ${ids.length}.`);
  const starts_at = begun ?? startOfNewYorkDay(said.starts_on);
  return { ...said, ids, goal: goal ?? ids.length, starts_at, ends_at: endOfNewYorkDay(said.ends_on) };
}

/** What admins do with events. */
export function staffEventRoutes(app: App): void {
  handle(app, staffEventsRoute, async ({ input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.events;
    const { limit, offset } = slice(input.page, size, Number.MAX_SAFE_INTEGER);
    const which = newest("e", limit, offset);
    const [[count], events, cards] = await gate.read(
      countQuery("events"),
      eventsQuery(which, viewer),
      eventCardsQuery(sql`select e.id from events e ${which}`, viewer),
    );
    return {
      data: events.map((row) => presentEvent(row, cards, viewer, now)),
      ...pageLinks(request, input.page, size, count?.total ?? 0),
    };
  });

  handle(app, createEventRoute, async ({ input, gate, viewer, now }) => {
    const fields = fieldsOf(input, null, now);
    const { ids, item_id } = fields;
    const [wanted, items] = await gate.read(...wantedQueries("event", ids, item_id, 0, now));
    checkWanted("level_ids", wanted, new Set(), item_id, items);
    const [[made]] = await gate.write(...insertEvent(fields, viewer.id, now));
    if (!made) throw new ApiError("conflict");
    return { event: await readEvent(gate, made.id, viewer, now) };
  });

  handle(app, editEventRoute, async ({ params, input, gate, viewer, now }) => {
    const { id } = params;
    const { item_id } = input;
    const [[row], cards, wanted, items] = await gate.read(
      ...one(id, viewer),
      ...wantedQueries("event", [...new Set(input.level_ids)], item_id, id, now),
    );
    const { short_name, starts_at, ends_at } = there(row);
    if (ends_at <= now) throw ended(short_name);
    const fields = fieldsOf(input, starts_at <= now ? starts_at : null, now);
    checkWanted("level_ids", wanted, new Set(cards.map((card) => card.id)), item_id, items);
    const [, [changed]] = await gate.write(...updateEvent(id, fields, viewer.id, now));
    if (!changed) throw new ApiError("conflict");
    return { event: await readEvent(gate, id, viewer, now) };
  });

  handle(app, endEventRoute, async ({ params, gate, viewer, now }) => {
    const { id } = params;
    const [[row]] = await gate.read(one(id, viewer)[0]);
    const { short_name, starts_at, ends_at } = there(row);
    if (ends_at <= now) throw ended(short_name);
    const waits = starts_at > now;
    const answers = await gate.write(
      ...(waits ? callOffEvent(id, short_name, viewer.id, now) : endEvent(id, viewer.id, now)),
    );
    if (answers.at(-1)?.length !== 1) throw new ApiError("conflict");
    return { message: waits ? `“${short_name}” is called off.` : `“${short_name}” has ended.` };
  });
}
