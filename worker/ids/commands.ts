import { sql } from "drizzle-orm";
import { type Database, type Statement, statement } from "#db/client.ts";
import { raiseSequences, type SequenceRow, sequencesOf, sequencesQuery } from "#db/sequences.ts";
import type { Env } from "../env.ts";
import { idsOf } from "../live/stubs.ts";
import type { NamingTable } from "./object.ts";

/** The newest id that D1 has given out in a table. */
export const lastIdQuery = (table: NamingTable): Statement<{ last: number }> =>
  statement(sql`select coalesce(max(seq), 0) as last from sqlite_sequence where name = ${table}`);

/** An id that no row of the table has ever had, not even one that a rewind of D1 took back. */
export const newId = (env: Env, table: NamingTable, rows: readonly { last: number }[]): Promise<number> =>
  idsOf(env).next(table, rows[0]?.last ?? 0);

/** Raises the sequences of D1 if it was rewound, and records where they are. */
export async function keepSequences(env: Env, db: Database): Promise<void> {
  const ids = idsOf(env);
  // In this order: D1 can only be behind what was recorded before if it was rewound.
  const recorded = await ids.sequences();
  const plain = [...raiseSequences(recorded), sequencesQuery].map((text) => ({ sql: text, params: [] }));
  const rows = (await db.batch(plain)).at(-1) as SequenceRow[];
  await ids.record(sequencesOf(rows));
}
