import fc from "fast-check";
import { type DatabaseFault, databaseFault } from "#db/database-fault.ts";
import { forAll } from "#tests/support/for-all.ts";

/** Texts of D1 as Cloudflare documents them, and of SQLite. */
const TEXTS: Record<DatabaseFault, string[]> = {
  statement: [
    "D1_ERROR: UNIQUE constraint failed: users.username: SQLITE_CONSTRAINT",
    'D1_ERROR: near "selekt": syntax error at offset 0: SQLITE_ERROR',
    "D1_TYPE_ERROR: Type 'undefined' not supported for value 'undefined'",
    "D1_ERROR: overloaded rows: SQLITE_CONSTRAINT",
    "D1_ERROR: FOREIGN KEY constraint failed: SQLITE_CONSTRAINT",
    "D1_ERROR: NOT NULL constraint failed: users.email: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_NOTNULL)",
    "UNIQUE constraint failed: users.username",
    "D1_ERROR: datatype mismatch: SQLITE_MISMATCH",
    "D1_ERROR: string or blob too big: SQLITE_TOOBIG",
    "D1_ERROR: too many SQL variables at offset 3: SQLITE_ERROR",
    "D1_ERROR: not authorized: SQLITE_AUTH",
    "D1_ERROR: column index out of range: SQLITE_RANGE",
    "D1_ERROR: No SQL statements detected.",
    'D1_EXEC_ERROR: Error in line 1: selekt: near "selekt": syntax error at offset 0: SQLITE_ERROR',
  ],
  transient: [
    "D1_ERROR: Network connection lost.",
    "D1 DB storage operation exceeded timeout which caused object to be reset.",
    "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
    "D1_ERROR: D1 DB reset because its code was updated.",
    "D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.",
    "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
    "D1_ERROR: database is locked: SQLITE_BUSY",
    "D1_ERROR: database table is locked: SQLITE_LOCKED",
  ],
  overloaded: [
    "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
    "D1_ERROR: D1 DB is overloaded. Too many requests queued.",
  ],
  full: [
    "D1_ERROR: Exceeded maximum DB size.",
    "D1_ERROR: database or disk is full: SQLITE_FULL",
    "D1_ERROR: attempt to write a readonly database: SQLITE_READONLY",
    "Your account has exceeded D1's maximum account storage limit, please contact Cloudflare to raise your limit.",
  ],
  schema: [
    "D1_ERROR: no such table: mails: SQLITE_ERROR",
    "D1_ERROR: no such column: u.hat at offset 7: SQLITE_ERROR",
    "D1_ERROR: table users has no column named hat at offset 19: SQLITE_ERROR",
    "D1_ERROR: no such index: levels_new: SQLITE_ERROR",
    "no such table: levels",
  ],
  away: [
    "fetch failed",
    "not finished after 15000 ms",
    "",
    "D1_ERROR: disk I/O error: SQLITE_IOERR",
    "D1_ERROR: database disk image is malformed: SQLITE_CORRUPT",
    "D1_ERROR: out of memory: SQLITE_NOMEM",
    "D1_ERROR: unable to open database file: SQLITE_CANTOPEN",
    "D1_ERROR: interrupted: SQLITE_INTERRUPT",
    "D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.",
    "D1_ERROR: D1 DB exceeded its CPU time limit and was reset.",
    "D1_ERROR: Can't read from request stream because client disconnected.",
    "D1_ERROR: Failed to get session commit token: internal error; reference = abc",
  ],
};

describe("an error of D1", () => {
  for (const [fault, texts] of Object.entries(TEXTS))
    test.each(texts)(`is classified as ${fault}: %s`, (text) => {
      expect(databaseFault(new Error(text))).toBe(fault);
      expect(databaseFault(text)).toBe(fault);
    });

  const RETRIED: readonly DatabaseFault[] = ["transient", "overloaded"];
  /** Any text, also one that contains messages of the database. */
  const anyText = fc.oneof(
    fc.string(),
    fc
      .tuple(fc.string(), fc.constantFrom(...Object.values(TEXTS).flat()), fc.string())
      .map((parts) => parts.join("")),
  );

  test("is about its statement whatever text the statement contains, so a retry never repeats it", () => {
    const message = fc.oneof(
      anyText.map((text) => `D1_ERROR: near "${text}": syntax error at offset 1: SQLITE_ERROR`),
      anyText.map((text) => `D1_ERROR: UNIQUE constraint failed: ${text}: SQLITE_CONSTRAINT`),
      anyText.map((text) => `D1_ERROR: ${text}: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_TRIGGER)`),
    );
    forAll(message, (text) => void expect(databaseFault(new Error(text))).toBe("statement"));
  });

  test("is of the schema whatever the missing table or column is called", () => {
    forAll(anyText, fc.constantFrom("table", "column", "index"), (name, kind) => {
      const text = `D1_ERROR: no such ${kind}: ${name}: SQLITE_ERROR`;
      expect(databaseFault(new Error(text))).toBe("schema");
    });
  });

  test("is never transient by accident: only texts that begin like those of Cloudflare are", () => {
    forAll(fc.string({ minLength: 1 }), fc.constantFrom(...TEXTS.transient), (before, known) => {
      fc.pre(!/^(?:Error: )?(?:D1_(?:EXEC_)?ERROR: )?$/.test(before) && !/: SQLITE_[A-Z]+$/.test(known));
      expect(databaseFault(new Error(`${before}, ${known}`))).not.toBe("transient");
      expect(databaseFault(new Error(before))).toBe(databaseFault(before));
    });
    forAll(fc.string(), (text) => void expect(RETRIED).not.toContain(databaseFault(new Error(text))));
  });

  test("is classified for any value that is thrown", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => void expect(Object.keys(TEXTS)).toContain(databaseFault(value))),
      { examples: [[{ toString: 0 }], [Object.create(null)], [Symbol("D1")]] },
    );
  });
});
