import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { EventInput } from "#domain/events/api.ts";
import { auditEntry } from "../moderation/audit.ts";
import { stillWanted } from "./check.ts";

/** What a form says, with its days as milliseconds; `ids` are its levels in their order, each once. */
export interface EventFields extends Omit<EventInput, "goal" | "level_ids"> {
  ids: number[];
  goal: number;
  starts_at: number;
  ends_at: number;
}

type Written = Statement<{ id: number }>;

const noted = ({ starts_on: _, ends_on: __, ...said }: EventFields) => ({ ...said });
const asItWas = (id: number) => sql`(select json_object('short_name', short_name, 'description', description,
    'highlight_color', highlight_color, 'starts_at', starts_at, 'ends_at', ends_at, 'goal', goal, 'coins', coins, 'xp', xp,
    'item_id', item_id, 'ids', json((select json_group_array(level_id) from
      (select level_id from event_levels where event_id = ${id} order by position))))
  from events where id = ${id})`;
const list = (ids: readonly number[]) => sql`json_each(${JSON.stringify(ids)})`;
const among = (ids: readonly number[]) => sql`(select value from ${list(ids)})`;

/** Puts the levels into an event, and lets them say so. The last statements of a batch: they change what `when` reads. */
const place = (event: SQL, ids: readonly number[], when: SQL): Statement[] => [
  statement(sql`insert into event_levels (event_id, level_id, position) select ${event}, value, key from ${list(ids)}
    where ${when} on conflict (event_id, level_id) do update set position = excluded.position`),
  statement(sql`update levels set event_id = ${event} where id in ${among(ids)} and ${when}`),
];

/** Statements that make an event; the first one answers its id, or no row where a level or the item is not to be had. */
export function insertEvent(
  fields: EventFields,
  actor: number,
  now: number,
): readonly [Written, ...Statement[]] {
  const { ids, goal, starts_at, ends_at, short_name, description, highlight_color, coins, xp, item_id } =
    fields;
  const when = stillWanted("event", ids, item_id, 0, now);
  // After the insert, and without it nothing of this happens, the sequence names the new event.
  const made = sql`(select seq from sqlite_sequence where name = 'events')`;
  return [
    statement<{
      id: number;
    }>(sql`insert into events (short_name, description, highlight_color, starts_at, ends_at, goal,
        coins, xp, item_id, user_id, created_at)
      select ${short_name}, ${description}, ${highlight_color}, ${starts_at}, ${ends_at}, ${goal},
        ${coins}, ${xp}, ${item_id}, ${actor}, ${now} where ${when} returning id`),
    auditEntry(
      {
        actor_id: actor,
        action: "event.create",
        subject_type: "event",
        subject_id: made,
        after: noted(fields),
      },
      now,
      when,
    ),
    ...place(made, ids, when),
  ];
}

/**
 * Statements that change an event which has not ended; the second one answers its id. The first day of one that has begun
 * stays, which is part of the condition as the rest is.
 */
export function updateEvent(
  id: number,
  fields: EventFields,
  actor: number,
  now: number,
): readonly [Statement, Written, ...Statement[]] {
  const { ids, goal, starts_at, ends_at, short_name, description, highlight_color, coins, xp, item_id } =
    fields;
  const when = sql`(exists (select 1 from events where id = ${id} and ends_at > ${now}
      and (starts_at > ${now} or starts_at = ${starts_at})) and ${stillWanted("event", ids, item_id, id, now)})`;
  const out = sql`event_id = ${id} and level_id not in ${among(ids)} and ${when}`;
  return [
    auditEntry(
      {
        actor_id: actor,
        action: "event.edit",
        subject_type: "event",
        subject_id: id,
        before: asItWas(id),
        after: noted(fields),
      },
      now,
      when,
    ),
    statement<{ id: number }>(sql`update events set short_name = ${short_name}, description = ${description},
        highlight_color = ${highlight_color}, starts_at = ${starts_at}, ends_at = ${ends_at}, goal = ${goal},
        coins = ${coins}, xp = ${xp}, item_id = ${item_id} where id = ${id} and ${when} returning id`),
    statement(sql`update levels set event_id = null where event_id = ${id}
      and id in (select level_id from event_levels where ${out})`),
    statement(sql`delete from event_levels where ${out}`),
    ...place(sql`${id}`, ids, when),
  ];
}

/** Statements that end an event which is on; the last one answers its id. */
export function endEvent(id: number, actor: number, now: number): readonly [Statement, Written] {
  const when = sql`id = ${id} and starts_at <= ${now} and ends_at > ${now}`;
  return [
    auditEntry(
      {
        ...{ actor_id: actor, action: "event.end", subject_type: "event", subject_id: id },
        before: sql`(select json_object('ends_at', ends_at) from events where id = ${id})`,
        after: { ends_at: now },
      },
      now,
      sql`exists (select 1 from events where ${when})`,
    ),
    statement<{ id: number }>(sql`update events set ends_at = ${now} where ${when} returning id`),
  ];
}

/** Statements that take away an event which has not begun; the last one answers its id. */
export function callOffEvent(
  id: number,
  name: string,
  actor: number,
  now: number,
): readonly [Statement, Statement, Statement, Written] {
  const waits = sql`exists (select 1 from events where id = ${id} and starts_at > ${now})`;
  const before = { short_name: name };
  return [
    auditEntry(
      { actor_id: actor, action: "event.call-off", subject_type: "event", subject_id: id, before },
      now,
      waits,
    ),
    statement(sql`update levels set event_id = null where event_id = ${id}
      and id in (select level_id from event_levels where event_id = ${id}) and ${waits}`),
    statement(sql`delete from event_levels where event_id = ${id} and ${waits}`),
    statement<{ id: number }>(sql`delete from events where id = ${id} and starts_at > ${now} returning id`),
  ];
}
