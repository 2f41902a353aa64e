import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";

/** Lets no row move to the archives before a time. */
export const holdStatement = (until: number): Statement =>
  statement(sql`update ledger_archive set held_until = max(held_until, ${until})`);

/** Ends a hold that lasts until a time. One that lasts longer stays. */
export const releaseStatement = (until: number): Statement =>
  statement(sql`update ledger_archive set held_until = 0 where held_until <= ${until}`);
