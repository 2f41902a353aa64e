import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DATABASES } from "#db/databases.ts";
import type { Config } from "#scripts/deploy/config.ts";
import { RemoteDatabase } from "#scripts/deploy/database.ts";
import { rewindDatabase, rewindTargets } from "#scripts/deploy/operations.ts";
import { type RunWrangler, Wrangler } from "#scripts/deploy/wrangler.ts";

beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

/** A fake D1 with Time Travel: each bookmark is a saved state. */
function fakeDatabase() {
  const states = new Map<string, Uint8Array>();
  let database = new DatabaseSync(":memory:");
  database.exec(`create table levels (id integer primary key autoincrement);
    create table notices (id integer primary key autoincrement)`);
  const saveState = () => {
    const bookmark = `0000000${states.size}-00000000-00000000-aa`;
    states.set(bookmark, database.serialize());
    return bookmark;
  };
  const commands: string[] = [];
  const run: RunWrangler = async (args) => {
    const output = (value: unknown) => ({ code: 0, stdout: JSON.stringify(value), stderr: "" });
    const at = args.indexOf("--command");
    if (at > 0) {
      const statements = (args[at + 1] ?? "").split(";\n");
      return output(statements.map((text) => ({ results: database.prepare(text).all() })));
    }
    commands.push(args.slice(0, 5).join(" "));
    const previous_bookmark = saveState();
    const state = states.get(/--bookmark=(\S+)/.exec(args.join(" "))?.[1] ?? "");
    if (state) {
      // Node 24.21 crashes when a database with prepared statements is deserialized, so each state gets its own.
      database = new DatabaseSync(":memory:");
      database.deserialize(state);
    }
    return output({ previous_bookmark });
  };
  return {
    addRow: (table: string) =>
      Number(database.prepare(`insert into ${table} default values returning id`).get()?.id),
    saveState,
    commands,
    remote: new RemoteDatabase(new Wrangler(run), { name: "bopolis" } as Config),
  };
}

test("rewindDatabase raises the sequences past every assigned id, however often it runs", async () => {
  const { addRow, saveState, commands, remote } = fakeDatabase();
  const ids = { levels: [addRow("levels")], notices: [] as number[] };
  const early = saveState();
  for (let times = 0; times < 3; times++) {
    for (const table of ["levels", "notices"] as const) ids[table].push(addRow(table));
    const undo = saveState();
    await rewindDatabase(remote, times === 1 ? undo : early, async () => {});
  }
  for (const table of ["levels", "notices"] as const) {
    ids[table].push(addRow(table));
    expect(new Set(ids[table]).size, `ids of ${table}: ${ids[table]}`).toBe(ids[table].length);
  }
  expect(commands).toContain(`d1 time-travel restore bopolis --bookmark=${early}`);
});

test("rewindDatabase accepts a time and returns the bookmark that undoes it", async () => {
  const { commands, remote } = fakeDatabase();
  const undo = await rewindDatabase(remote, "2030-01-31T12:00:00Z", async () => {});
  expect(commands).toEqual(["d1 time-travel restore bopolis --timestamp=2030-01-31T12:00:00Z"]);
  expect(undo).toBe("00000000-00000000-00000000-aa");
});

test("rewindTargets takes one time for all databases, or a bookmark for each", () => {
  const databases = DATABASES.map(() => fakeDatabase().remote);
  expect(rewindTargets(databases, "2030-01-31T12:00:00Z")).toEqual(
    DATABASES.map(() => "2030-01-31T12:00:00Z"),
  );
  expect(rewindTargets(databases, "00-a,00-b,00-c")).toEqual(["00-a", "00-b", "00-c"]);
  expect(() => rewindTargets(databases, "00-a")).toThrow(/3 bookmarks separated by commas/);
});
