import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { CloudflareApi } from "#scripts/deploy/cloudflare-api.ts";
import { RemoteDatabase } from "#scripts/deploy/database.ts";
import {
  makeRemoteAdmin,
  readSwitch,
  rewindDatabase,
  rewindSite,
  rewindTargets,
  withOperatorAccess,
} from "#scripts/deploy/operations.ts";
import { Problem } from "#scripts/deploy/problem.ts";
import { Wrangler } from "#scripts/deploy/wrangler.ts";
import { root } from "#scripts/run-script.mjs";
import { OperatorClient } from "#scripts/site/operator-client.ts";
import { readMigrations } from "#scripts/site/read-migrations.ts";
import { CloudflareStandIn } from "#tests/stand-ins/cloudflare/cloudflare-stand-in.ts";
import { standInWrangler } from "#tests/support/stand-in-wrangler.ts";
import { operatorTokenName } from "#worker/operator/make-admin.ts";

const url = "https://bopolis.operator.workers.dev";
const NAMES = ["bopolis", "bopolis-forum", "bopolis-play"] as const;

let cloudflare: CloudflareStandIn;
let addDatabase: (name: string) => { database: RemoteDatabase; sqlite: DatabaseSync };
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
  addDatabase = (name) => {
    const { uuid, sqlite } = cloudflare.addDatabase(name);
    return { database: new RemoteDatabase(account, name, uuid), sqlite };
  };
  databases = NAMES.map((name) => {
    const { database, sqlite } = addDatabase(name);
    sqlite.exec(`create table levels (id integer primary key autoincrement);
      create table notices (id integer primary key autoincrement); insert into levels default values`);
    return database;
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

  test("accepts one time for all databases or a bookmark for each, and returns the bookmark that undoes it", async () => {
    expect(await rewindDatabase(databases[0], "2030-01-31T12:00:00Z")).toBe("bookmark-bopolis-0");
    expect(cloudflare.changes).toEqual(["rewind bopolis ?timestamp=2030-01-31T12%3A00%3A00Z"]);
    expect(rewindTargets(databases, "2030-01-31T12:00:00Z")).toEqual(NAMES.map(() => "2030-01-31T12:00:00Z"));
    expect(rewindTargets(databases, "00-a,00-b,00-c")).toEqual(["00-a", "00-b", "00-c"]);
    expect(() => rewindTargets(databases, "00-a")).toThrow(/3 bookmarks separated by commas/);
  });
});

describe("making a user of a deployed site an admin", () => {
  const NOW = 1_900_000_000_000;
  let sqlite: DatabaseSync;
  let database: RemoteDatabase;

  beforeEach(() => {
    ({ database, sqlite } = addDatabase("bopolis-of-users"));
    for (const { sql } of readMigrations(join(root, "migrations")).migrations)
      sqlite.exec(sql.replaceAll("--> statement-breakpoint", ""));
    sqlite.exec(`insert into users (id, username, email, password_hash, created_at, role, role_since, role_by, deleted_at)
      values (1, 'Ada', 'a', '', 1, 'member', null, null, null), (2, 'Ben', 'b', '', 1, 'admin', 5, 1, null),
        (3, 'Gone', 'c', '', 1, 'member', null, null, 9), (4, 'Mo', 'd', '', 1, 'moderator', 5, 2, null)`);
  });

  const roleOf = (id: number) =>
    sqlite.prepare("select role, role_since, role_by from users where id = ?").get(id);
  const auditLog = () =>
    sqlite.prepare("select action, subject_id, reason, before, after, created_at from audit_log").all();

  test.each([
    ["ada", 1, "member"],
    ["Mo", 4, "moderator"],
  ])("gives %s the role and records it in the audit log", async (name, id, before) => {
    expect(await makeRemoteAdmin(database, name, NOW)).toMatch(
      /is an admin as soon as they turn on two-factor/,
    );
    expect(roleOf(id)).toEqual({ role: "admin", role_since: NOW, role_by: null });
    expect(auditLog()).toEqual([
      {
        action: "user.role",
        subject_id: String(id),
        reason: "By the site's operator, with npm run deploy -- --make-admin",
        before: JSON.stringify({ role: before }),
        after: '{"role":"admin"}',
        created_at: NOW,
      },
    ]);
  });

  test("changes nothing for an admin", async () => {
    await makeRemoteAdmin(database, "Ben", NOW);
    expect(roleOf(2)).toEqual({ role: "admin", role_since: 5, role_by: 1 });
    expect(auditLog()).toEqual([]);
  });

  test.each(["Gone", "Unknown", "a'b; drop table users", ""])(
    "rejects %j, who isn't a user",
    async (name) => {
      await expect(makeRemoteAdmin(database, name, NOW)).rejects.toThrow(Problem);
      expect(roleOf(3)?.role).toBe("member");
      expect(auditLog()).toEqual([]);
    },
  );
});

/** Returns a client of a site that gives these responses one after the other, and the requests it gets. */
function clientOf(...responses: [status: number, body: object][]) {
  const sent: Record<"method" | "url" | "authorization" | "body", string | undefined>[] = [];
  const client = new OperatorClient({
    url: "https://play.example.com",
    secret: "hush",
    async send(url, { method, headers, body }) {
      sent.push({ method, url, authorization: headers.Authorization, body });
      const [status, json] = responses[sent.length - 1] ?? [500, {}];
      return { ok: status < 300, status, json: async () => json };
    },
  });
  return { client, sent };
}

test("the operator's client resets a second factor, also if the new secret arrives late", async () => {
  const { client, sent } = clientOf([401, { error: "Unauthorized" }], [200, { message: "Ann can sign in." }]);
  expect(await client.resetTwoFactor("ann")).toBe("Ann can sign in.");
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual({
    method: "POST",
    url: "https://play.example.com/api/operator/reset-two-factor",
    authorization: "Bearer hush",
    body: '{"username":"ann"}',
  });
});

test("the operator's client says what the site refused, and what its version lacks", async () => {
  const refused = clientOf([422, { error: 'No user is named "ann".' }]);
  await expect(refused.client.resetTwoFactor("ann")).rejects.toThrow('✗ No user is named "ann".');
  const old = clientOf([404, { error: "Not found" }]);
  await expect(old.client.resetTwoFactor("ann")).rejects.toThrow("Deploy this version first.");
  expect(old.sent).toHaveLength(1);
});

test("an operator's backup begins after one that the site is making already, which misses what came since", async () => {
  const [nightly, own] = ["nightly", "own"].map((id) => ({ id, type: "backup", error: null }));
  const { client, sent } = clientOf(
    [200, { running: nightly, last: null }],
    [200, { running: null, last: nightly }],
    [200, { id: "own" }],
    [200, { running: null, last: own }],
  );
  expect(await client.backUp()).toEqual(own);
  expect(sent.map(({ method }) => method)).toEqual(["GET", "GET", "POST", "GET"]);
});

test("the switch is on or off and nothing else", () => {
  expect([readSwitch("on"), readSwitch("off")]).toEqual(["on", "off"]);
  for (const value of ["", "ON", "true", "yes"]) expect(() => readSwitch(value)).toThrow("enter on or off");
});
