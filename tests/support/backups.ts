import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import type { Job } from "#worker/backup/job.ts";
import { backupStub } from "#worker/live/stubs.ts";
import type { BackupRun } from "#worker/objects/backup-api.ts";
import { db, testEnv } from "./browser.ts";

/** Runs a function in the `Backup` object. */
export const inBackup = <T>(work: (storage: DurableObjectStorage) => T): Promise<Awaited<T>> =>
  runInDurableObject(backupStub(testEnv), (_, { storage }) => work(storage)) as Promise<Awaited<T>>;

/** Runs the alarms of the `Backup` object until its job has ended. Returns how it ended. */
export async function finishJob(): Promise<BackupRun> {
  const backup = backupStub(testEnv);
  for (;;) {
    const { running, last } = await backup.status();
    if (!running && last) return last;
    await inBackup(({ sql, kv }) => {
      sql.exec("update alarms set due = 0");
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

const run = <Row>(...statements: string[]): Promise<Row[][]> =>
  db
    .batch(Object.fromEntries(statements.map((text, i) => [`s${i}`, { sql: text, params: [] }])))
    .then((rows) => Object.values(rows) as Row[][]);

/** Returns the schema of D1 without SQLite's own tables. */
export async function schemaEntries(): Promise<Entry[]> {
  const [entries = []] = await run<Entry>(
    "select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite%' and name not like '\\_cf%' escape '\\' order by name",
  );
  return entries;
}

const isVirtual = ({ sql }: Entry) => /^create virtual/i.test(sql);
const shadowsOf = (entries: readonly Entry[]) => entries.filter(isVirtual).map(({ name }) => `${name}_`);

/** Returns all rows of D1 by table. */
export async function allRows(): Promise<Record<string, unknown[]>> {
  const entries = await schemaEntries();
  const shadows = shadowsOf(entries);
  const tables = entries
    .filter((entry) => entry.type === "table" && !isVirtual(entry))
    .map(({ name }) => name)
    .filter((name) => !shadows.some((prefix) => name.startsWith(prefix)));
  const rows = await run(...tables.map((name) => `select * from "${name}"`));
  const sorted = (list: unknown[] = []) =>
    list
      .map((row) => ({ row, text: JSON.stringify(row) }))
      .sort((a, b) => (a.text < b.text ? -1 : 1))
      .map(({ row }) => row);
  return Object.fromEntries(tables.map((name, i) => [name, sorted(rows[i])]));
}

/** Removes everything from D1. */
export async function emptyDatabase(): Promise<void> {
  const entries = await schemaEntries();
  const shadows = shadowsOf(entries);
  const tables = entries.filter(
    (entry) => entry.type === "table" && !shadows.some((prefix) => entry.name.startsWith(prefix)),
  );
  await run(
    "pragma defer_foreign_keys = on",
    ...entries.filter(({ type }) => type === "trigger").map(({ name }) => `drop trigger "${name}"`),
    ...tables.map(({ name }) => `drop table "${name}"`),
  );
}
