import { type Batch, Database, Meter, type Statement } from "#db/database.ts";
import { boundDatabase, DATABASES } from "#db/databases.ts";
import { SEARCH_REBUILDS } from "#db/search-rebuilds.ts";
import { ownSequences, raiseSequences, type Sequences, sequenceAfterJump } from "#db/sequences.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import type { HostRegion } from "#domain/hosts/host-regions.ts";
import { idsStub } from "../live/stubs.ts";
import { type Databases, OUTBOXES, openDatabases } from "../outbox/relay.ts";
import type { BackupStore, ObjectExport } from "./backup-store.ts";
import { type CopiedTable, type RowInsert, rowInserts } from "./copied-table.ts";
import type { StateHeader } from "./export-state.ts";
import type { RestoreProgress, StepResult } from "./job.ts";
import {
  isVirtual,
  type Manifest,
  parentsOf,
  query,
  readLines,
  type SchemaEntry,
  schemaQuery,
} from "./manifest.ts";
import { objectStub } from "./object-stub.ts";

/** Ids of a table whose rows are added to a full-text table at once. */
const SEARCH_RANGE = 5_000;
const OBJECTS_AT_ONCE = 16;
/** An index of so many rows takes noticeable time. */
const LARGE_TABLE = 20_000;
const COUNTED_AT_ONCE = 20;

export const newRestore = (id: string, now: number): RestoreProgress => ({
  type: "restore",
  id,
  startedAt: now,
  phase: "tables",
  rows: 0,
  objects: 0,
  slowestMs: 0,
  failures: 0,
  error: null,
  database: 0,
  next: 0,
  after: 0,
});

/** The restored site isn't what the manifest says. */
export class RestoreMismatch extends Error {
  override name = "RestoreMismatch";
}

interface Context {
  env: Env;
  store: BackupStore;
  manifest: Manifest;
}

/** Everything that a phase needs: of a database, its own part of the manifest. */
interface DatabaseContext extends Context {
  name: DatabaseName;
}

const PHASES = [
  "tables",
  "rows",
  "indexes",
  "search",
  "triggers",
  "sums",
  "index",
  "objects",
  "finish",
] as const satisfies readonly RestoreProgress["phase"][];
/** After this phase, the next database begins. */
const LAST_OF_DATABASE = "sums";

/** Returns the manifest of one database: its schema, its tables and their pages, named as if there were no other. */
function manifestOf(manifest: Manifest, name: DatabaseName): Manifest {
  const prefix = `${name}/`;
  const part =
    name === "main" ? manifest : (manifest.others[name] ?? { schema: [], tables: [], sequences: {} });
  const pages =
    name === "main"
      ? manifest.pages.filter(({ source }) => !source.includes("/"))
      : manifest.pages
          .filter(({ source }) => source.startsWith(prefix))
          .map((page) => ({ ...page, source: page.source.slice(prefix.length) }));
  return { ...manifest, schema: part.schema, tables: part.tables, sequences: part.sequences, pages };
}

const STEPS: Record<
  RestoreProgress["phase"],
  (context: DatabaseContext, job: RestoreProgress, db: Database) => Promise<boolean>
> = {
  tables: createTables,
  rows: insertPage,
  indexes: (context, job, db) => createNext(context, job, db, ["index"]),
  search: fillSearch,
  // Triggers come last: the rows already contain their counts.
  triggers: (context, job, db) => createNext(context, job, db, ["trigger", "view"]),
  sums: checkSums,
  index: readIndexes,
  objects: importPack,
  finish: raiseIds,
};

/** Does the next step of a restore and changes its progress. Repeating a step changes nothing. */
export async function restoreStep(context: Context, job: RestoreProgress): Promise<StepResult> {
  const meter = new Meter();
  const isOfDatabase = PHASES.indexOf(job.phase) <= PHASES.indexOf(LAST_OF_DATABASE);
  const name = (isOfDatabase && DATABASES[job.database]?.name) || "main";
  const db = new Database(boundDatabase(context.env, name), meter, { name });
  const manifest = isOfDatabase ? manifestOf(context.manifest, name) : context.manifest;
  const own = { ...context, manifest, name };
  const isPhaseDone = await STEPS[job.phase](own, job, db);
  job.slowestMs = Math.max(job.slowestMs, Math.round(meter.waitedMs / Math.max(1, meter.roundTrips)));
  const calls = meter.roundTrips + 2 + (job.phase === "objects" ? 400 : 0);
  if (!isPhaseDone) return { isDone: false, calls };
  const nextDatabase = job.database + 1;
  if (job.phase === LAST_OF_DATABASE && nextDatabase < DATABASES.length) {
    Object.assign(job, { database: nextDatabase, phase: PHASES[0], next: 0, after: 0 });
    return { isDone: false, calls };
  }
  const next = PHASES[PHASES.indexOf(job.phase) + 1];
  if (!next) return { isDone: true, calls };
  Object.assign(job, { phase: next, next: 0, after: 0 });
  return { isDone: false, calls };
}

