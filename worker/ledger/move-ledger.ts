import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { type Database, type Statement, statement } from "#db/database.ts";
import type { ledger_archive } from "#db/schema/index.ts";
import { archiveStateQuery } from "./archive-state.ts";
import { ARCHIVED_VALUES } from "./archived-columns.ts";
import { type ArchivedRow, hasRows, rowsByArchive } from "./archived-rows.ts";
import type { Archives } from "./archives.ts";
import { checkArchived } from "./check-archived.ts";

/** Until then, a page that found the archives incomplete has read its rows. */
const FIRST_MOVE_MS = 60_000;
/** Of each slice, so many users' sums are compared. */
const CHECKED_USERS = 2;

/** The oldest rows that are copied and haven't moved, without the newest one of all: its id would be used again. */
const oldRowsQuery = (rows: number): Statement<ArchivedRow> =>
  statement(sql`select ${sql.raw(ARCHIVED_VALUES)} from ledger_archive a cross join transactions t
    where t.id > a.moved_to and t.id <= a.copied_to and t.id < (select max(id) from transactions)
    order by t.id limit ${rows}`);

const sealStatement = (last: number): Statement =>
  statement(
    sql`insert into seals (id) select ${last} where not exists (select 1 from seals where id >= ${last})`,
  );

/** Has everything after the moved rows copied again. */
const copyAgainStatement: Statement = statement(sql`update ledger_archive set copied_to = moved_to`);

/** Deletes the rows that the archives have, unless others have moved or hold them. */
const moveStatements = (after: number, last: number, count: number, now: number) => ({
  opened: statement(sql`update ledger_archive set moving_to = ${last}
    where moved_to = ${after} and copied_to >= ${last} and held_until <= ${now}
      and ${last} < (select max(id) from transactions)
      and (select count(*) from transactions where id > ${after} and id <= ${last}) = ${count}`),
  // Nothing if the first statement hasn't set it.
  deleted: statement(
    sql`delete from transactions where id > ${after} and id <= (select moving_to from ledger_archive)`,
  ),
  closed: statement<Columns<typeof ledger_archive, "moved_to">>(
    sql`update ledger_archive set moved_to = moving_to, moving_to = null where moving_to is not null returning moved_to`,
  ),
});

/**
 * Moves the oldest rows: compares their copies once more, seals these, and deletes the rows in one batch, which also moves `moved_to`.
 * Killed in between, or repeated by two at once, it has sealed copies of rows that are still there. Returns whether more can wait.
 */
export async function moveLedgerSlice(
  db: Database,
  archives: Archives,
  now: number,
  { rows: rowsPerSlice, liveMs }: { rows: number; liveMs: number },
): Promise<boolean> {
  const {
    state: [state],
    found,
  } = await db.batch({ state: archiveStateQuery, found: oldRowsQuery(rowsPerSlice) });
  if (!state || state.held_until > now || state.copied_since === null) return false;
  if (state.copied_since + FIRST_MOVE_MS > now) return false;
  // Times are slightly out of order relative to ids, and rows move in the order of ids.
  const young = found.findIndex(({ created_at }) => created_at >= now - liveMs);
  const rows = young < 0 ? found : found.slice(0, young);
  const last = rows.at(-1)?.id;
  if (last === undefined) return false;
  const groups = rowsByArchive(rows);
  const equal = await Promise.all(
    groups.map(([name, own]) => hasRows(archives[name], own, state.moved_to, last)),
  );
  if (!equal.every(Boolean)) {
    await db.batch({ again: copyAgainStatement });
    throw new Error(
      `An archive of the ledger differs in rows ${state.moved_to + 1} to ${last}. None were deleted, and all are copied again.`,
    );
  }
  await Promise.all(
    groups.map(([name]) => archives[name].batch({ seal: sealStatement(last) }, { idempotent: true })),
  );
  const { closed } = await db.batch(moveStatements(state.moved_to, last, rows.length, now));
  if (closed.length === 0) return false;
  for (const userId of [...new Set(rows.map((row) => row.user_id))].slice(0, CHECKED_USERS))
    await checkArchived(db, archives, userId);
  return rows.length === rowsPerSlice;
}
