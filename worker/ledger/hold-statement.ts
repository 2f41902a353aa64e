import { type Statement, sql, statement } from "#db/database.ts";

/** Lets no row of the ledger be folded before a time. */
export const holdStatement = (until: number): Statement =>
  statement(sql`insert or ignore into ledger_holds (held_until) values (${until})`);

/** Ends the hold that lasts until a time. */
export const releaseStatement = (until: number): Statement =>
  statement(sql`delete from ledger_holds where held_until = ${until}`);
