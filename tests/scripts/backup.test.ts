import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { backUpState, restoreState, summaryOf } from "#scripts/backup/back-up-state.ts";
import { newFolder } from "#tests/support/new-folder.ts";
import { isBackupDue } from "#worker/backup/due.ts";
import { orderTables, searchProblems } from "#worker/backup/manifest.ts";
import { backupsToKeep } from "#worker/backup/prune.ts";

const open: DatabaseSync[] = [];
afterAll(() => {
  for (const database of open) database.close();
});

const DATABASE = "v3/d1/miniflare-D1DatabaseObject/a.sqlite";
const OBJECT = "v3/do/bopolis-Ids/b.sqlite";
const BLOB = "v3/r2/bopolis/blobs/c";

/** Creates a state folder whose databases are still open, with rows in their journals alone. */
function newState(): { state: string; database: DatabaseSync } {
  const state = join(newFolder(), "state");
  for (const path of [DATABASE, OBJECT, BLOB, "v3/cache/d"])
    mkdirSync(join(state, path, ".."), { recursive: true });
  const [database] = [DATABASE, OBJECT].map((path) => {
    const one = new DatabaseSync(join(state, path));
    one.exec("pragma journal_mode = wal; pragma wal_autocheckpoint = 0");
    one.exec("create table rows (id integer primary key, text); insert into rows (text) values ('first')");
    open.push(one);
    return one;
  }) as [DatabaseSync, DatabaseSync];
  writeFileSync(join(state, BLOB), "picture");
  writeFileSync(join(state, "v3/cache/d"), "cached");
  writeFileSync(join(state, "secrets.json"), '{"SESSION_SECRET":"x"}', { mode: 0o600 });
  return { state, database };
}

const rowsOf = (state: string): string[] => {
  const database = new DatabaseSync(join(state, DATABASE));
  open.push(database);
  return database
    .prepare("select text from rows order by id")
    .all()
    .map(({ text }) => String(text));
};

describe("the backup of a self-hosted site", () => {
  test("copies databases in use, files and secrets, and restores them into an empty folder", async () => {
    const { state, database } = newState();
    // A transaction that isn't committed isn't part of the copy.
    database.exec("begin; insert into rows (text) values ('uncommitted')");
    const target = join(newFolder(), "backup");
    const manifest = await backUpState(state, target, { secrets: true });
    database.exec("commit");
    expect(manifest.files.map(({ path }) => path)).toEqual([DATABASE, OBJECT, BLOB, "secrets.json"]);
    expect(summaryOf(manifest)).toMatch(/^4 files, 0\.0 MB, of 20/);

    const restored = join(newFolder(), "state");
    mkdirSync(restored);
    await restoreState(target, restored);
    expect(rowsOf(restored)).toEqual(["first"]);
    expect(readFileSync(join(restored, BLOB), "utf8")).toBe("picture");
    expect(readFileSync(join(restored, "secrets.json"), "utf8")).toBe('{"SESSION_SECRET":"x"}');
    expect(statSync(join(restored, "secrets.json")).mode & 0o777).toBe(0o600);
    expect(existsSync(join(restored, "restoring"))).toBe(false);
    expect(rowsOf(state)).toEqual(["first", "uncommitted"]);
  });

  test("copies a database whose transaction a kill has interrupted, without that transaction", async () => {
    const { state } = newState();
    const killed = join(state, "v3/do/bopolis-Ids/killed.sqlite");
    const database = new DatabaseSync(join(newFolder(), "open.sqlite"));
    open.push(database);
    database.exec(
      "create table rows (text); insert into rows values ('first'); pragma cache_size = 2; begin",
    );
    const insert = database.prepare("insert into rows values (?)");
    for (let i = 0; i < 500; i++) insert.run("x".repeat(500));
    // A kill leaves exactly these files.
    const from = database.location() ?? "";
    for (const end of ["", "-journal"]) copyFileSync(from + end, killed + end);
    const target = join(newFolder(), "backup");
    await backUpState(state, target, { secrets: false });
    const copy = new DatabaseSync(join(target, "v3/do/bopolis-Ids/killed.sqlite"), { readOnly: true });
    open.push(copy);
    expect(copy.prepare("select text from rows").all()).toEqual([{ text: "first" }]);
  });

  test("leaves out the secrets on request", async () => {
    const target = join(newFolder(), "backup");
    await backUpState(newState().state, target, { secrets: false });
    expect(existsSync(join(target, "secrets.json"))).toBe(false);
  });

  test("never overwrites anything, and needs data", async () => {
    const { state } = newState();
    const target = newFolder();
    await expect(backUpState(state, target, { secrets: true })).rejects.toThrow(
      `✗ ${target} already exists. A backup never overwrites anything.`,
    );
    const empty = newFolder();
    await expect(backUpState(empty, join(target, "backup"), { secrets: true })).rejects.toThrow(
      `✗ No site has its data in ${empty}.`,
    );
  });

  test("isn't restored if it's incomplete or damaged, or if the folder has data", async () => {
    const { state } = newState();
    const target = join(newFolder(), "backup");
    await backUpState(state, target, { secrets: true });
    await expect(restoreState(target, state)).rejects.toThrow(
      `✗ ${state} has data. A backup can only be restored into an empty folder.`,
    );
    const empty = newFolder();
    await expect(restoreState(empty, empty)).rejects.toThrow("isn't a complete backup");
    writeFileSync(join(target, BLOB), "Picture");
    rmSync(join(target, OBJECT));
    await expect(restoreState(target, empty)).rejects.toThrow(
      `✗ ${OBJECT} is missing in the backup.\n✗ ${BLOB} is damaged.\nNothing was restored.`,
    );
    expect(existsSync(join(empty, "v3"))).toBe(false);
    writeFileSync(join(target, "manifest.json"), "{");
    await expect(restoreState(target, empty)).rejects.toThrow("manifest.json is damaged.");
  });

  test("begins again after an interruption", async () => {
    const { state } = newState();
    const target = join(newFolder(), "backup");
    mkdirSync(`${target}.partial`);
    writeFileSync(join(`${target}.partial`, "half"), "");
    await backUpState(state, target, { secrets: true });
    expect(existsSync(join(target, "half"))).toBe(false);
    const restored = newFolder();
    mkdirSync(join(restored, "restoring/v3/d1"), { recursive: true });
    await restoreState(target, restored);
    expect(rowsOf(restored)).toEqual(["first"]);
  });
});

