/**
 * Why a call to D1 failed: `statement` is about the statement itself (a constraint, a type), all others are about the
 * database. `transient` passes within moments, `overloaded` within seconds; `full` refuses writes only; `schema` lacks a
 * table or column; `away` is anything else.
 */
export type DatabaseFault = "statement" | "transient" | "overloaded" | "full" | "schema" | "away";

/** The order matters: a message can match several. Texts from Cloudflare's list of D1 errors, and SQLite's codes. */
const FAULTS: readonly [DatabaseFault, RegExp][] = [
  ["full", /exceeded maximum db size|sqlite_full|database or disk is full|sqlite_readonly/i],
  ["schema", /no such (table|column|index)|has no column named/i],
  [
    "statement",
    /constraint|sqlite_(error|mismatch|range|toobig|abort)|syntax error|too many sql variables|d1_type_error|not authorized/i,
  ],
  ["overloaded", /overloaded|too many requests queued|d1_exec_error.*busy/i],
  [
    "transient",
    /network connection lost|object to be reset|reset because its code was updated|storage operation exceeded timeout|cannot resolve d1 db due to transient issue|internal error while starting up d1|please retry|sqlite_busy/i,
  ],
];

/** Classifies an error of a call to D1. */
export function databaseFault(error: unknown): DatabaseFault {
  const text = String(error instanceof Error ? error.message : error);
  return FAULTS.find(([, pattern]) => pattern.test(text))?.[0] ?? "away";
}

/** A call to D1 that failed because of the database. Its message is that of the cause. */
export class DatabaseError extends Error {
  readonly fault: Exclude<DatabaseFault, "statement">;

  constructor(fault: Exclude<DatabaseFault, "statement">, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "DatabaseError";
    this.fault = fault;
  }
}
