import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DATABASES } from "#db/databases.ts";
import { CloudflareApi } from "#scripts/deploy/cloudflare-api.ts";
import { migrateDatabases, readAllMigrations, remoteDatabases } from "#scripts/deploy/database.ts";
import { querySettings } from "#scripts/deploy/query-settings.ts";
import { releaseSite } from "#scripts/deploy/release.ts";
import { prepareSecrets } from "#scripts/deploy/secrets.ts";
import type { Settings } from "#scripts/deploy/settings.ts";
import { smokeTest } from "#scripts/deploy/smoke-test.ts";
import { Wrangler } from "#scripts/deploy/wrangler.ts";
import { migrationsOf } from "#scripts/site/migrate.ts";
import { readMigrations } from "#scripts/site/read-migrations.ts";
import { CloudflareStandIn } from "#tests/stand-ins/cloudflare/cloudflare-stand-in.ts";
import { deployConfig, deploySettings } from "#tests/support/deploy-config.ts";
import { newFolder } from "#tests/support/new-folder.ts";
import { standInWrangler } from "#tests/support/stand-in-wrangler.ts";

let cloudflare: CloudflareStandIn;
let folder: string;

beforeEach(async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  folder = newFolder();
  cloudflare = new CloudflareStandIn();
  for (const [name, value] of Object.entries(await cloudflare.start())) vi.stubEnv(name, value);
});
afterEach(async () => {
  await cloudflare.stop();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const logged = () => vi.mocked(console.log).mock.calls.flat().join("\n");
const secretsFile = () => join(folder, "secrets.env");

/** Deploys the site to the stand-in's account. */
const deploy = (own: Partial<Settings> = {}, environment: Record<string, string> = {}) =>
  releaseSite({
    wrangler: new Wrangler(standInWrangler(cloudflare)),
    settings: deploySettings({ account_id: cloudflare.account, ...own }),
    environment,
    build: async () => {},
    configure: (account_id) => ({ ...deployConfig(own), account_id }),
    secretsFile: secretsFile(),
    smokeTest: (_, version) => smokeTest(cloudflare.url, version, { timeoutMs: 0 }),
  });

const RESOURCES = [
  ...["database bopolis", "database bopolis-forum", "database bopolis-play", "bucket bopolis"],
  ...["queue bopolis-renders", "queue bopolis-renders-dead"],
];
const SITE = [
  ...RESOURCES,
  ...["migrations of bopolis", "migrations of bopolis-forum", "migrations of bopolis-play"],
  ...["replicas of bopolis auto", "replicas of bopolis-forum auto", "replicas of bopolis-play auto"],
  "version 1",
];

describe("a first deployment", () => {
  test("creates everything in the chosen location, migrates, and then deploys", async () => {
    expect(await deploy({ location: "weur" })).toBe("https://bopolis.operator.workers.dev");
    expect(cloudflare.changes).toEqual(SITE);
    for (const { location } of [...cloudflare.databases.values(), ...cloudflare.buckets.values()])
      expect(location).toBe("weur");
    for (const source of DATABASES) {
      const name = source.name === "main" ? "bopolis" : `bopolis-${source.name}`;
      const rows = cloudflare.database(name).sqlite.prepare("select name from d1_migrations").all();
      const { migrations } = readMigrations(migrationsOf(source));
      expect(rows.map((row) => row.name)).toEqual(migrations.map((each) => each.name));
    }
    expect(logged()).toMatch(/takes about three minutes[\s\S]*1\/8 Account[\s\S]*8\/8 Smoke test/);
  });

  test("makes each secret once, stores it before it's sent, and says where", async () => {
    await deploy();
    const sent = cloudflare.versions[0]?.secrets ?? {};
    expect(Object.keys(sent)).toEqual(["SESSION_SECRET", "JOIN_SECRET", "SEAL_SECRET", "VAPID_KEY"]);
    const lines = Object.entries(sent).map(([name, value]) => `${name}=${value}\n`);
    expect(readFileSync(secretsFile(), "utf8")).toBe(lines.join(""));
    expect(statSync(secretsFile()).mode & 0o777).toBe(0o600);
    expect(logged()).toContain(secretsFile());
    rmSync(secretsFile());
    await deploy();
    expect(cloudflare.versions[1]?.secrets).toEqual(sent);
  });

  test("doesn't roll back when its smoke test fails, because there's nothing to go back to", async () => {
    cloudflare.isHealthy = () => false;
    await expect(deploy()).rejects.toThrow(/d1_read: the database can't be read/);
    expect(cloudflare.changes).toEqual(SITE);
  });
});

test("a deployment that is interrupted at any step continues, and ends as if it hadn't been", async () => {
  /** Ends a deployment at its change of this number. Returns whether it has so many. */
  const interruptAt = async (number: number): Promise<boolean> => {
    let count = 0;
    cloudflare.fault = (method, path) => {
      const isChange =
        method === "WRANGLER" ? !path.startsWith("auth") : method !== "GET" && !path.endsWith("/query");
      if (isChange) count++;
      return isChange && count >= number ? { status: 400, code: 1, message: "interrupted" } : undefined;
    };
    const isDone = await deploy().then(
      () => true,
      (error: Error) => {
        expect(error.message).toContain("interrupted");
        return false;
      },
    );
    cloudflare.fault = () => undefined;
    return !isDone;
  };
  const sorted = (list: readonly string[]) => [...list].sort();
  let steps = 0;
  for (let number = 1; await interruptAt(number); number++) {
    steps = number;
    await deploy();
    // Apart from versions, nothing is done twice or left out.
    expect(sorted(cloudflare.changes.filter((change) => !/^version \d/.test(change)))).toEqual(
      sorted(SITE.filter((change) => !/^version \d/.test(change))),
    );
    const first = cloudflare.versions[0]?.secrets;
    for (const { secrets } of cloudflare.versions) expect(secrets).toEqual(first);
    expect(readFileSync(secretsFile(), "utf8")).toContain(first?.SEAL_SECRET);
    // The next round begins with an empty account.
    await cloudflare.stop();
    rmSync(secretsFile());
    cloudflare = new CloudflareStandIn();
    for (const [name, value] of Object.entries(await cloudflare.start())) vi.stubEnv(name, value);
  }
  expect(steps).toBeGreaterThanOrEqual(10);
});

describe("an update", () => {
  beforeEach(async () => {
    await deploy();
    cloudflare.changes.length = 0;
  });

  test("changes only the worker", async () => {
    await deploy();
    expect(cloudflare.changes).toEqual(["version 2"]);
  });

  test("notes a restore point before it migrates, and a migration that fails changes nothing", async () => {
    const wrangler = new Wrangler(standInWrangler(cloudflare));
    const account = { id: cloudflare.account, api: new CloudflareApi(wrangler), wrangler };
    const [database] = await remoteDatabases(account, deployConfig());
    const [main] = readAllMigrations();
    const migrate = (sql: string) =>
      migrateDatabases(
        [database],
        [{ path: "migrations", migrations: [...(main?.migrations ?? []), { name: "0099_next.sql", sql }] }],
      );
    await expect(migrate("create table later (id integer); create table users (id integer)")).rejects.toThrow(
      /migrations\/0099_next\.sql failed[\s\S]*bopolis is as it was before/,
    );
    expect(logged()).toMatch(/restore point of bopolis +bookmark-bopolis-0/);
    await migrate("create table later (id integer)");
    expect(cloudflare.changes).toEqual(["migrations of bopolis"]);
    expect((await database.appliedMigrations()).at(-1)).toBe("0099_next.sql");
  });

  test("gives the version before all traffic again when its smoke test fails", async () => {
    const [before] = cloudflare.versions;
    cloudflare.isHealthy = (version) => version === before?.id;
    await expect(deploy()).rejects.toThrow(/the database can't be read[\s\S]*has the traffic again/);
    expect(cloudflare.live).toBe(before?.id);
    expect(cloudflare.changes).toEqual(["version 2", "rollback"]);
  });

  test("goes on without read replicas when they can't be switched", async () => {
    cloudflare.fault = (method) =>
      method === "PATCH" ? { status: 403, code: 10_000, message: "Authentication error" } : undefined;
    await deploy({ read_replicas: "off" });
    expect(logged()).toMatch(/read replicas +not switched off: .*Authentication error/);
  });
});

describe("a preflight", () => {
  const refuse = (part: string, status: number, code: number, message: string) => () => {
    cloudflare.fault = (_, path) => (path.includes(part) ? { status, code, message } : undefined);
  };
  const freePlan =
    (databases = 0) =>
    () => {
      cloudflare.plan = "free";
      for (let i = 0; i < databases; i++) cloudflare.addDatabase(`other-${i}`);
    };
  const nothing = () => {};

  test.each<[string, () => void, RegExp, Partial<Settings>?]>([
    ["a plan without enough CPU", freePlan(), /Workers Free, which ends a request after 10 ms/],
    [
      "databases that don't fit into the free plan",
      freePlan(8),
      /allows 10 D1 databases, and the account has 8: 3 more don't fit/,
    ],
    [
      "queues that aren't enabled",
      refuse("/queues", 400, 11_002, "In order to use Queues, you must enable your account"),
      /Queues aren't enabled/,
    ],
    [
      "queues that the plan lacks",
      refuse("/queues", 403, 100_129, "Queues are unavailable on the free plan"),
      /Queues aren't enabled.*Workers Paid/,
    ],
    ["a bucket without R2", refuse("/r2/", 403, 10_042, "Please enable R2"), /Open R2/],
    [
      "Analytics Engine that isn't enabled",
      refuse("/analytics_engine", 403, 0, "Forbidden"),
      /code: 10089.*Analytics Engine isn't enabled/,
      { analytics_share: 0.1 },
    ],
    [
      "a missing permission",
      refuse("/d1/database", 403, 10_000, "Authentication error"),
      /lacks a permission: D1: Edit/,
    ],
    [
      "an account without a workers.dev subdomain",
      refuse("/subdomain", 404, 10_007, "You do not have a workers.dev subdomain"),
      /Open Workers & Pages/,
    ],
    [
      "a domain of another account",
      nothing,
      /isn't in a zone of this account/,
      { domains: ["play.other.example"] },
    ],
    [
      "a sender whose domain isn't onboarded",
      nothing,
      /Mail from no-reply@example.com would be refused.*Onboard domain/,
      { mail_from: "no-reply@example.com" },
    ],
  ])("explains %s before anything is created", async (_, prepare, message, own) => {
    prepare();
    await expect(deploy(own)).rejects.toThrow(message);
    expect(cloudflare.changes).toEqual([]);
  });

  test("explains all of them together", async () => {
    cloudflare.plan = "free";
    const own = { domains: ["a.other.example"], mail_from: "a@other.example" };
    await expect(deploy(own)).rejects.toThrow(
      /a\.other\.example isn't in a zone[\s\S]*Mail from[\s\S]*Workers Free/,
    );
  });

  test("accepts a domain and a sender of the account's zones, and a plan that can't be read", async () => {
    cloudflare.plan = null;
    cloudflare.senders = [{ name: "example.com", enabled: true }];
    const own = { domains: ["play.example.com"], mail_from: "no-reply@example.com", analytics_share: 0.5 };
    expect(await deploy(own)).toBe("https://play.example.com");
    expect(logged()).toMatch(/plan +can't be read/);
  });

  test("needs a clear account", async () => {
    await expect(deploy({ account_id: "f".repeat(32) })).rejects.toThrow(
      new RegExp(`You don't have access to account f+\\. .*\\n {2}${cloudflare.account}`),
    );
    expect(await deploy({ account_id: undefined })).toContain("https://");
  });
});

describe("secrets", () => {
  const prepare = (existing: string[] | null, environment: Record<string, string> = {}) =>
    prepareSecrets(existing, environment, secretsFile());
  const ALL = ["SESSION_SECRET", "JOIN_SECRET", "SEAL_SECRET", "VAPID_KEY"];

  test("come from the operator's copy if the worker has none yet, and never replace one", () => {
    const copy = { SEAL_SECRET: "x".repeat(32) };
    expect(prepare(null, copy)).toMatchObject(copy);
    expect(readFileSync(secretsFile(), "utf8")).not.toContain("SEAL_SECRET");
    expect(prepare(ALL, copy)).toEqual({});
    // Those of companies are replaced.
    expect(prepare([...ALL, "STRIPE_SECRET_KEY"], { STRIPE_SECRET_KEY: "sk_2" })).toEqual({
      STRIPE_SECRET_KEY: "sk_2",
    });
  });

  test("must have the right form, and are long and random; those of an interrupted deployment are used again", () => {
    expect(() => prepare(null, { SEAL_SECRET: "short" })).toThrow(/SEAL_SECRET .* has the wrong form/);
    expect(() => prepare(null, { VAPID_KEY: "x".repeat(43) })).toThrow(/VAPID_KEY/);
    const first = prepare(null);
    for (const name of ALL) expect(first[name]).toMatch(/^[\w.-]{43,}$/);
    expect(new Set(Object.values(first)).size).toBe(ALL.length);
    expect(prepare(["SESSION_SECRET"])).toEqual({ ...first, SESSION_SECRET: undefined });
    expect(prepare(null)).toEqual(first);
  });
});

describe("the questions before the first deployment", () => {
  const file = () => join(folder, "deploy.config.json");
  const terminal = (...list: string[]) => {
    const questions: string[] = [];
    const read = async (question: string) => {
      questions.push(question);
      return list.shift() ?? "";
    };
    return { questions, read };
  };

  test("come once, and again after a reply that isn't possible", async () => {
    const replies = ["Bad Name", "mine", "moon", "weur", "https://a.example", "play.a.example"];
    const { questions, read } = terminal(...replies);
    await querySettings(read, file());
    const settings = { name: "mine", location: "weur", domains: ["play.a.example"] };
    expect(JSON.parse(readFileSync(file(), "utf8"))).toEqual(settings);
    expect(questions).toHaveLength(6);
    expect(questions.join()).toContain("It can't be changed later");
    await querySettings(read, file());
    expect(questions).toHaveLength(6);
  });

  test("have defaults", async () => {
    await querySettings(terminal().read, file());
    expect(JSON.parse(readFileSync(file(), "utf8"))).toEqual({});
  });
});

test("a smoke test waits for the new version, and needs production mode and no outbox", async () => {
  const responses: Record<string, () => Response> = {
    "/health": () => Response.json({ deployment: "v1", checks: [] }),
    "/api/session": () => Response.json({}, { headers: { "Strict-Transport-Security": "max-age=1" } }),
    "/": () => new Response("page"),
    "/dev/outbox": () => new Response(null, { status: 404 }),
  };
  vi.stubGlobal("fetch", async (url: string) => responses[new URL(url).pathname]?.());
  const check = (version = "v1") => smokeTest("https://a.example", version, { timeoutMs: 0 });
  try {
    await check();
    await expect(check("v2")).rejects.toThrow("version v1 responds");
    let tries = 0;
    const pause = async () => {
      if (++tries === 3) responses["/health"] = () => Response.json({ deployment: "v2", checks: [] });
    };
    await smokeTest("https://a.example", "v2", { pause });
    expect(tries).toBe(3);
    responses["/dev/outbox"] = () => new Response("mails");
    await expect(check("v2")).rejects.toThrow("its outbox responds with 200");
    responses["/"] = () => new Response(null, { status: 500 });
    await expect(check("v2")).rejects.toThrow("its front page responds with 500");
    responses["/api/session"] = () => Response.json({});
    await expect(check("v2")).rejects.toThrow("it doesn't run in production mode");
  } finally {
    vi.unstubAllGlobals();
  }
});

test("a file of an operator's that is no configuration isn't replaced", async () => {
  writeFileSync(join(folder, "deploy.config.json"), "{");
  await querySettings(async () => "mine", join(folder, "deploy.config.json"));
  expect(readFileSync(join(folder, "deploy.config.json"), "utf8")).toBe("{");
});