/** Why a backup can't be restored, or null. An interrupted restore of it can go on. */
export async function restoreProblem(env: Env, id: string): Promise<string | null> {
  for (const db of Object.values(openDatabases(env))) {
    const problem = await databaseProblem(db, id);
    if (problem) return problem;
  }
  return null;
}

async function databaseProblem(db: Database, id: string): Promise<string | null> {
  const { schema, progress } = await db.batch({
    schema: schemaQuery,
    progress: query("select 1 from sqlite_master where name = 'restore_progress'"),
  });
  if (schema.length === 0) return null;
  const begun = progress.length > 0 && (await stepsDone(db)).has(stepOf(id));
  return begun ? null : "The database isn't empty. A backup can only be restored into an empty site.";
}

const tablesOf = ({ schema, tables }: Manifest): SchemaEntry[] => {
  const order = new Map(tables.map(({ name }, i) => [name, i]));
  const shadows = schema.filter(isVirtual).map(({ name }) => `${name}_`);
  return schema
    .filter(({ type, name }) => type === "table" && !shadows.some((prefix) => name.startsWith(prefix)))
    .sort((a, b) => (order.get(a.name) ?? -1) - (order.get(b.name) ?? -1));
};

const PROGRESS_TABLE = "create table if not exists restore_progress (step text primary key) without rowid";

/** The step that names the backup which the database gets. */
const stepOf = (id: string): string => `backup ${id}`;

const stepsDone = async (db: Database): Promise<Set<string>> =>
  new Set(
    (await db.all(query<{ step: string }>("select step from restore_progress"))).map(({ step }) => step),
  );

async function createTables({ manifest }: DatabaseContext, _job: RestoreProgress, db: Database) {
  await db.batch({
    table: query(PROGRESS_TABLE),
    begun: query("insert or ignore into restore_progress (step) values (?1)", stepOf(manifest.id)),
  });
  const existing = new Set((await db.all(schemaQuery)).map(({ name }) => name));
  const missing = tablesOf(manifest).filter(({ name }) => !existing.has(name));
  if (missing.length) await db.batch({ create: missing.map(({ sql }) => query(sql)) });
  return true;
}

