import { CloudflareApi } from "#scripts/deploy/cloudflare-api.ts";
import { RemoteDatabase } from "#scripts/deploy/database.ts";
import { rewindDatabase, rewindSite, rewindTargets, withOperatorAccess } from "#scripts/deploy/operations.ts";
import { Wrangler } from "#scripts/deploy/wrangler.ts";
import { CloudflareStandIn } from "#tests/stand-ins/cloudflare/cloudflare-stand-in.ts";
import { standInWrangler } from "#tests/support/stand-in-wrangler.ts";
import { operatorTokenName } from "#worker/operator/make-admin.ts";

const url = "https://bopolis.operator.workers.dev";
const NAMES = ["bopolis", "bopolis-forum", "bopolis-play"] as const;

let cloudflare: CloudflareStandIn;
let databases: [RemoteDatabase, ...RemoteDatabase[]];
/** Calls of the operator's endpoints that were accepted. */
let operatorCalls: string[];

/** The operator's endpoints: they accept a token whose hash is in the database. */
async function operatorEndpoint(target: string, { method = "GET", headers = {} }: RequestInit = {}) {
  const token = String((headers as Record<string, string>).Authorization).replace("Bearer ", "");
  const known = cloudflare
    .database("bopolis")
    .sqlite.prepare("select 1 from d1_deployments where name = ? and expires_at > ?")
    .all(operatorTokenName(token), Date.now());
  if (!known.length) return Response.json({ error: "Unauthorized" }, { status: 401 });
  const call = `${method} ${target.split("/api/operator/")[1]}`;
  operatorCalls.push(call);
  if (call === "POST rewound") return Response.json({ cursor: null });
  const run = { type: "backup", id: "b1", started_at: 0, finished_at: 0, rows: 1, objects: 1 };
  return Response.json(call === "POST backup" ? { id: "b1" } : { running: null, last: run });
}

beforeEach(async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  operatorCalls = [];
  cloudflare = new CloudflareStandIn();
  for (const [name, value] of Object.entries(await cloudflare.start())) vi.stubEnv(name, value);
  const wrangler = new Wrangler(standInWrangler(cloudflare));
  const account = { id: cloudflare.account, api: new CloudflareApi(wrangler), wrangler };
  databases = NAMES.map((name) => {
    const { uuid, sqlite } = cloudflare.addDatabase(name);
    sqlite.exec(`create table levels (id integer primary key autoincrement);
      create table notices (id integer primary key autoincrement); insert into levels default values`);
    return new RemoteDatabase(account, name, uuid);
  }) as typeof databases;
  const real = fetch;
  vi.stubGlobal("fetch", (target: string, options?: RequestInit) =>
    target.startsWith(url) ? operatorEndpoint(target, options) : real(target, options),
  );
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await cloudflare.stop();
});

const logged = () => vi.mocked(console.log).mock.calls.flat().join("\n");
const addRow = (name: string, table = "levels") =>
  Number(
    cloudflare.database(name).sqlite.prepare(`insert into ${table} default values returning id`).get()?.id,
  );
const deployments = () => cloudflare.database("bopolis").sqlite.prepare("select * from d1_deployments").all();

test("access to the operator's endpoints lasts as long as the command, and stores no token", async () => {
  await withOperatorAccess({ database: databases[0], url }, async ({ client }) => {
    await client.backUp();
    expect(deployments()).toMatchObject([{ name: expect.stringMatching(/^operator [\w-]{43}$/), value: "" }]);
  });
  expect(operatorCalls).toContain("POST backup");
  expect(deployments()).toEqual([]);
  const failing = withOperatorAccess({ database: databases[0], url }, () =>
    Promise.reject(new Error("failed")),
  );
  await expect(failing).rejects.toThrow("failed");
  expect(deployments()).toEqual([]);
});

describe("a rewind", () => {
  test("rewinds all databases, raises their sequences, and makes the objects forget", async () => {
    const bookmarks = NAMES.map((name) => cloudflare.saveState(name)).join(",");
    const ids = NAMES.map((name) => addRow(name));
    await rewindSite(databases, url, bookmarks);
    for (const [i, name] of NAMES.entries()) {
      const rows = cloudflare.database(name).sqlite.prepare("select id from levels").all();
      expect(rows).toEqual([{ id: 1 }]);
      expect(addRow(name)).toBeGreaterThan(ids[i] ?? 0);
    }
    expect(operatorCalls).toContain("POST rewound");
    expect(logged()).toMatch(
      /--rewind bookmark-bopolis-\d+,bookmark-bopolis-forum-\d+,bookmark-bopolis-play-\d+/,
    );
    // The main one is the last.
    expect(cloudflare.changes.map((change) => change.split(" ")[1])).toEqual(NAMES.toReversed());
    expect(deployments()).toEqual([]);
  });

  test("raises the sequences past every assigned id, however often it runs", async () => {
    const [database] = databases;
    const ids: Record<string, number[]> = { levels: [1, addRow("bopolis")], notices: [] };
    const early = cloudflare.saveState("bopolis");
    for (let times = 0; times < 3; times++) {
      for (const table of ["levels", "notices"]) ids[table]?.push(addRow("bopolis", table));
      const undo = cloudflare.saveState("bopolis");
      await rewindDatabase(database, times === 1 ? undo : early);
    }
    for (const [table, list] of Object.entries(ids)) {
      list.push(addRow("bopolis", table));
      expect(new Set(list).size, `ids of ${table}: ${list}`).toBe(list.length);
    }
  });

  test("accepts a time, and returns the bookmark that undoes it", async () => {
    expect(await rewindDatabase(databases[0], "2030-01-31T12:00:00Z")).toBe("bookmark-bopolis-0");
    expect(cloudflare.changes).toEqual(["rewind bopolis ?timestamp=2030-01-31T12%3A00%3A00Z"]);
  });

  test("takes one time for all databases, or a bookmark for each", () => {
    expect(rewindTargets(databases, "2030-01-31T12:00:00Z")).toEqual(NAMES.map(() => "2030-01-31T12:00:00Z"));
    expect(rewindTargets(databases, "00-a,00-b,00-c")).toEqual(["00-a", "00-b", "00-c"]);
    expect(() => rewindTargets(databases, "00-a")).toThrow(/3 bookmarks separated by commas/);
  });
});
