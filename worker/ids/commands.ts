import { type Statement, statement } from "#db/database.ts";
import { DATABASES } from "#db/databases.ts";
import {
  ownSequences,
  raiseSequences,
  type SequenceRow,
  sequencesOf,
  sequencesQuery,
  siteSequences,
} from "#db/sequences.ts";
import { idsStub } from "../live/stubs.ts";
import type { NamingTable } from "../objects/ids-api.ts";
import type { Databases } from "../outbox/relay.ts";

/** Selects the newest id that D1 has assigned in a table. */
export const lastIdQuery = (table: NamingTable): Statement<{ last: number }> =>
  statement`select coalesce(max(seq), 0) as last from sqlite_sequence where name = ${table}`;

/** Returns an id that no row of the table has ever had, even if D1 was rewound. */
export const newId = (env: Env, table: NamingTable, rows: readonly { last: number }[]): Promise<number> =>
  idsStub(env).next(table, rows[0]?.last ?? 0);

/** Raises the sequences of databases that were rewound, and records their current values. */
export async function syncSequences(env: Env, databases: Databases): Promise<void> {
  const ids = idsStub(env);
  // Read before recording: a database can only be behind the recorded values if it was rewound.
  const recorded = await ids.sequences();
  for (const { name } of DATABASES) {
    const { rows } = await databases[name].batch(
      {
        raise: raiseSequences(ownSequences(recorded, name)).map(
          (text): Statement => ({ sql: text, params: [] }),
        ),
        rows: { sql: sequencesQuery, params: [] } as Statement<SequenceRow>,
      },
      { idempotent: true },
    );
    await ids.record(siteSequences(sequencesOf(rows), name));
  }
}