/** Creates indexes or triggers: those of small tables at once, each of a large table in its own round trip. */
async function createNext(
  { manifest }: DatabaseContext,
  job: RestoreProgress,
  db: Database,
  types: readonly string[],
): Promise<boolean> {
  const existing = new Set((await db.all(schemaQuery)).map(({ type, name }) => `${type} ${name}`));
  const missing = manifest.schema.filter(
    ({ type, name }) => types.includes(type) && !existing.has(`${type} ${name}`),
  );
  const isQuick = ({ type, sql }: SchemaEntry) =>
    type !== "index" || rowsOf(manifest, /\bON\s+[`"]?(\w+)/i.exec(sql)?.[1] ?? "") < LARGE_TABLE;
  const quick = missing.filter(isQuick);
  if (quick.length) await db.batch({ create: quick.map(({ sql }) => query(sql)) });
  for (const { sql } of missing.filter((entry) => !isQuick(entry)).slice(0, 1)) {
    await db.all(query(sql));
    job.next++;
    return false;
  }
  return true;
}

const rowsOf = ({ pages }: Manifest, table: string): number =>
  pages.filter(({ source }) => source === table).reduce((sum, { rows }) => sum + rows, 0);

/** Runs statements once, also if the process dies before it can store its progress. Returns whether they ran. */
async function runOnce(db: Database, step: string, work: Batch | readonly Statement[]): Promise<boolean> {
  try {
    await db.batch({ step: query("insert into restore_progress (step) values (?1)", step), work });
    return true;
  } catch (error) {
    if (!String(error).includes("UNIQUE constraint failed: restore_progress.step")) throw error;
    return false;
  }
}

async function insertPage({ env, manifest }: DatabaseContext, job: RestoreProgress, db: Database) {
  // Pages are in the order in which they were copied: children first.
  const order = new Map(manifest.tables.map(({ name }, i) => [name, i]));
  const pages = manifest.pages.toSorted(
    (a, b) => (order.get(a.source) ?? 0) - (order.get(b.source) ?? 0) || (a.path < b.path ? -1 : 1),
  );
  if (job.next === 0) {
    // A restore that failed goes on.
    const done = await stepsDone(db);
    while (done.has(pages[job.next]?.path ?? "")) job.rows += pages[job.next++]?.rows ?? 0;
  }
  const page = pages[job.next];
  if (!page) return true;
  const table = manifest.tables.find(({ name }) => name === page.source);
  if (!table) throw new RestoreMismatch(`${page.path} belongs to no table`);
  const lines = await readLines(env.BUCKET, page);
  const insert = (inserts: readonly RowInsert[]) => {
    const statements = inserts.map(({ sql, params }) => query(sql, ...params));
    return runOnce(db, page.path, statements);
  };
  try {
    await insert(rowInserts(table, lines));
  } catch (error) {
    if (!String(error).includes("FOREIGN KEY constraint failed")) throw error;
    // Some parents were deleted, or added, while the backup ran.
    await insert(rowInserts(table, lines, { condition: await hasParents(db, table, manifest) }));
  }
  job.rows += lines.length;
  job.next++;
  return false;
}

/** SQL for whether all rows exist that a line of a backup refers to. */
async function hasParents(db: Database, { name, columns }: CopiedTable, { schema }: Manifest) {
  const own = schema.find((entry) => entry.type === "table" && entry.name === name);
  if (!own || parentsOf(own).length === 0) return "true";
  const keys = await db.all(
    query<{ table: string; from: string; to: string }>(
      `select "table", "from", "to" from pragma_foreign_key_list('${name}')`,
    ),
  );
  return keys
    .map(({ table, from, to }) => {
      const value = `value ->> ${columns.indexOf(from)}`;
      return `(${value} is null or exists (select 1 from "${table}" p where p."${to}" = ${value}))`;
    })
    .join(" and ");
}

async function fillSearch({ manifest }: DatabaseContext, job: RestoreProgress, db: Database) {
  const entry = manifest.schema.filter(isVirtual)[job.next];
  if (!entry) return true;
  const rebuild = SEARCH_REBUILDS[entry.name];
  if (!rebuild) throw new RestoreMismatch(`db/search-rebuilds.ts doesn't say how to fill ${entry.name}`);
  const [newest] = await db.all(
    query<{ id: number }>(`select coalesce(max(id), 0) as id from "${rebuild.source}"`),
  );
  const until = job.after + SEARCH_RANGE;
  await runOnce(db, `${entry.name}:${until}`, [query(rebuild.sql, job.after + 1, until)]);
  if (until >= (newest?.id ?? 0)) Object.assign(job, { next: job.next + 1, after: 0 });
  else job.after = until;
  return false;
}

/** Repairs what depends on the present moment, and compares the result with the manifest. */
async function checkSums({ manifest, name: database }: DatabaseContext, job: RestoreProgress, db: Database) {
  const tables = manifest.tables.slice(job.next, job.next + COUNTED_AT_ONCE);
  if (tables.length > 0) {
    const counts = await db.batch(
      Object.fromEntries(
        tables.map(({ name }) => [`_${name}`, query<{ n: number }>(`select count(*) as n from "${name}"`)]),
      ),
    );
    for (const { name } of tables) {
      const expected = rowsOf(manifest, name);
      // Only rows without a parent can be missing, which only tables with foreign keys have.
      const own = manifest.schema.find((entry) => entry.type === "table" && entry.name === name);
      const rows = counts[`_${name}`]?.[0]?.n ?? 0;
      if (rows > expected || (rows < expected && !(own && parentsOf(own).length)))
        throw new RestoreMismatch(`${name} has ${rows} rows instead of ${expected}`);
    }
    job.next += tables.length;
    return false;
  }
  if (database !== "main") return true;
  const [ledger] = await db.all(
    query<{ n: number; coins: number; xp: number }>(
      "select count(*) as n, coalesce(sum(coins), 0) as coins, coalesce(sum(xp), 0) as xp from transactions",
    ),
  );
  const { rows, coins, xp } = manifest.ledger;
  if (ledger?.n !== rows || ledger.coins !== coins || ledger.xp !== xp)
    throw new RestoreMismatch(
      `the ledger sums up to ${ledger?.coins} coins and ${ledger?.xp} XP in ${ledger?.n} rows instead of ${coins} and ${xp} in ${rows}`,
    );
  // No one is online or playing anymore.
  await db.batch({
    online: query(
      "update counters set value = 0 where name in ('online', 'in_game', 'playing') and value <> 0",
    ),
    playing: query("update levels set playing_count = 0 where playing_count <> 0"),
  });
  return true;
}

/** Reads which file holds each object. */
async function readIndexes({ env, store, manifest }: Context, job: RestoreProgress): Promise<boolean> {
  const index = manifest.indexes[job.next];
  if (job.next === 0) store.clear();
  if (!index) {
    for (const pack of manifest.packs) store.putFile("pack", pack);
    return true;
  }
  for (const line of await readLines(env.BUCKET, index))
    store.putExport(JSON.parse(line) as ObjectExport, manifest.started_at);
  job.next++;
  return false;
}

/** Imports the objects of a pack whose newest state it holds. */
async function importPack({ env, store, manifest }: Context, job: RestoreProgress, db: Database) {
  const pack = manifest.packs[job.next];
  if (!pack) return true;
  const [, backup, number] = /([^/]+)\/(\d+)\.ndjson\.gz$/.exec(pack.path) ?? [];
  const n = Number(number);
  const states = splitStates(await readLines(env.BUCKET, pack)).filter(({ header }) => {
    const newest = store.exportOf(header.object, header.name);
    return newest !== undefined && newest.backup === backup && newest.first <= n && newest.last >= n;
  });
  // An older site had no homes.
  const hasHomes = manifest.tables.some(({ name, columns }) => name === "users" && columns.includes("home"));
  const homes = hasHomes ? await readHomes(db, states) : new Map<string, HostRegion>();
  for (let i = 0; i < states.length; i += OBJECTS_AT_ONCE)
    await Promise.all(
      states
        .slice(i, i + OBJECTS_AT_ONCE)
        .map(({ header: { object, name }, text }) =>
          objectStub(env, object, name, homes.get(`${object} ${name}`)).importState(text),
        ),
    );
  job.objects += states.filter(({ header }) => header.part === 0).length;
  job.next++;
  return false;
}

/** Returns where to create objects, by kind and name: near the user of a hub, the first one of a conversation, a level's owner, a host. */
async function readHomes(db: Database, states: readonly { header: StateHeader }[]) {
  const names = JSON.stringify(
    states.map(({ header: { object, name } }) => [object, name, Number.parseInt(name, 10)]),
  );
  const rows = await db.all(
    query<{ key: string; home: HostRegion }>(
      `with names as (select value ->> 0 as object, value ->> 1 as name, value ->> 2 as id from json_each(?1)),
        homes as (select object || ' ' || name as key, case object
          when 'host' then (select region from hosts h where h.id = n.id)
          when 'build' then (select u.home from levels l join users u on u.id = l.user_id where l.id = n.id)
          when 'ids' then null
          else (select home from users u where u.id = n.id) end as home from names n)
      select key, home from homes where home is not null`,
      names,
    ),
  );
  return new Map(rows.map(({ key, home }) => [key, home]));
}

function splitStates(lines: readonly string[]): { header: StateHeader; text: string }[] {
  const states: { header: StateHeader; lines: string[] }[] = [];
  for (const line of lines)
    if (line.startsWith('{"object"')) states.push({ header: JSON.parse(line) as StateHeader, lines: [line] });
    else states.at(-1)?.lines.push(line);
  return states.map((state) => ({ header: state.header, text: state.lines.join("\n") }));
}

/** Raises the sequences of all databases, so no id is used twice: neither of deleted rows nor of rows added after the backup. */
async function raiseIds({ env, manifest }: Context): Promise<boolean> {
  const databases = openDatabases(env);
  // The object can know ids that were used after the backup.
  const recorded = await idsStub(env).sequences();
  for (const { name } of DATABASES) {
    // A backup of a version with fewer databases leaves the others empty.
    if (name !== "main" && !manifest.others[name]) {
      await databases[name].all(query("drop table if exists restore_progress"));
      continue;
    }
    await raiseIdsOf(databases[name], manifestOf(manifest, name), ownSequences(recorded, name));
  }
  await raiseOutboxes(databases, manifest);
  return true;
}

/** Raises each outbox's sequence past its target's; else new effects would be taken for applied ones. */
async function raiseOutboxes(databases: Databases, { others }: Pick<Manifest, "others">): Promise<void> {
  const isRestored = (name: DatabaseName) => name === "main" || others[name] !== undefined;
  for (const { source, target } of OUTBOXES) {
    if (!isRestored(source) || !isRestored(target)) continue;
    const [row] = await databases[target].all(
      query<{ position: number }>("select position from outbox_positions where source = ?1", source),
    );
    if (row)
      await databases[source].all(
        query("update sqlite_sequence set seq = max(seq, ?1) where name = 'outbox'", row.position),
      );
  }
}

async function raiseIdsOf(db: Database, { sequences }: Manifest, recorded: Sequences): Promise<void> {
  const raised = JSON.stringify(sequences);
  // A repeated step finds it dropped.
  await db.all(query(PROGRESS_TABLE));
  await runOnce(db, "sequences", [
    query("delete from sqlite_sequence where name in (select key from json_each(?1))", raised),
    query(
      `insert into sqlite_sequence (name, seq) select key, ${sequenceAfterJump("value")} from json_each(?1)`,
      raised,
    ),
  ]);
  await db.batch({ raise: raiseSequences(recorded).map((sql) => query(sql)) });
  await db.all(query("drop table restore_progress"));
}
