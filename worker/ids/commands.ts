import { sql } from "drizzle-orm";
import { type Database, type Statement, statement } from "#db/database.ts";
import { raiseSequences, type SequenceRow, sequencesOf, sequencesQuery } from "#db/sequences.ts";
import type { Env } from "../env.ts";
import { idsStub } from "../live/stubs.ts";
import type { NamingTable } from "../objects/ids-api.ts";

/** Selects the newest id that D1 has assigned in a table. */
export const lastIdQuery = (table: NamingTable): Statement<{ last: number }> =>
  statement(sql`select coalesce(max(seq), 0) as last from sqlite_sequence where name = ${table}`);

/** Returns an id that no row of the table has ever had, even if D1 was rewound. */
export const newId = (env: Env, table: NamingTable, rows: readonly { last: number }[]): Promise<number> =>
  idsStub(env).next(table, rows[0]?.last ?? 0);

/** Raises D1's sequences if it was rewound, and records their current values. */
export async function syncSequences(env: Env, db: Database): Promise<void> {
  const ids = idsStub(env);
  // Read before recording: D1 can only be behind the recorded values if it was rewound.
  const recorded = await ids.sequences();
  const { rows } = await db.batch(
    {
      raise: raiseSequences(recorded).map((text): Statement => ({ sql: text, params: [] })),
      rows: { sql: sequencesQuery, params: [] } as Statement<SequenceRow>,
    },
    { idempotent: true },
  );
  await ids.record(sequencesOf(rows));
}
