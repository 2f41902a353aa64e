import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { type Database, type Statement, statement } from "#db/database.ts";
import type { transaction_totals, transactions } from "#db/schema/index.ts";
import { archiveOf } from "#domain/database-names.ts";
import { archiveStateQuery } from "../ledger/archive-state.ts";
import type { Archives } from "../ledger/archives.ts";

type Kind = Columns<typeof transaction_totals, "type_id" | "source_type">;
export type PlainRow = Columns<
  typeof transactions,
  "id" | "type_id" | "source_type" | "source_id" | "coins" | "xp" | "copies" | "created_at"
>;

export const ROWS_PER_PAGE = 500;

const rowsQuery = (
  userId: number,
  { type_id, source_type }: Kind,
  after: number,
  to: number,
): Statement<PlainRow> =>
  statement(sql`select id, type_id, source_type, source_id, coins, xp, copies, created_at from transactions
    where user_id = ${userId} and type_id = ${type_id} and source_type = ${source_type} and id > ${after} and id <= ${to}
    order by id limit ${sql.raw(String(ROWS_PER_PAGE))}`);

/**
 * Yields pages of all rows of a user, kind by kind and oldest first. Rows move to the archive meanwhile: those up to `moved_to` are read
 * there and the others in the main database, so each comes once.
 */
export async function* allLedgerRows(
  db: Database,
  archives: Archives,
  userId: number,
): AsyncGenerator<PlainRow[]> {
  const kinds = await db.all(
    statement<Kind>(sql`select type_id, source_type from transaction_totals
      where user_id = ${userId} and incoming = 1 order by type_id, source_type`),
  );
  for (const kind of kinds) {
    for (let after = 0, isDone = false; !isDone; ) {
      const { state, rows } = await db.batch({
        state: archiveStateQuery,
        rows: rowsQuery(userId, kind, after, Number.MAX_SAFE_INTEGER),
      });
      const movedTo = state[0]?.moved_to ?? 0;
      const old =
        after < movedTo ? await archives[archiveOf(userId)].all(rowsQuery(userId, kind, after, movedTo)) : [];
      const isArchiveDone = old.length < ROWS_PER_PAGE;
      const page = isArchiveDone ? [...old, ...rows] : old;
      yield page;
      after = page.at(-1)?.id ?? after;
      isDone = isArchiveDone && rows.length < ROWS_PER_PAGE;
    }
  }
}
