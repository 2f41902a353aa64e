import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { Database, type Statement, statement } from "#db/database.ts";
import type { ledger_archive } from "#db/schema/index.ts";
import type { transactions as archived } from "#db/schema/ledger/index.ts";
import { type ArchiveName, archiveOf } from "#domain/database-names.ts";
import { type Env, isProduction } from "../env.ts";
import { ARCHIVED_COLUMNS, ARCHIVED_VALUES } from "./archived-columns.ts";
import { type Archives, openArchives } from "./archives.ts";
import { checkArchived } from "./check-archived.ts";
import { movedToQuery } from "./moved-to.ts";

/** Live rows are at most this old, or wait for their turn. */
export const LIVE_MS = 60 * 24 * 60 * 60 * 1000;
const ROWS_PER_SLICE = 5_000;
/** Readers start again when a slice moves between their two reads, so a run moves few of them. */
export const SLICES_PER_RUN = 4;
/** Keeps a parameter below D1's 2 MB. */
const ROWS_PER_INSERT = 1_000;

/** Of each slice, so many users' sums are compared. */
const CHECKED_USERS = 2;

type ArchivedRow = Columns<typeof archived, (typeof ARCHIVED_COLUMNS)[number]>;

/** The oldest rows beyond `moved_to`, without the newest one of all: its id would be used again. */
const sliceQuery = (rows: number): Statement<ArchivedRow> =>
  statement(sql`select ${sql.raw(ARCHIVED_VALUES)} from transactions t
    where t.id > (select moved_to from ledger_archive) and t.id < (select max(id) from transactions)
    order by t.id limit ${rows}`);

/** The archives that have a row: its user's and, if the list of its source shows it, the source's. */
function archivesOf({ user_id, type_id, source_type, source_id }: ArchivedRow): ArchiveName[] {
  const isListedBySource = source_type === "user" && type_id !== 1;
  return [...new Set([archiveOf(user_id), ...(isListedBySource ? [archiveOf(source_id)] : [])])];
}

const lineOf = (row: ArchivedRow): string => JSON.stringify(ARCHIVED_COLUMNS.map((column) => row[column]));

function copyStatements(lines: readonly string[]): Statement[] {
  const values = sql.raw(ARCHIVED_COLUMNS.map((_, i) => `value ->> ${i}`).join(", "));
  const statements: Statement[] = [];
  for (let i = 0; i < lines.length; i += ROWS_PER_INSERT)
    statements.push(
      statement(sql`insert into transactions (${sql.raw(ARCHIVED_COLUMNS.join(", "))})
        select ${values} from json_each(${`[${lines.slice(i, i + ROWS_PER_INSERT).join(",")}]`}) where true
        on conflict (id) do nothing`),
    );
  return statements;
}

/** Copies rows to an archive and reads them back. Throws unless it has exactly these in their range. */
async function copyRows(archive: Database, rows: readonly ArchivedRow[], after: number, last: number) {
  const lines = rows.map(lineOf);
  await archive.batch({ copy: copyStatements(lines) }, { idempotent: true });
  const stored = await archive.all(
    statement<ArchivedRow>(sql`select ${sql.raw(ARCHIVED_COLUMNS.join(", "))} from transactions
      where id > ${after} and id <= ${last} order by id`),
  );
  const isEqual = stored.length === lines.length && stored.every((row, i) => lineOf(row) === lines[i]);
  if (!isEqual)
    throw new Error(`An archive of the ledger differs in rows ${after + 1} to ${last}. None were deleted.`);
}

/** Deletes the rows that the archives have, unless others have moved or hold them. */
const moveStatements = (after: number, last: number, count: number, now: number) => ({
  opened: statement(sql`update ledger_archive set moving_to = ${last}
    where moved_to = ${after} and held_until <= ${now} and ${last} < (select max(id) from transactions)
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
 * Moves the oldest rows to the archives in two acts: copies them and compares, then deletes them in one batch, which also moves
 * `moved_to`. Killed in between, or repeated by two at once, it copies rows that are there already. Returns whether more can wait.
 */
export async function archiveLedgerSlice(
  db: Database,
  archives: Archives,
  now: number,
  { rows: rowsPerSlice = ROWS_PER_SLICE, liveMs = LIVE_MS }: { rows?: number; liveMs?: number } = {},
): Promise<boolean> {
  const {
    state: [state],
    found,
  } = await db.batch({ state: movedToQuery, found: sliceQuery(rowsPerSlice) });
  if (!state || state.held_until > now) return false;
  // Times are slightly out of order relative to ids, and rows move in the order of ids.
  const young = found.findIndex(({ created_at }) => created_at >= now - liveMs);
  const rows = young < 0 ? found : found.slice(0, young);
  const last = rows.at(-1)?.id;
  if (last === undefined) return false;
  const groups = Map.groupBy(
    rows.flatMap((row) => archivesOf(row).map((name) => ({ name, row }))),
    ({ name }) => name,
  );
  await Promise.all(
    [...groups].map(([name, group]) =>
      copyRows(
        archives[name],
        group.map(({ row }) => row),
        state.moved_to,
        last,
      ),
    ),
  );
  const { closed } = await db.batch(moveStatements(state.moved_to, last, rows.length, now));
  if (closed.length === 0) return false;
  for (const userId of [...new Set(rows.map((row) => row.user_id))].slice(0, CHECKED_USERS))
    await checkArchived(db, archives, userId);
  return rows.length === rowsPerSlice;
}

/** Moves rows that are older than 60 days to the archives. */
export async function archiveLedger(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB);
  const archives = openArchives(env);
  const liveMs = isProduction(env) ? LIVE_MS : Number(env.LEDGER_LIVE_SECONDS ?? LIVE_MS / 1000) * 1000;
  for (
    let slice = 0;
    slice < SLICES_PER_RUN && (await archiveLedgerSlice(db, archives, now, { liveMs }));
    slice++
  );
}
