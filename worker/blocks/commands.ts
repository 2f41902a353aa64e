import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { part } from "../buddies/commands.ts";

/** `me` blocks `other`: being buddies and every request between the two end with it. */
export const block = (me: { id: number }, other: { id: number }, now: number): Statement[] => [
  statement(sql`insert into blocks (user_id, blocked_id, created_at) values (${me.id}, ${other.id}, ${now})
    on conflict do nothing`),
  ...part(me, other),
];

export const unblock = (me: { id: number }, other: { id: number }): Statement[] => [
  statement(sql`delete from blocks where user_id = ${me.id} and blocked_id = ${other.id}`),
];
