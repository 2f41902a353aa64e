import { type Columns, first, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { ChallengeInput, EventInput } from "#domain/events/api.ts";
import { auditEntry } from "../moderation/audit.ts";
import { isStillAvailable } from "./check.ts";

/** The input of the challenge form, with the last day in milliseconds. */
interface ChallengeFields extends ChallengeInput {
  ends_at: number;
}

const loggedChallenge = ({ ends_on: _, ...rest }: ChallengeFields) => ({ ...rest });
const currentChallenge = (
  id: number,
) => sql`(select json_object('name', name, 'description', description, 'level_id', level_id,
  'goal_ms', goal_ms, 'ends_at', ends_at, 'coins', coins, 'xp', xp, 'item_id', item_id) from challenges where id = ${id})`;

/** Statements that create a challenge; `created` returns its id, or no row if the level or item isn't available. */
export function insertChallengeStatements(fields: ChallengeFields, actor: number, now: number) {
  const { name, description, level_id, goal_ms, ends_at, coins, xp, item_id } = fields;
  const when = isStillAvailable("challenge", [level_id], item_id, 0, now);
  const newId = sql`(select seq from sqlite_sequence where name = 'challenges')`;
  const after = loggedChallenge(fields);
  return {
    created: first<Columns<"challenges", "id">>`insert into challenges (name, description, level_id,
        goal_ms, starts_at, ends_at, coins, xp, item_id, user_id, created_at)
      select ${name}, ${description}, ${level_id}, ${goal_ms}, ${now}, ${ends_at},
        ${coins}, ${xp}, ${item_id}, ${actor}, ${now} where ${when} returning id`,
    audit: auditEntry(now, { actor_id: actor, action: "challenge.create", subject_id: newId, after, when }),
    // Last, because it changes what the condition reads.
    level: statement`update levels set challenge_id = ${newId} where id = ${level_id} and ${when}`,
  };
}

/** Statements that edit a challenge that hasn't ended; `changed` returns its id. */
export function updateChallengeStatements(id: number, fields: ChallengeFields, actor: number, now: number) {
  const { name, description, goal_ms, ends_at, coins, xp, item_id } = fields;
  const when = sql`exists (select 1 from challenges where id = ${id} and ends_at > ${now})
    and (${item_id} is null or exists (select 1 from items where id = ${item_id} and state = 'shown'))`;
  const states = { before: currentChallenge(id), after: loggedChallenge(fields) };
  const entry = { actor_id: actor, action: "challenge.edit", subject_id: id, ...states } as const;
  return {
    audit: auditEntry(now, { ...entry, when }),
    changed: first<Columns<"challenges", "id">>`update challenges
      set name = ${name}, description = ${description}, goal_ms = ${goal_ms},
        ends_at = ${ends_at}, coins = ${coins}, xp = ${xp}, item_id = ${item_id} where id = ${id} and ${when} returning id`,
  };
}

/** Statements that end an ongoing challenge; `ended` returns its id. */
export function endChallengeStatements(id: number, actor: number, now: number) {
  const when = sql`id = ${id} and ends_at > ${now}`;
  return {
    audit: auditEntry(now, {
      actor_id: actor,
      action: "challenge.end",
      subject_id: id,
      before: sql`(select json_object('ends_at', ends_at) from challenges where id = ${id})`,
      after: { ends_at: now },
      when: sql`exists (select 1 from challenges where ${when})`,
    }),
    ended: first<Columns<"challenges", "id">>`update challenges set ends_at = ${now} where ${when}
      returning id`,
  };
}

/** The input of the event form, with its days in milliseconds; `ids` are the distinct levels in order. */
export interface EventFields extends Omit<EventInput, "goal" | "level_ids"> {
  ids: number[];
  goal: number;
  starts_at: number;
  ends_at: number;
}

const loggedFields = ({ starts_on: _, ends_on: __, ...rest }: EventFields) => ({ ...rest });
const currentFields = (
  id: number,
) => sql`(select json_object('short_name', short_name, 'description', description,
    'highlight_color', highlight_color, 'starts_at', starts_at, 'ends_at', ends_at, 'goal', goal, 'coins', coins, 'xp', xp,
    'item_id', item_id, 'ids', json((select json_group_array(level_id) from
      (select level_id from event_levels where event_id = ${id} order by position))))
  from events where id = ${id})`;
const jsonEach = (ids: readonly number[]) => sql`json_each(${JSON.stringify(ids)})`;
const idList = (ids: readonly number[]) => sql`(select value from ${jsonEach(ids)})`;

/** Adds levels to an event. Must be the last statements of a batch, because they change what `when` reads. */
const addLevelsStatements = (event: SQL, ids: readonly number[], when: SQL): Statement[] => [
  statement`insert into event_levels (event_id, level_id, position) select ${event}, value, key from ${jsonEach(ids)}
    where ${when} on conflict (event_id, level_id) do update set position = excluded.position`,
  statement`update levels set event_id = ${event} where id in ${idList(ids)} and ${when}`,
];

/** Statements that create an event; `created` returns its id, or no row if a level or the item isn't available. */
export function insertEventStatements(fields: EventFields, actor: number, now: number) {
  const { ids, goal, starts_at, ends_at, short_name, description, highlight_color, coins, xp, item_id } =
    fields;
  const when = isStillAvailable("event", ids, item_id, 0, now);
  // After the insert, the sequence's value is the new event; without the insert, nothing here takes effect.
  const newId = sql`(select seq from sqlite_sequence where name = 'events')`;
  const about = { actor_id: actor, action: "event.create", subject_id: newId } as const;
  return {
    created: first<Columns<"events", "id">>`insert into events (short_name, description, highlight_color,
        starts_at, ends_at, goal, coins, xp, item_id, user_id, created_at)
      select ${short_name}, ${description}, ${highlight_color}, ${starts_at}, ${ends_at}, ${goal},
        ${coins}, ${xp}, ${item_id}, ${actor}, ${now} where ${when} returning id`,
    audit: auditEntry(now, { ...about, after: loggedFields(fields), when }),
    levels: addLevelsStatements(newId, ids, when),
  };
}

/** Edits an event that hasn't ended; `changed` returns its id. A day that has begun can't change. */
export function updateEventStatements(id: number, fields: EventFields, actor: number, now: number) {
  const { ids, goal, starts_at, ends_at, short_name, description, highlight_color, coins, xp, item_id } =
    fields;
  const when = sql`(exists (select 1 from events where id = ${id} and ends_at > ${now}
      and (starts_at > ${now} or starts_at = ${starts_at})) and ${isStillAvailable("event", ids, item_id, id, now)})`;
  const isRemoved = sql`event_id = ${id} and level_id not in ${idList(ids)} and ${when}`;
  return {
    audit: auditEntry(now, {
      actor_id: actor,
      action: "event.edit",
      subject_id: id,
      before: currentFields(id),
      after: loggedFields(fields),
      when,
    }),
    changed: first<Columns<"events", "id">>`update events
      set short_name = ${short_name}, description = ${description},
        highlight_color = ${highlight_color}, starts_at = ${starts_at}, ends_at = ${ends_at}, goal = ${goal},
        coins = ${coins}, xp = ${xp}, item_id = ${item_id} where id = ${id} and ${when} returning id`,
    freed: statement`update levels set event_id = null where event_id = ${id}
      and id in (select level_id from event_levels where ${isRemoved})`,
    removed: statement`delete from event_levels where ${isRemoved}`,
    levels: addLevelsStatements(sql`${id}`, ids, when),
  };
}

/** Statements that end an ongoing event; `ended` returns its id. */
export function endEventStatements(id: number, actor: number, now: number) {
  const when = sql`id = ${id} and starts_at <= ${now} and ends_at > ${now}`;
  return {
    audit: auditEntry(now, {
      actor_id: actor,
      action: "event.end",
      subject_id: id,
      before: sql`(select json_object('ends_at', ends_at) from events where id = ${id})`,
      after: { ends_at: now },
      when: sql`exists (select 1 from events where ${when})`,
    }),
    ended: first<Columns<"events", "id">>`update events set ends_at = ${now} where ${when} returning id`,
  };
}

/** Statements that delete an event that hasn't started; `ended` returns its id. */
export function cancelEventStatements(id: number, name: string, actor: number, now: number) {
  const isUpcoming = sql`exists (select 1 from events where id = ${id} and starts_at > ${now})`;
  const before = { short_name: name };
  return {
    audit: auditEntry(now, {
      actor_id: actor,
      action: "event.call-off",
      subject_id: id,
      before,
      when: isUpcoming,
    }),
    freed: statement`update levels set event_id = null where event_id = ${id}
      and id in (select level_id from event_levels where event_id = ${id}) and ${isUpcoming}`,
    levels: statement`delete from event_levels where event_id = ${id} and ${isUpcoming}`,
    ended: first<Columns<"events", "id">>`delete from events where id = ${id} and starts_at > ${now}
      returning id`,
  };
}
