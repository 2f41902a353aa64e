import { describe, expect, test } from "vitest";
import { type DatabaseFault, databaseFault } from "#db/database-fault.ts";

/** Texts of D1 as Cloudflare documents them, and of SQLite. */
const TEXTS: Record<DatabaseFault, string[]> = {
  statement: [
    "D1_ERROR: UNIQUE constraint failed: users.username: SQLITE_CONSTRAINT",
    'D1_ERROR: near "selekt": syntax error at offset 0: SQLITE_ERROR',
    "D1_TYPE_ERROR: Type 'undefined' not supported for value 'undefined'",
    "D1_ERROR: overloaded rows: SQLITE_CONSTRAINT",
  ],
  transient: [
    "D1_ERROR: Network connection lost.",
    "D1 DB storage operation exceeded timeout which caused object to be reset.",
    "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
    "D1_ERROR: D1 DB reset because its code was updated.",
    "D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.",
    "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
  ],
  overloaded: [
    "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
    "D1_ERROR: D1 DB is overloaded. Too many requests queued.",
  ],
  full: ["D1_ERROR: Exceeded maximum DB size.", "D1_ERROR: database or disk is full: SQLITE_FULL"],
  schema: [
    "D1_ERROR: no such table: mails: SQLITE_ERROR",
    "D1_ERROR: no such column: u.hat at offset 7: SQLITE_ERROR",
  ],
  away: ["fetch failed", "not finished after 15000 ms", ""],
};

describe("an error of D1", () => {
  for (const [fault, texts] of Object.entries(TEXTS))
    test.each(texts)(`is classified as ${fault}: %s`, (text) => {
      expect(databaseFault(new Error(text))).toBe(fault);
      expect(databaseFault(text)).toBe(fault);
    });
});
