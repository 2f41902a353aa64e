import { type SQL, sql } from "#db/database.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { type ContactFacts, PRIVACY } from "#domain/blocks/rules.ts";

/** The relationship between `me` and the user with the id `them`, as columns. */
export const relationshipColumns = (me: SQL, them: SQL): SQL => sql`
  exists (select 1 from buddies where user_id = ${them} and buddy_id = ${me}) as is_buddy,
  exists (select 1 from blocks where user_id = ${me} and blocked_id = ${them}) as blocks_them,
  exists (select 1 from blocks where user_id = ${them} and blocked_id = ${me}) as is_blocked`;

export interface RelationshipColumns {
  is_buddy: 0 | 1;
  blocks_them: 0 | 1;
  is_blocked: 0 | 1;
}

/** Converts the columns for `contactProblem`, for something with this privacy setting. */
export const relationshipOf = (row: RelationshipColumns, privacy: number): ContactFacts => ({
  isBuddy: row.is_buddy === 1,
  blocks: row.blocks_them === 1,
  isBlocked: row.is_blocked === 1,
  privacy,
});

/** Condition on `relationshipColumns` of `row`: the actor can contact a user with this privacy setting (`contactProblem`). */
export const canContact = (actor: Actor, row: SQL, privacy: SQL): SQL =>
  sql`(${row}.blocks_them = 0 and (${Number(isStaff(actor))} or ${row}.is_blocked = 0
    and (${privacy} = ${PRIVACY.everyone} or ${privacy} = ${PRIVACY.buddies} and ${row}.is_buddy)))`;
