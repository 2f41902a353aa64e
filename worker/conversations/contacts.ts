import { sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";
import { contactProblem } from "#domain/blocks/rules.ts";
import type { Actor } from "#domain/levels/rules.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import {
  type PresenceColumns,
  presenceColumns,
  presenceJoins,
  presentPresentUser,
  type UserColumns,
  userColumns,
} from "../users/present.ts";

/** A person, and what stands between them and the one who asks. */
export interface ContactRow extends UserColumns, PresenceColumns {
  message_privacy: number;
  blocks: 0 | 1;
  is_blocked: 0 | 1;
  is_buddy: 0 | 1;
}

/** What a query of people (joined as `u`) selects for `me` to know whether they can write to each. */
export const contactColumns = (me: number) => sql`${userColumns}, ${presenceColumns}, u.message_privacy,
  exists (select 1 from blocks where user_id = ${me} and blocked_id = u.id) as blocks,
  exists (select 1 from blocks where user_id = u.id and blocked_id = ${me}) as is_blocked,
  exists (select 1 from buddies where user_id = u.id and buddy_id = ${me}) as is_buddy`;

/** People by their ids, in no order. */
export function contactsQuery(me: number, ids: readonly number[]): Query<ContactRow> {
  return select(sql`select ${contactColumns(me)} from json_each(${JSON.stringify(ids)}) j
    cross join users u on u.id = j.value ${presenceJoins}`);
}

export interface Contact {
  user: PresentUserCard;
  block: boolean;
  can_send: boolean;
}

export function presentContact(row: ContactRow, me: Actor, now: number): Contact {
  const between = {
    blocks: row.blocks === 1,
    isBlocked: row.is_blocked === 1,
    isBuddy: row.is_buddy === 1,
    privacy: row.message_privacy,
  };
  return {
    user: presentPresentUser(row, now),
    block: between.blocks,
    can_send: row.u_id !== me.id && contactProblem(me, between) === null,
  };
}
