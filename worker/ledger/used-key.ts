import { type SQL, sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { type Statement, statement } from "#db/database.ts";
import type { ledger_keys } from "#db/schema/index.ts";

/** Condition: a row with this key was written, lately or before it was archived. Not for keys that leave no row (db/triggers). */
export const isKeyUsed = (
  key: SQL | string,
): SQL => sql`(exists (select 1 from transactions where key = ${key})
  or exists (select 1 from ledger_keys where key = ${key}))`;

/** Whether a key belongs to an archived row: the action was finished more than 60 days ago. */
export const archivedKeyQuery = (key: string): Statement<Columns<typeof ledger_keys, "key">> =>
  statement(sql`select key from ledger_keys where key = ${key}`);

/** The statement that uses a key up without a row, on a condition. */
export const spendKey = (key: string, when: SQL): Statement =>
  statement(sql`insert or ignore into ledger_keys (key) select ${key} where ${when}`);
