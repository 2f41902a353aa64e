import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { backUpState, restoreState, summaryOf } from "#scripts/backup/back-up-state.ts";
import { newFolder } from "#tests/support/new-folder.ts";

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
