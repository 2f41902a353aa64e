/**
 * Why a call to D1 failed: `statement` is about the statement itself (a constraint, a type), all others are about the
 * database. `transient` passes within moments, `overloaded` within seconds; `full` refuses writes only; `schema` lacks a
 * table or column; `away` is anything else.
 */
export type DatabaseFault = "statement" | "transient" | "overloaded" | "full" | "schema" | "away";

/** SQLite's result codes, which end its messages. Only these count then: the message can contain any text of a statement. */
const CODES: Readonly<Record<string, DatabaseFault>> = {
  SQLITE_ERROR: "statement",
  SQLITE_ABORT: "statement",
  SQLITE_AUTH: "statement",
  SQLITE_CONSTRAINT: "statement",
  SQLITE_MISMATCH: "statement",
  SQLITE_MISUSE: "statement",
  SQLITE_RANGE: "statement",
  SQLITE_TOOBIG: "statement",
  SQLITE_FULL: "full",
  SQLITE_READONLY: "full",
  SQLITE_BUSY: "transient",
  SQLITE_LOCKED: "transient",
};

/** Of SQLITE_ERROR: the migration that adds it is missing. */
const MISSING = /^(?:D1_\w+: )?(?:no such (?:table|column|index): |table \S+ has no column named )/;

/** Cloudflare's own messages for D1 errors, in the order they are tried. Retried ones begin like this. */
const MESSAGES: readonly [DatabaseFault, RegExp][] = [
  ["schema", /^no such (?:table|column|index): |^table \S+ has no column named /i],
  [
    "statement",
    /constraint failed|syntax error|too many sql variables|not authorized|no sql statements detected/i,
  ],
  ["full", /exceeded maximum db size|maximum account storage limit|database or disk is full/i],
  ["overloaded", /overloaded|too many requests queued/i],
  [
    "transient",
    /^network connection lost|^d1 db storage operation exceeded timeout which caused object to be reset|^internal error (?:in|while starting up) d1 db storage caused object to be reset|^d1 db reset because its code was updated|^cannot resolve d1 db due to transient issue/i,
  ],
];

const PREFIX = /^(?:Error: )?D1_(?:EXEC_)?ERROR: /;

/** Other values have no text: turning an object into one can throw, too. */
const textOf = (error: unknown): string =>
  error instanceof Error ? error.message : typeof error === "string" ? error : "";

/** Classifies an error of a call to D1. A text that isn't known is `away`, which is never retried. */
export function databaseFault(error: unknown): DatabaseFault {
  const text = textOf(error);
  if (text.startsWith("D1_TYPE_ERROR")) return "statement";
  const code = /: (SQLITE_[A-Z]+)\w*(?: \(extended: \w+\))?$/.exec(text)?.[1];
  if (code === "SQLITE_ERROR" && MISSING.test(text)) return "schema";
  if (code) return CODES[code] ?? "away";
  const message = text.replace(PREFIX, "");
  return MESSAGES.find(([, pattern]) => pattern.test(message))?.[0] ?? "away";
}

/** A call to D1 that failed because of the database. Its message is that of the cause. */
export class DatabaseError extends Error {
  readonly fault: Exclude<DatabaseFault, "statement">;

  constructor(fault: Exclude<DatabaseFault, "statement">, cause: unknown) {
    super(textOf(cause), { cause });
    this.name = "DatabaseError";
    this.fault = fault;
  }
}
