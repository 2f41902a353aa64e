import { type SQL, sql } from "drizzle-orm";
import type { Columns, Present } from "#db/columns.ts";
import { type Database, type Statement, statement } from "#db/database.ts";
import type { cases, evidence, reports } from "#db/schema/index.ts";
import { caseLine, type StoredRow } from "#domain/archive/lines.ts";
import { ARCHIVE_AGE_MS, isFileDue, rowsPerFile } from "#domain/archive/rules.ts";
import { listArchive, listedId, MAX_FILE_BYTES, type StoredArchive, storeArchive } from "./archive-file.ts";

export const CASES_PER_FILE = 250;
/** About what a report adds to a file besides its text. */
const REPORT_BYTES = 150;

type ClosedRow = Columns<typeof cases, "id"> &
  Present<Columns<typeof cases, "decided_at">> & { bytes: number };

/**
 * Condition on a case `c`: it was closed before a time. Nothing about it can be undone, and no appeal of a ban from it waits or was
 * decided since. The newest case stays, so that no id is used twice.
 */
const isClosed = (before: number): SQL => sql`c.state = 'decided' and c.decided_at < ${before}
  and coalesce(c.undone_at, 0) < ${before} and c.id < (select max(id) from cases)
  and not exists (select 1 from removals r where r.type = c.type and r.target = c.target and r.case_id = c.id)
  and not exists (select 1 from bans b indexed by bans_user cross join appeals a on a.ban_id = b.id
    where b.user_id = c.subject_id and b.case_id = c.id and (a.state = 'waiting' or a.decided_at >= ${before}))`;

/** The cases that were closed first, one more than fit into a file, with their approximate sizes. */
const closedQuery = (before: number): Statement<ClosedRow> =>
  statement(sql`with old as (select c.id, c.decided_at from cases c indexed by cases_decided
      where ${isClosed(before)} order by c.decided_at, c.id limit ${sql.raw(String(CASES_PER_FILE + 1))})
    select id, decided_at, coalesce((select sum(length(copy)) from evidence where case_id = old.id), 0)
      + coalesce((select sum(length(details) + ${sql.raw(String(REPORT_BYTES))}) from reports where case_id = old.id), 0) as bytes
    from old order by decided_at, id`);

type PartRow = StoredRow & (Columns<typeof reports, "case_id"> | Columns<typeof evidence, "case_id">);

const rowsOf = (ids: SQL) => ({
  cases: statement<StoredRow & Columns<typeof cases, "id">>(
    sql`select * from cases where id in ${ids} order by id`,
  ),
  reports: statement<PartRow>(sql`select * from reports where case_id in ${ids} order by case_id, id`),
  evidence: statement<PartRow>(sql`select * from evidence where case_id in ${ids} order by case_id, id`),
});

/** How many rows of each table a file has. */
interface Counts {
  cases: number;
  reports: number;
  evidence: number;
}

/** The statements that list a file and delete what it has, or change nothing if it isn't all that the cases have. */
function moveStatements(stored: StoredArchive, ids: SQL, counts: Counts, now: number) {
  const isListed = sql`exists (select 1 from archives where name = ${stored.file.path})`;
  const isComplete = sql`(select count(*) from cases c where c.id in ${ids} and ${isClosed(now - ARCHIVE_AGE_MS)}) = ${counts.cases}
    and (select count(*) from reports where case_id in ${ids}) = ${counts.reports}
    and (select count(*) from evidence where case_id in ${ids}) = ${counts.evidence}`;
  return {
    listed: listArchive(stored, now, isComplete),
    places: [
      statement(sql`insert into archived_cases (id, subject_id, archive_id)
        select id, subject_id, ${listedId(stored)} from cases where id in ${ids} and ${isListed}`),
      statement(sql`insert into archived_reporters (user_id, archive_id)
        select distinct reporter_id, ${listedId(stored)} from reports where case_id in ${ids} and ${isListed}`),
    ],
    deleted: [
      statement(sql`delete from reports where case_id in ${ids} and ${isListed}`),
      statement(sql`delete from evidence where case_id in ${ids} and ${isListed}`),
      statement(sql`delete from cases where id in ${ids} and ${isListed}`),
    ],
  };
}

function byCase(rows: readonly PartRow[]): Map<number, PartRow[]> {
  const groups = new Map<number, PartRow[]>();
  for (const row of rows) groups.set(row.case_id, [...(groups.get(row.case_id) ?? []), row]);
  return groups;
}

/**
 * Moves the cases that were closed first to a file, with their reports and evidence, if they fill one or have waited for long.
 * Returns whether it did. A crash after the file is stored leaves a file that isn't listed; the next attempt writes another one.
 */
export async function moveCases(bucket: R2Bucket, db: Database, now: number): Promise<boolean> {
  const closed = await db.all(closedQuery(now - ARCHIVE_AGE_MS));
  const hasMore = closed.length > CASES_PER_FILE;
  const times = closed.map(({ decided_at }) => decided_at);
  if (!isFileDue(times, hasMore, now)) return false;
  const full = closed.slice(0, CASES_PER_FILE);
  const chosen = full.slice(
    0,
    rowsPerFile(
      full.map(({ bytes }) => bytes),
      MAX_FILE_BYTES,
    ),
  );
  const ids = sql`(select value from json_each(${JSON.stringify(chosen.map(({ id }) => id))}))`;
  const rows = await db.batch(rowsOf(ids));
  const [first, last] = [rows.cases[0], rows.cases.at(-1)];
  if (!first || !last) return false;
  const reports = byCase(rows.reports);
  const evidence = byCase(rows.evidence);
  const lines = rows.cases.map((row) =>
    caseLine({
      id: row.id,
      case: row,
      reports: reports.get(row.id) ?? [],
      evidence: evidence.get(row.id) ?? [],
    }),
  );
  const about = { kind: "cases", first_id: first.id, last_id: last.id } as const;
  const stored = await storeArchive(
    bucket,
    { ...about, first_at: times[0] ?? 0, last_at: times[chosen.length - 1] ?? 0 },
    lines,
  );
  const counts = {
    cases: rows.cases.length,
    reports: rows.reports.length,
    evidence: rows.evidence.length,
  };
  const { listed } = await db.batch(moveStatements(stored, ids, counts, now));
  return listed.length === 1;
}