const DAY_MS = 24 * 3_600_000;

describe("a backup", () => {
  const table = (name: string, sql = `CREATE TABLE ${name} (id)`) => ({ type: "table", name, sql });

  test("copies tables before those that they refer to, and needs to know how to fill each search table again", () => {
    const schema = [
      table("users"),
      table("levels", "CREATE TABLE levels (user_id REFERENCES `users`(id), parent REFERENCES levels(id))"),
      table("plays", "CREATE TABLE plays (level_id REFERENCES levels(id), user_id REFERENCES users(id))"),
      table("user_search", "CREATE VIRTUAL TABLE user_search USING fts5(username)"),
      table("user_search_data"),
    ];
    expect(orderTables(schema).map(({ name }) => name)).toEqual(["plays", "levels", "users"]);
    expect(searchProblems("CREATE VIRTUAL TABLE thread_search USING fts5(name)")).toEqual([
      "db/search-rebuilds.ts doesn't say how to fill thread_search after a restore.",
    ]);
  });

  test("is due once a night after the hour that the operator chose", () => {
    const at = (time: string) => Date.parse(`2030-01-${time}Z`);
    const due = (now: string, newest: string | null, BACKUP_HOUR?: string) =>
      isBackupDue(at(now), newest === null ? null : at(newest), {
        ENVIRONMENT: "production",
        ...(BACKUP_HOUR && { BACKUP_HOUR }),
      });
    expect(due("10T12:00:00", null)).toBe(true);
    expect(due("10T02:59:00", "09T03:00:00")).toBe(false);
    expect(due("10T03:00:00", "09T03:00:00")).toBe(true);
    expect(due("10T23:00:00", "10T03:00:00")).toBe(false);
    expect(due("10T04:00:00", "09T22:00:00", "22")).toBe(false);
    expect(due("10T22:00:00", "09T22:00:00", "22")).toBe(true);
    expect(isBackupDue(at("10T12:00:00"), null, { ENVIRONMENT: "development" })).toBe(false);
  });
});

test("all backups of a day, the newest of each of 7 days and 4 weeks, and the newest of all are kept", () => {
  const now = Date.parse("2030-03-01T03:00:00Z");
  const idOf = (days: number, hour = "03") =>
    `${new Date(now - days * DAY_MS).toISOString().slice(0, 10)}T${hour}-00-00`;
  const ids = Array.from({ length: 60 }, (_, days) => [idOf(days, "01"), idOf(days, "02")]).flat();
  const keep = [...backupsToKeep(ids, now)].sort().reverse();
  const newest = Array.from({ length: 7 }, (_, days) => idOf(days, "02"));
  expect(keep.slice(0, 8)).toEqual([newest[0], idOf(0, "01"), ...newest.slice(1)]);
  // Weeks begin on Thursdays.
  expect(keep.slice(8)).toEqual([9, 16, 23].map((days) => idOf(days, "02")));
  const old = [idOf(300), idOf(200)];
  expect([...backupsToKeep(old, now)]).toEqual([idOf(200)]);
});
