import { type Columns, first, sql, statement } from "#db/database.ts";
import type { ChallengeInput } from "#domain/events/api.ts";
import { auditEntry } from "../moderation/audit.ts";
import { isStillAvailable } from "./check.ts";

/** The input of the challenge form, with the last day in milliseconds. */
export interface ChallengeFields extends ChallengeInput {
  ends_at: number;
}

const loggedFields = ({ ends_on: _, ...rest }: ChallengeFields) => ({ ...rest });
const currentFields = (
  id: number,
) => sql`(select json_object('name', name, 'description', description, 'level_id', level_id,
  'goal_ms', goal_ms, 'ends_at', ends_at, 'coins', coins, 'xp', xp, 'item_id', item_id) from challenges where id = ${id})`;

/** Statements that create a challenge; `created` returns its id, or no row if the level or item isn't available. */
export function insertChallengeStatements(fields: ChallengeFields, actor: number, now: number) {
  const { name, description, level_id, goal_ms, ends_at, coins, xp, item_id } = fields;
  const when = isStillAvailable("challenge", [level_id], item_id, 0, now);
  const newId = sql`(select seq from sqlite_sequence where name = 'challenges')`;
  const after = loggedFields(fields);
  return {
    created: first<
      Columns<"challenges", "id">
    >`insert into challenges (name, description, level_id, goal_ms, starts_at, ends_at,
        coins, xp, item_id, user_id, created_at)
      select ${name}, ${description}, ${level_id}, ${goal_ms}, ${now}, ${ends_at},
        ${coins}, ${xp}, ${item_id}, ${actor}, ${now} where ${when} returning id`,
    audit: auditEntry({ actor_id: actor, action: "challenge.create", subject_id: newId, after }, now, when),
    // Last, because it changes what the condition reads.
    level: statement`update levels set challenge_id = ${newId} where id = ${level_id} and ${when}`,
  };
}

/** Statements that edit a challenge that hasn't ended; `changed` returns its id. */
export function updateChallengeStatements(id: number, fields: ChallengeFields, actor: number, now: number) {
  const { name, description, goal_ms, ends_at, coins, xp, item_id } = fields;
  const when = sql`exists (select 1 from challenges where id = ${id} and ends_at > ${now})
    and (${item_id} is null or exists (select 1 from items where id = ${item_id} and state = 'shown'))`;
  const before = currentFields(id);
  const after = loggedFields(fields);
  return {
    audit: auditEntry(
      { actor_id: actor, action: "challenge.edit", subject_id: id, before, after },
      now,
      when,
    ),
    changed: first<Columns<"challenges", "id">>`update challenges
      set name = ${name}, description = ${description}, goal_ms = ${goal_ms},
        ends_at = ${ends_at}, coins = ${coins}, xp = ${xp}, item_id = ${item_id} where id = ${id} and ${when} returning id`,
  };
}

/** Statements that end an ongoing challenge; `ended` returns its id. */
export function endChallengeStatements(id: number, actor: number, now: number) {
  const when = sql`id = ${id} and ends_at > ${now}`;
  return {
    audit: auditEntry(
      {
        actor_id: actor,
        action: "challenge.end",
        subject_id: id,
        before: sql`(select json_object('ends_at', ends_at) from challenges where id = ${id})`,
        after: { ends_at: now },
      },
      now,
      sql`exists (select 1 from challenges where ${when})`,
    ),
    ended: first<Columns<"challenges", "id">>`update challenges set ends_at = ${now} where ${when}
      returning id`,
  };
}
