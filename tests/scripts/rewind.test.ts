import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Config } from "#scripts/deploy/config.ts";
import { RemoteDatabase } from "#scripts/deploy/database.ts";
import { rewind } from "#scripts/deploy/operate.ts";
import { type Run, Wrangler } from "#scripts/deploy/wrangler.ts";

beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

/** D1 as wrangler shows it: a database that Time Travel takes back to a bookmark, which is one of its states. */
function timeTraveller() {
  const states = new Map<string, Uint8Array>();
  let database = new DatabaseSync(":memory:");
  database.exec(`create table levels (id integer primary key autoincrement);
    create table notices (id integer primary key autoincrement)`);
  const remember = () => {
    const bookmark = `0000000${states.size}-00000000-00000000-aa`;
    states.set(bookmark, database.serialize());
    return bookmark;
  };
  const commands: string[] = [];
  const run: Run = async (args) => {
    const answer = (value: unknown) => ({ code: 0, stdout: JSON.stringify(value), stderr: "" });
    const at = args.indexOf("--command");
    if (at > 0) {
      const statements = (args[at + 1] ?? "").split(";\n");
      return answer(statements.map((text) => ({ results: database.prepare(text).all() })));
    }
    commands.push(args.slice(0, 5).join(" "));
    const previous_bookmark = remember();
    const state = states.get(/--bookmark=(\S+)/.exec(args.join(" "))?.[1] ?? "");
    if (state) {
      // Node 24.21 crashes when a database with prepared statements is deserialized, so each state gets its own.
      database = new DatabaseSync(":memory:");
      database.deserialize(state);
    }
    return answer({ previous_bookmark });
  };
  return {
    addRow: (table: string) =>
      Number(database.prepare(`insert into ${table} default values returning id`).get()?.id),
    remember,
    commands,
    remote: new RemoteDatabase(new Wrangler(run), { name: "bopolis" } as Config),
  };
}

test("rewinding the database raises its sequences past every id it has given out, however often it is rewound", async () => {
  const { addRow, remember, commands, remote } = timeTraveller();
  const ids = { levels: [addRow("levels")], notices: [] as number[] };
  const early = remember();
  for (let times = 0; times < 3; times++) {
    for (const table of ["levels", "notices"] as const) ids[table].push(addRow(table));
    const undo = remember();
    await rewind(remote, times === 1 ? undo : early);
  }
  for (const table of ["levels", "notices"] as const) {
    ids[table].push(addRow(table));
    expect(new Set(ids[table]).size, `ids of ${table}: ${ids[table]}`).toBe(ids[table].length);
  }
  expect(commands).toContain(`d1 time-travel restore bopolis --bookmark=${early}`);
});

test("rewinding the database to a time says so to wrangler, and prints how to undo it", async () => {
  const { commands, remote } = timeTraveller();
  await rewind(remote, "2030-01-31T12:00:00Z");
  expect(commands).toEqual(["d1 time-travel restore bopolis --timestamp=2030-01-31T12:00:00Z"]);
  expect(vi.mocked(console.log).mock.calls.flat().join()).toContain("--rewind 00000000-00000000-00000000-aa");
});
