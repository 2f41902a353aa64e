import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import type { Database } from "#db/database.ts";
import { DATABASES } from "#db/databases.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import type { Job } from "#worker/backup/job.ts";
import { backupStub } from "#worker/live/stubs.ts";
import type { BackupRun } from "#worker/objects/backup-api.ts";
import { makeDue } from "./alarms.ts";
import { db, forumDb, playDb, testEnv } from "./browser.ts";

/** Runs a function in the `Backup` object. */
export const inBackup = <T>(work: (storage: DurableObjectStorage) => T): Promise<Awaited<T>> =>
  runInDurableObject(backupStub(testEnv), (_, { storage }) => work(storage)) as Promise<Awaited<T>>;

/** Runs the alarms of the `Backup` object until its job has ended. Returns how it ended. */
export async function finishJob(): Promise<BackupRun> {
  const backup = backupStub(testEnv);
  for (;;) {
    const { running, last } = await backup.status();
    if (!running && last) return last;
    await inBackup((storage) => {
      makeDue(storage);
      const { kv } = storage;
      const job = kv.get<Job>("job");
      // Don't wait until all changes are reported.
      if (job) kv.put("job", { ...job, startedAt: job.startedAt - 60_000 });
    });
    await runDurableObjectAlarm(backup);
  }
}

/** Backs up the site. Returns the backup's id. */
export async function backUpSite(): Promise<string> {
  const id = await backupStub(testEnv).start();
  const { error } = await finishJob();
  if (error) throw new Error(error);
  return id;
}

interface Entry {
  type: string;
  name: string;
  sql: string;
}

const databases: Readonly<Record<DatabaseName, Database>> = {
  main: db,
  forum: forumDb,
  play: playDb,
};
type Name = DatabaseName;
const NAMES = DATABASES.map(({ name }) => name);

const run = <Row>(name: Name, ...statements: string[]): Promise<Row[][]> =>
  databases[name]
    .batch(Object.fromEntries(statements.map((text, i) => [`s${i}`, { sql: text, params: [] }])))
    .then((rows) => Object.values(rows) as Row[][]);

async function entriesOf(name: Name): Promise<Entry[]> {
  const [entries = []] = await run<Entry>(
    name,
    "select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite%' and name not like '\\_cf%' escape '\\' order by name",
  );
  return entries;
}

/** Returns the schemas of all databases without SQLite's own tables. */
export const schemaEntries = async (): Promise<Entry[][]> => Promise.all(NAMES.map(entriesOf));

const isVirtual = ({ sql }: Entry) => /^create virtual/i.test(sql);
const shadowsOf = (entries: readonly Entry[]) => entries.filter(isVirtual).map(({ name }) => `${name}_`);

const sorted = (rows: unknown[] = []) =>
  rows
    .map((row) => ({ row, text: JSON.stringify(row) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ row }) => row);

/** Returns all rows of all databases by table. */
export async function allRows(): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const database of NAMES) {
    const entries = await entriesOf(database);
    const shadows = shadowsOf(entries);
    const tables = entries
      .filter((entry) => entry.type === "table" && !isVirtual(entry))
      .map(({ name }) => name)
      .filter((name) => !shadows.some((prefix) => name.startsWith(prefix)));
    const found = await run(database, ...tables.map((name) => `select * from "${name}"`));
    for (const [i, name] of tables.entries()) rows[`${database}.${name}`] = sorted(found[i]);
  }
  return rows;
}

/** Removes everything from all databases. */
export async function emptyDatabases(): Promise<void> {
  for (const database of NAMES) {
    const entries = await entriesOf(database);
    const shadows = shadowsOf(entries);
    const tables = entries.filter(
      (entry) => entry.type === "table" && !shadows.some((prefix) => entry.name.startsWith(prefix)),
    );
    await run(
      database,
      "pragma defer_foreign_keys = on",
      ...entries.filter(({ type }) => type === "trigger").map(({ name }) => `drop trigger "${name}"`),
      ...tables.map(({ name }) => `drop table "${name}"`),
    );
  }
}
