import { type Columns, type Statement, sql, statement } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { contactProblem } from "#domain/blocks/rules.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { type RelationshipColumns, relationshipColumns, relationshipOf } from "../blocks/queries.ts";
import {
  type PresenceColumns,
  presenceColumns,
  presenceJoins,
  presentUserWithPresence,
  type UserColumns,
  userColumns,
} from "../users/present.ts";

/** A user, with the blocks and buddy relations between them and the viewer. */
export type ContactRow = UserColumns &
  PresenceColumns &
  RelationshipColumns &
  Columns<"users", "message_privacy">;

/** The columns of users (joined as `u`) that decide whether `me` can write to them. */
export const contactColumns = (me: number) => sql`${userColumns}, ${presenceColumns}, u.message_privacy,
  ${relationshipColumns(sql`${me}`, sql`u.id`)}`;

/** Selects users by id, in no particular order. */
export function contactsQuery(me: number, ids: readonly number[]): Statement<ContactRow> {
  return statement`select ${contactColumns(me)} from json_each(${JSON.stringify(ids)}) j
    cross join users u on u.id = j.value ${presenceJoins}`;
}

export interface Contact {
  user: PresentUserCard;
  block: boolean;
  can_send: boolean;
}

export function presentContact(row: ContactRow, me: Actor, now: number): Contact {
  const between = relationshipOf(row, row.message_privacy);
  return {
    user: presentUserWithPresence(row, now),
    block: between.blocks,
    can_send: row.u_id !== me.id && contactProblem(me, between) === null,
  };
}
