import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { contactProblem } from "#domain/blocks/rules.ts";
import type { Actor } from "#domain/levels/rules.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { type BetweenColumns, betweenColumns, betweenOf } from "../blocks/queries.ts";
import {
  type PresenceColumns,
  presenceColumns,
  presenceJoins,
  presentPresentUser,
  type UserColumns,
  userColumns,
} from "../users/present.ts";

/** A person, and what stands between them and the one who asks. */
export interface ContactRow extends UserColumns, PresenceColumns, BetweenColumns {
  message_privacy: number;
}

/** What a query of people (joined as `u`) selects for `me` to know whether they can write to each. */
export const contactColumns = (me: number) => sql`${userColumns}, ${presenceColumns}, u.message_privacy,
  ${betweenColumns(sql`${me}`, sql`u.id`)}`;

/** People by their ids, in no order. */
export function contactsQuery(me: number, ids: readonly number[]): Statement<ContactRow> {
  return statement(sql`select ${contactColumns(me)} from json_each(${JSON.stringify(ids)}) j
    cross join users u on u.id = j.value ${presenceJoins}`);
}

export interface Contact {
  user: PresentUserCard;
  block: boolean;
  can_send: boolean;
}

export function presentContact(row: ContactRow, me: Actor, now: number): Contact {
  const between = betweenOf(row, row.message_privacy);
  return {
    user: presentPresentUser(row, now),
    block: between.blocks,
    can_send: row.u_id !== me.id && contactProblem(me, between) === null,
  };
}
