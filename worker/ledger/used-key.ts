import { type SQL, type Statement, sql, statement } from "#db/database.ts";

/** Condition: a row with this key was written, or the key was used up. */
export const isKeyUsed = (
  key: SQL | string,
): SQL => sql`(exists (select 1 from transactions where key = ${key})
  or exists (select 1 from ledger_keys where key = ${key}))`;

/** The statement that uses a key up without a row, on a condition. */
export const spendKey = (key: string, when: SQL): Statement =>
  statement(sql`insert or ignore into ledger_keys (key) select ${key} where ${when}`);
