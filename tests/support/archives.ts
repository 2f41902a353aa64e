import { sql } from "drizzle-orm";
import { ARCHIVE_AGE_MS, MAX_ARCHIVE_WAIT_MS } from "#domain/archive/rules.ts";
import { moveAuditEntries } from "#worker/archive/move-audit.ts";
import { moveCases } from "#worker/archive/move-cases.ts";
import { db, runSql, testEnv } from "./browser.ts";

const DAY_MS = 86_400_000;
/** So long ago that a file is written although it isn't full. */
export const LONG_AGO_MS = ARCHIVE_AGE_MS + MAX_ARCHIVE_WAIT_MS + DAY_MS;

export interface ListedArchive {
  kind: "audit" | "cases";
  name: string;
  first_id: number;
  last_id: number;
  first_at: number;
  last_at: number;
  rows_count: number;
  bytes: number;
  sha256: string;
}

/** The listed files, oldest first. */
export const listedArchives = (kind: ListedArchive["kind"]): Promise<ListedArchive[]> =>
  runSql<ListedArchive>(sql`select kind, name, first_id, last_id, first_at, last_at, rows_count, bytes, sha256
    from archives where kind = ${kind} order by id`);

/** The names of all files, listed or not. */
export const storedArchives = async (prefix = "archive/"): Promise<string[]> =>
  (await testEnv.BUCKET.list({ prefix })).objects.map(({ key }) => key);

export interface Entry {
  action?: string;
  subject_type?: string;
  subject_id?: string;
  reason?: string;
  details?: string;
}

/** Stores an audit entry of some time ago. Returns its id. */
export async function addEntry(actorId: number, agoMs: number, entry: Entry = {}): Promise<number> {
  const { action = "user.ban", subject_type = "user", subject_id = "1", reason = "", details = "{}" } = entry;
  const [row] = await runSql<{ id: number }>(sql`insert into audit_log
    (actor_id, action, subject_type, subject_id, reason, details, created_at)
    values (${actorId}, ${action}, ${subject_type}, ${subject_id}, ${reason}, ${details}, ${Date.now() - agoMs}) returning id`);
  return row?.id ?? 0;
}

/** Stores many entries by one person, one a millisecond, the newest of some time ago. */
export const addEntries = (actorId: number, count: number, agoMs: number): Promise<unknown> =>
  runSql(sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < ${count})
    insert into audit_log (actor_id, action, subject_type, subject_id, created_at)
    select ${actorId}, 'user.look', 'user', 1000 + n, ${Date.now() - agoMs - count} + n from n`);

interface Closed {
  agoMs?: number;
  reporters?: readonly number[];
  state?: "open" | "decided";
  staff?: number;
}

/** Stores a case about a user with its reports and one copy. Returns its id. */
export async function addCase(
  subjectId: number,
  { agoMs = LONG_AGO_MS, reporters = [], state = "decided", staff }: Closed = {},
): Promise<number> {
  const at = Date.now() - agoMs;
  const decidedAt = state === "decided" ? at : null;
  const [row] = await runSql<{ id: number }>(sql`insert into cases
    (type, target, subject_id, name, url, reason, state, outcome, acts, decided_by, decided_at, created_at, updated_at)
    values ('user', ${String(subjectId)}, ${subjectId}, 'A name', '/users/a', 'spam', ${state},
      ${decidedAt && "acted"}, ${decidedAt && '{"acts":["remove"],"reason":"Not nice"}'}, ${staff ?? null}, ${decidedAt}, ${at}, ${at})
    returning id`);
  const id = row?.id ?? 0;
  const copy = {
    title: "A copy",
    text: "Something rude\nin two lines",
    picture_url: null,
    place: "",
    messages: [{ id: "1", user_id: subjectId, body: "Rude", reported: true, created_at: at }],
  };
  await runSql(
    sql`insert into evidence (case_id, copy, created_at) values (${id}, ${JSON.stringify(copy)}, ${at})`,
  );
  for (const reporter of reporters)
    await runSql(sql`insert into reports (type, target, reporter_id, reason, details, case_id, created_at)
      values ('user', ${String(subjectId)}, ${reporter}, 'spam', ${`Look ${id}`}, ${id}, ${at})`);
  return id;
}

/** Moves what is due, file by file. Returns how many were written. */
async function moveAll(move: typeof moveAuditEntries, now = Date.now()): Promise<number> {
  let files = 0;
  while (await move(testEnv.BUCKET, db, now)) files++;
  return files;
}
export const moveAllEntries = (now?: number): Promise<number> => moveAll(moveAuditEntries, now);
export const moveAllCases = (now?: number): Promise<number> => moveAll(moveCases, now);
