import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { ChallengeInput } from "#domain/events/api.ts";
import { auditEntry } from "../moderation/audit.ts";
import { stillWanted } from "./check.ts";

/** What a form says, with its last day as milliseconds. */
export interface ChallengeFields extends ChallengeInput {
  ends_at: number;
}

type Written = Statement<{ id: number }>;

const noted = ({ ends_on: _, ...said }: ChallengeFields) => ({ ...said });
const asItWas = (
  id: number,
) => sql`(select json_object('name', name, 'description', description, 'level_id', level_id,
  'goal_ms', goal_ms, 'ends_at', ends_at, 'coins', coins, 'xp', xp, 'item_id', item_id) from challenges where id = ${id})`;

/** Statements that set a challenge; the first one answers its id, or no row where the level or the item is not to be had. */
export function insertChallenge(
  fields: ChallengeFields,
  actor: number,
  now: number,
): readonly [Written, ...Statement[]] {
  const { name, description, level_id, goal_ms, ends_at, coins, xp, item_id } = fields;
  const when = stillWanted("challenge", [level_id], item_id, 0, now);
  const made = sql`(select seq from sqlite_sequence where name = 'challenges')`;
  const after = noted(fields);
  return [
    statement<{
      id: number;
    }>(sql`insert into challenges (name, description, level_id, goal_ms, starts_at, ends_at,
        coins, xp, item_id, user_id, created_at)
      select ${name}, ${description}, ${level_id}, ${goal_ms}, ${now}, ${ends_at},
        ${coins}, ${xp}, ${item_id}, ${actor}, ${now} where ${when} returning id`),
    auditEntry(
      { actor_id: actor, action: "challenge.create", subject_type: "challenge", subject_id: made, after },
      now,
      when,
    ),
    // The last one: it changes what the condition reads.
    statement(sql`update levels set challenge_id = ${made} where id = ${level_id} and ${when}`),
  ];
}

/** Statements that change a challenge which has not ended; the last one answers its id. */
export function updateChallenge(
  id: number,
  fields: ChallengeFields,
  actor: number,
  now: number,
): readonly [Statement, Written] {
  const { name, description, goal_ms, ends_at, coins, xp, item_id } = fields;
  const when = sql`exists (select 1 from challenges where id = ${id} and ends_at > ${now})
    and (${item_id} is null or exists (select 1 from items where id = ${item_id} and state = 'shown'))`;
  const before = asItWas(id);
  const after = noted(fields);
  return [
    auditEntry(
      { actor_id: actor, action: "challenge.edit", subject_type: "challenge", subject_id: id, before, after },
      now,
      when,
    ),
    statement<{
      id: number;
    }>(sql`update challenges set name = ${name}, description = ${description}, goal_ms = ${goal_ms},
        ends_at = ${ends_at}, coins = ${coins}, xp = ${xp}, item_id = ${item_id} where id = ${id} and ${when} returning id`),
  ];
}

/** Statements that end a challenge which is on; the last one answers its id. */
export function endChallenge(id: number, actor: number, now: number): readonly [Statement, Written] {
  const when = sql`id = ${id} and ends_at > ${now}`;
  return [
    auditEntry(
      {
        ...{ actor_id: actor, action: "challenge.end", subject_type: "challenge", subject_id: id },
        before: sql`(select json_object('ends_at', ends_at) from challenges where id = ${id})`,
        after: { ends_at: now },
      },
      now,
      sql`exists (select 1 from challenges where ${when})`,
    ),
    statement<{ id: number }>(sql`update challenges set ends_at = ${now} where ${when} returning id`),
  ];
}
