import { type Columns, type Database, type Statement, sql, statement } from "#db/database.ts";
import { transactionKind } from "#domain/transactions/types.ts";

type Kind = Columns<"transaction_totals", "type_id" | "source_type">;
export type PlainRow = Columns<
  "transactions",
  "id" | "type_id" | "source_type" | "source_id" | "coins" | "xp" | "copies" | "created_at"
>;

export const ROWS_PER_PAGE = 500;

const rowsQuery = (userId: number, { type_id, source_type }: Kind, after: number): Statement<PlainRow> =>
  statement`select id, type_id, source_type, source_id, coins, xp, copies, created_at from transactions
    where user_id = ${userId} and kind = ${transactionKind(type_id, source_type)} and id > ${after}
    order by id limit ${sql.raw(String(ROWS_PER_PAGE))}`;

/** Yields pages of all rows of a user, kind by kind and oldest first. */
export async function* allLedgerRows(db: Database, userId: number): AsyncGenerator<PlainRow[]> {
  const kinds = await db.all(
    statement<Kind>`select type_id, source_type from transaction_totals
      where user_id = ${userId} and incoming = 1 order by type_id, source_type`,
  );
  for (const kind of kinds) {
    for (let after = 0, isDone = false; !isDone; ) {
      const page = await db.all(rowsQuery(userId, kind, after));
      yield page;
      after = page.at(-1)?.id ?? after;
      isDone = page.length < ROWS_PER_PAGE;
    }
  }
}
