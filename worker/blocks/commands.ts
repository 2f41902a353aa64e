import { type Statement, sql, statement } from "#db/database.ts";
import { unbuddyStatements } from "../buddies/commands.ts";

/** Statements that block `other`. They also end the friendship and any request between the two. */
export const blockStatements = (me: { id: number }, other: { id: number }, now: number): Statement[] => [
  statement(sql`insert into blocks (user_id, blocked_id, created_at) values (${me.id}, ${other.id}, ${now})
    on conflict do nothing`),
  ...unbuddyStatements(me, other),
];

export const unblockStatements = (me: { id: number }, other: { id: number }): Statement[] => [
  statement(sql`delete from blocks where user_id = ${me.id} and blocked_id = ${other.id}`),
];
