import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findSecrets, provideResources, signIn } from "#scripts/deploy/account.ts";
import { searchProblems } from "#scripts/deploy/backup.ts";
import { bindingProblems, declaredBindings } from "#scripts/deploy/bindings.ts";
import { type Config, configProblems, productionConfig } from "#scripts/deploy/config.ts";
import { migrateDatabase } from "#scripts/deploy/database.ts";
import {
  breakingStatements,
  migrationFile,
  migrationProblems,
  planMigrations,
  readMigrations,
} from "#scripts/deploy/migrations.ts";
import { makeAdminSql } from "#scripts/deploy/operate.ts";
import { planResources, wantedBy } from "#scripts/deploy/plan.ts";
import { Problem } from "#scripts/deploy/problem.ts";
import { planSecrets, SECRETS, type Secret } from "#scripts/deploy/secrets.ts";
import { sendWorker } from "#scripts/deploy/send.ts";
import { checkSettings, type Settings } from "#scripts/deploy/settings.ts";
import { CLOUDFLARE_GZIP_LIMIT, GZIP_BUDGET, sizeProblems, sizeWarning } from "#scripts/deploy/size.ts";
import { type Output, type Run, Wrangler, WranglerError } from "#scripts/deploy/wrangler.ts";

const ACCOUNT = "0123456789abcdef0123456789abcdef";

const built: Config = {
  configPath: "/somewhere/wrangler.toml",
  name: "bopolis",
  main: "index.js",
  assets: { directory: "../client", binding: "ASSETS" },
  vars: { ENVIRONMENT: "development", DIAGNOSTICS: "on" },
  workflows: [],
  send_email: [],
  d1_databases: [
    { binding: "DB", database_name: "bopolis", database_id: "0000", migrations_dir: "../../migrations" },
  ],
  r2_buckets: [{ binding: "BUCKET", bucket_name: "bopolis" }],
  queues: {
    producers: [{ binding: "RENDERS", queue: "bopolis-renders" }],
    consumers: [
      { queue: "bopolis-renders", dead_letter_queue: "bopolis-renders-dead" },
      { queue: "bopolis-renders-dead" },
    ],
  },
  durable_objects: { bindings: [{ name: "THROTTLE", class_name: "Throttle" }] },
  migrations: [{ tag: "v1", new_sqlite_classes: ["Throttle"] }],
  ratelimits: [{ name: "WRITE_LIMIT", namespace_id: "1001", simple: { limit: 1, period: 60 } }],
};
const place = { from: "/site/dist/bopolis/wrangler.json", to: "/site/.bopolis/deploy/wrangler.json" };
const settings = (own: Partial<Settings> = {}): Settings => checkSettings(own, {});
const production = (own: Partial<Settings> = {}, ids = {}) =>
  productionConfig(built, settings(own), ids, place);

describe("settings", () => {
  test("stand on their defaults, the environment above the file", () => {
    expect(checkSettings({}, {})).toEqual({ name: "bopolis", domains: [], log: "all" });
    expect(
      checkSettings(
        { name: "mine", log: "errors" },
        { BOPOLIS_NAME: "theirs", BOPOLIS_DOMAINS: "a.example, b.example" },
      ),
    ).toMatchObject({ name: "theirs", domains: ["a.example", "b.example"], log: "errors" });
  });

  test.each([
    [{}, { RATE_LIMITS: "off" }, /RATE_LIMITS=off/],
    [{ RATE_LIMITS: "off" }, {}, /RATE_LIMITS=off/],
    [{}, { PASSWORD_COST: "low" }, /PASSWORD_COST=low/],
    [{ ENVIRONMENT: "development" }, {}, /ENVIRONMENT=development/],
    [{}, { ENVIRONMENT: "staging" }, /ENVIRONMENT=staging/],
    [{}, { DIAGNOSTICS: "on" }, /DIAGNOSTICS=on/],
    [{ name: "Bad Name" }, {}, /name/],
    [{ domains: ["https://a.example"] }, {}, /domains 0/],
    [{ mail_from: "nobody" }, {}, /mail_from/],
    [{ mailfrom: "a@b.example" }, {}, /mailfrom/],
    ["text", {}, /object/],
    [[], {}, /object/],
    [null, {}, /object/],
  ])("%j with %j is refused", (own, environment, message) => {
    expect(() => checkSettings(own, environment)).toThrow(message);
  });
});

describe("the production configuration", () => {
  test("has production's values, the account's ids, and paths from where it lies", () => {
    const config = production({}, { bopolis: "real-id" });
    expect(config).toMatchObject({
      main: "../../dist/bopolis/index.js",
      assets: { directory: "../../dist/client" },
      vars: { ENVIRONMENT: "production", DIAGNOSTICS: "off", LOG: "all" },
      d1_databases: [{ database_id: "real-id", migrations_dir: "../../migrations" }],
      workers_dev: true,
      preview_urls: false,
    });
    expect(config).not.toHaveProperty("configPath");
    expect(config).not.toHaveProperty("send_email");
    expect(configProblems(config)).toEqual([]);
  });

  test("has mail and domains when the operator set them", () => {
    const config = production({ mail_from: "no-reply@a.example", domains: ["a.example"] });
    expect(config).toMatchObject({
      vars: { MAIL_FROM: "no-reply@a.example" },
      send_email: [{ name: "MAIL", allowed_sender_addresses: ["no-reply@a.example"] }],
      routes: [{ pattern: "a.example", custom_domain: true }],
      workers_dev: false,
    });
  });

  test("of another name shares nothing with the first site", () => {
    const config = production({ name: "staging" }, { bopolis: "the first site's" });
    expect(wantedBy(config)).toEqual({
      databases: ["staging"],
      buckets: ["staging"],
      queues: ["staging-renders", "staging-renders-dead"],
    });
    expect(config.d1_databases?.[0]?.database_id).toBe("0000");
    expect(config.ratelimits?.[0]?.namespace_id).not.toBe("1001");
  });

  test.each([
    [{ vars: { ENVIRONMENT: "development", DIAGNOSTICS: "off" } }, "ENVIRONMENT"],
    [{ vars: { ENVIRONMENT: "production", DIAGNOSTICS: "off", RATE_LIMITS: "off" } }, "RATE_LIMITS"],
    [{ vars: { ENVIRONMENT: "production", DIAGNOSTICS: "off", PASSWORD_COST: "low" } }, "PASSWORD_COST"],
    [{ vars: { ENVIRONMENT: "production", DIAGNOSTICS: "on" } }, "DIAGNOSTICS"],
    [{ migrations: [] }, "Throttle"],
    [{ queues: { producers: [{ binding: "RENDERS", queue: "alone" }], consumers: [] } }, "alone"],
    [{ queues: { consumers: [{ queue: "a", dead_letter_queue: "a-dead" }] } }, "a-dead"],
  ])("with %j is refused", (change, word) => {
    const problems = configProblems({ ...production(), ...change });
    expect(problems).toEqual([expect.stringContaining(word)]);
  });
});

describe("bindings", () => {
  const source = `export interface Env {
  DB: D1Database;
  BUCKET: R2Bucket;
  RENDERS: Queue<RenderJob>;
  ASSETS: Fetcher;
  THROTTLE: DurableObjectNamespace<Throttle>;
  WRITE_LIMIT: RateLimit;
  /** Optional; told apart by its mark. */
  MAIL?: SendEmail;
  MAIL_FROM?: string;
  SESSION_SECRET: string;
  ENVIRONMENT: "development" | "production";
  DIAGNOSTICS?: "on" | "off";
  LOG?: "all" | "errors";
}`;

  test("are read from worker/env.ts", () => {
    expect(declaredBindings(source)).toHaveLength(12);
    expect(declaredBindings(source)[6]).toEqual({ name: "MAIL", optional: true, type: "SendEmail" });
  });

  test("fit, with and without mail", () => {
    expect(bindingProblems(source, production(), ["SESSION_SECRET"])).toEqual([]);
    expect(bindingProblems(source, production({ mail_from: "a@b.example" }), ["SESSION_SECRET"])).toEqual([]);
  });

  test.each([
    ["a secret is missing", source, production(), [], "SESSION_SECRET"],
    ["a bucket is missing", source, { ...production(), r2_buckets: [] }, ["SESSION_SECRET"], "BUCKET"],
    ["a kind differs", source.replace("R2Bucket", "D1Database"), production(), ["SESSION_SECRET"], "BUCKET"],
    ["a kind is new", source.replace("R2Bucket", "Ai"), production(), ["SESSION_SECRET"], "Ai"],
    [
      "a value is not allowed",
      source.replace('"production"', '"live"'),
      production(),
      ["SESSION_SECRET"],
      "ENVIRONMENT",
    ],
    ["nobody asked for it", source, production(), ["SESSION_SECRET", "OLD_KEY"], "OLD_KEY"],
  ])("are refused when %s", (_, env, config, secrets, word) => {
    expect(bindingProblems(env, config, secrets)).toEqual([expect.stringContaining(word)]);
  });
});

describe("migrations", () => {
  const named = (...names: string[]) => names.map((name) => ({ name, sql: "select 1;" }));
  const journal = (...tags: string[]) => ({ entries: tags.map((tag, idx) => ({ idx, when: idx + 1, tag })) });

  /** Released before dropped indexes and triggers were known to break the running version. */
  const RELEASED = [
    "0004_economy.sql",
    "0005_play.sql",
    "0007_forums.sql",
    "0008_forum_reads.sql",
    "0010_staff.sql",
    "0011_item_review.sql",
  ];

  test("of this project are in order and in the journal, and new ones break nothing", () => {
    const own = readMigrations(join(import.meta.dirname, "../../migrations"));
    expect(migrationProblems(own.migrations, own.journal)).toEqual([]);
    const breaking = own.migrations.filter(({ sql }) => breakingStatements(sql).length > 0);
    expect(breaking.map(({ name }) => name)).toEqual(RELEASED);
    expect(own.migrations.flatMap(({ sql }) => searchProblems(sql))).toEqual([]);
  });

  test.each([
    ["a gap", named("0000_a.sql", "0002_b.sql"), journal("0000_a", "0002_b"), 1],
    ["a file outside of the journal", named("0000_a.sql", "0001_b.sql"), journal("0000_a"), 1],
    ["an entry without a file", named("0000_a.sql"), journal("0000_a", "0001_b"), 1],
    ["two of a number", named("0000_a.sql", "0000_b.sql"), journal("0000_a", "0000_b"), 1],
    ["Windows line ends", [{ name: "0000_a.sql", sql: "select 1;\r\n" }], journal("0000_a"), 1],
    [
      "a journal out of order",
      named("0000_a.sql", "0001_b.sql"),
      { entries: journal("0000_a", "0001_b").entries.reverse() },
      3,
    ],
  ])("are refused with %s", (_, files, entries, count) => {
    expect(migrationProblems(files, entries)).toHaveLength(count);
  });

  test("are applied once, and only at the end", () => {
    const files = named("0000_a.sql", "0001_b.sql", "0002_c.sql");
    expect(planMigrations(files, []).pending).toHaveLength(3);
    expect(planMigrations(files, ["0000_a.sql", "0001_b.sql"]).pending).toEqual(named("0002_c.sql"));
    expect(planMigrations(files, ["0000_a.sql", "0001_b.sql", "0002_c.sql"])).toMatchObject({
      pending: [],
      problems: [],
    });
    expect(planMigrations(files, ["0000_a.sql", "0002_c.sql"]).problems).toHaveLength(1);
    expect(planMigrations(files.slice(0, 1), ["0000_a.sql", "0001_b.sql"]).unknown).toEqual(["0001_b.sql"]);
  });

  test("that the running version does not survive are found", () => {
    expect(
      breakingStatements("ALTER TABLE a DROP COLUMN b;\nDROP TABLE `c`;\nalter table d rename to e;"),
    ).toHaveLength(3);
    expect(
      breakingStatements(
        "-- drop table a\nCREATE TRIGGER t BEGIN DELETE FROM a; END; select 'drop table a';",
      ),
    ).toEqual([]);
  });

  test("that drop or change an index, a unique key or a trigger are found", () => {
    const key = "CREATE UNIQUE INDEX `reports_once` ON `reports` (`case_id`,`reporter_id`);";
    expect(breakingStatements(`DROP INDEX \`reports_once\`; ${key}`)).toHaveLength(2);
    expect(breakingStatements(key)).toHaveLength(1);
    expect(breakingStatements("drop index if exists a; DROP TRIGGER b;")).toEqual([
      "drop index if exists a",
      "DROP TRIGGER b",
    ]);
    expect(
      breakingStatements("DROP TRIGGER t; CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END;"),
    ).toHaveLength(1);
  });

  test("that add indexes, triggers and keys of new tables break nothing", () => {
    expect(
      breakingStatements(
        "CREATE TABLE `a` (`b` integer); CREATE UNIQUE INDEX `a_once` ON `a` (`b`); CREATE INDEX `c_d` ON `c` (`d`);",
      ),
    ).toEqual([]);
  });

  test("that make a table anew under its own name break nothing", () => {
    expect(breakingStatements("DROP TABLE `a`; ALTER TABLE `__new_a` RENAME TO `a`;")).toEqual([]);
    expect(breakingStatements("DROP TABLE `b`; ALTER TABLE `__new_a` RENAME TO `a`;")).toHaveLength(1);
    expect(breakingStatements("DROP TABLE `a`; ALTER TABLE `__new_a` RENAME TO `b`;")).toHaveLength(2);
    expect(breakingStatements("ALTER TABLE `a` RENAME TO `__new_a`;")).toHaveLength(1);
  });

  test("that work a column out anew under its own name break nothing", () => {
    const drop = "ALTER TABLE `a` DROP COLUMN `b`;";
    expect(
      breakingStatements(`${drop} ALTER TABLE \`a\` ADD COLUMN \`b\` integer GENERATED ALWAYS AS (1);`),
    ).toEqual([]);
    expect(breakingStatements(`${drop} ALTER TABLE \`a\` ADD COLUMN \`b\` integer;`)).toHaveLength(1);
    expect(
      breakingStatements(`${drop} ALTER TABLE \`a\` ADD COLUMN \`c\` integer GENERATED ALWAYS AS (1);`),
    ).toHaveLength(1);
  });

  test("enter themselves in wrangler's own bookkeeping", () => {
    expect(migrationFile({ name: "0000_a.sql", sql: "select 1" })).toMatch(
      /^CREATE TABLE IF NOT EXISTS d1_migrations [^;]+;\nselect 1;\nINSERT INTO d1_migrations \(name\) VALUES \('0000_a.sql'\);\n$/,
    );
  });
});

describe("secrets", () => {
  const table: Secret[] = [
    { name: "MADE", what: "is made", make: () => "fresh" },
    { name: "GIVEN", what: "is given" },
    { name: "MAYBE", what: "may be given", optional: true },
  ];

  test("are made once and never overwritten", () => {
    expect(planSecrets([], { GIVEN: "1" }, table)).toMatchObject({
      values: { MADE: "fresh", GIVEN: "1" },
      problems: [],
    });
    expect(planSecrets(["MADE", "GIVEN"], { MADE: "other" }, table)).toMatchObject({
      values: {},
      problems: [],
    });
    expect(planSecrets(["MADE", "GIVEN"], { GIVEN: "2", MAYBE: "3" }, table).values).toEqual({
      GIVEN: "2",
      MAYBE: "3",
    });
  });

  test("that nobody gave stop the deployment", () => {
    expect(planSecrets([], {}, table).problems).toEqual([expect.stringContaining("GIVEN")]);
  });

  test("of the site are long and differ", () => {
    const [one, other] = [planSecrets([], {}).values, planSecrets([], {}).values];
    expect(one.SESSION_SECRET).toMatch(/^[\w-]{43}$/);
    expect(one.SESSION_SECRET).not.toBe(other.SESSION_SECRET);
  });
});

describe("an account", () => {
  beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => {}));
  afterEach(() => void vi.restoreAllMocks());

  /** What Cloudflare would hold, behind the commands that deploying uses. */
  function fakeAccount({ listsBuckets = true } = {}) {
    const databases: { name: string; uuid: string }[] = [];
    const [buckets, queues, applied]: string[][] = [[], [], []] as [string[], string[], string[]];
    const secrets = new Map<string, string>();
    let deployed = 0;
    const changes: string[] = [];
    const ok = (stdout = ""): Output => ({ code: 0, stdout, stderr: "" });
    const failed = (stderr: string): Output => ({ code: 1, stdout: "", stderr: `✘ [ERROR] ${stderr}` });
    const after = (args: readonly string[], flag: string) => args[args.indexOf(flag) + 1] ?? "";
    const run: Run = async (args, { env = {} } = {}) => {
      const line = args.join(" ");
      const name = args.at(-1) ?? "";
      if (/ create |--file|^deploy/.test(line)) changes.push(line.replace(/ \/\S+/g, ""));
      if (line === "whoami --json")
        return ok(JSON.stringify({ loggedIn: true, accounts: [{ id: ACCOUNT, name: "Mine" }] }));
      expect(env.CLOUDFLARE_ACCOUNT_ID).toBe(ACCOUNT);
      if (line === "d1 list --json") return ok(JSON.stringify(databases));
      if (line.startsWith("d1 create ")) {
        databases.push({ name: args[2] ?? "", uuid: `id-${databases.length}` });
        return ok();
      }
      if (line === "r2 bucket list")
        return ok(
          `Listing buckets...\n${(listsBuckets ? buckets : []).map((each) => `name:           ${each}\n`).join("\n")}`,
        );
      if (line.startsWith("r2 bucket create ")) {
        const bucket = args[3] ?? "";
        if (buckets.includes(bucket))
          return failed("The bucket you tried to create already exists [code: 10004]");
        buckets.push(bucket);
        return ok();
      }
      if (line.startsWith("queues info "))
        return queues.includes(name)
          ? ok(`Queue Name: ${name}\n`)
          : failed(`Queue "${name}" does not exist.`);
      if (line.startsWith("queues create ")) {
        queues.push(name);
        return ok();
      }
      if (line.startsWith("secret list "))
        return deployed
          ? ok(JSON.stringify([...secrets.keys()].map((each) => ({ name: each }))))
          : failed(`Worker "${name}" not found.`);
      if (line.includes("--json --command"))
        return applied.length
          ? ok(JSON.stringify([{ results: applied.map((each) => ({ name: each })), success: true }]))
          : {
              code: 1,
              stdout: '{"error":{"text":"no such table: d1_migrations: SQLITE_ERROR"}}',
              stderr: "",
            };
      if (line.includes("--file")) {
        applied.push(after(args, "--file").split("/").at(-1) ?? "");
        return ok();
      }
      if (line.includes("time-travel info")) return ok('{"bookmark":"0001"}');
      if (args[0] === "deploy") {
        deployed += 1;
        if (args.includes("--secrets-file")) for (const { name } of SECRETS) secrets.set(name, "");
        const report = {
          type: "deploy",
          targets: ["https://bopolis.mine.workers.dev"],
          bundle_size: { gzip_bytes: 1 },
        };
        writeFileSync(
          env.WRANGLER_OUTPUT_FILE_PATH ?? "",
          `{"type":"wrangler-session"}\n${JSON.stringify(report)}\n`,
        );
        return ok();
      }
      throw new Error(`not expected: wrangler ${line}`);
    };
    return { run, changes };
  }

  const migrations = [
    { name: "0000_a.sql", sql: "CREATE TABLE a (id);" },
    { name: "0001_b.sql", sql: "CREATE TABLE b (id);" },
  ];

  async function deploy(run: Run, files = migrations): Promise<string[]> {
    const wrangler = new Wrangler(run).forAccount((await signIn(new Wrangler(run), settings())).id);
    const secrets = planSecrets(await findSecrets(wrangler, "bopolis"), {});
    const databases = await provideResources(wrangler, wantedBy(production()), settings());
    expect(databases).toEqual({ bopolis: "id-0" });
    await migrateDatabase(wrangler, production({}, databases), files, false);
    return sendWorker(wrangler, secrets.values);
  }

  test("that is empty gets everything, once; running again only sends the worker", async () => {
    const { run, changes } = fakeAccount();
    expect(await deploy(run)).toEqual(["https://bopolis.mine.workers.dev"]);
    expect(changes.map((line) => line.split(" --")[0])).toEqual([
      "d1 create bopolis",
      "r2 bucket create bopolis",
      "queues create bopolis-renders",
      "queues create bopolis-renders-dead",
      "d1 execute bopolis",
      "d1 execute bopolis",
      "deploy",
    ]);
    expect(changes.at(-1)).toContain("--secrets-file");
    changes.length = 0;
    await deploy(run);
    expect(changes.map((line) => line.split(" --")[0])).toEqual(["deploy"]);
    expect(changes[0]).not.toContain("--secrets-file");
  });

  test("whose listing is cut short is not taken for empty", async () => {
    const { run } = fakeAccount({ listsBuckets: false });
    await deploy(run);
    await deploy(run);
  });

  test("is not given a migration that its running version does not survive", async () => {
    const { run, changes } = fakeAccount();
    await deploy(run);
    changes.length = 0;
    const more = [...migrations, { name: "0002_c.sql", sql: "DROP TABLE a;" }];
    await expect(deploy(run, more)).rejects.toThrow(/0002_c.sql: DROP TABLE a/);
    expect(changes).toEqual([]);
  });

  test("that can't be read is not given new secrets", async () => {
    const run: Run = async () => ({
      code: 1,
      stdout: "",
      stderr: "✘ [ERROR] Authentication error [code: 10000]",
    });
    await expect(findSecrets(new Wrangler(run), "bopolis")).rejects.toThrow(WranglerError);
    await expect(findSecrets(new Wrangler(run), "bopolis")).rejects.toThrow(/lacks a permission/);
  });

  test.each([
    ["nobody is signed in", { loggedIn: false }, 1, {}, /npx wrangler login/],
    [
      "there are two",
      {
        accounts: [
          { id: "a", name: "A" },
          { id: "b", name: "B" },
        ],
      },
      0,
      {},
      /which account/,
    ],
    ["there is another", { accounts: [{ id: "a", name: "A" }] }, 0, { account_id: ACCOUNT }, /no access/],
  ])("is asked for when %s", async (_, answer, code, own, message) => {
    const run: Run = async () => ({ code, stdout: JSON.stringify(answer), stderr: "" });
    const signing = signIn(new Wrangler(run), settings(own));
    await expect(signing).rejects.toThrow(Problem);
    await expect(signing).rejects.toThrow(message);
  });
});

test("a plan tells what exists and what is to be made", () => {
  const plan = planResources(wantedBy(production()), {
    databases: { bopolis: "id" },
    buckets: [],
    queues: ["bopolis-renders"],
  });
  expect(plan.map(({ state }) => state)).toEqual(["exists", "create", "exists", "create"]);
});

test("a worker over our own budget is deployed with a warning", () => {
  expect(sizeWarning(GZIP_BUDGET)).toBeNull();
  expect(sizeWarning(GZIP_BUDGET + 1)).toContain("450.0 KB");
  expect(sizeProblems(GZIP_BUDGET + 1)).toEqual([]);
});

test("a worker over Cloudflare's limit is refused", () => {
  expect(sizeProblems(CLOUDFLARE_GZIP_LIMIT)).toEqual([]);
  expect(sizeProblems(CLOUDFLARE_GZIP_LIMIT + 1)).toHaveLength(1);
});

test("only user names get into the statement that makes admins", () => {
  expect(makeAdminSql("Ada_1")).toContain("'Ada_1'");
  for (const name of ["ab", "a'b; drop table users", "a".repeat(21), "ä-name", ""])
    expect(() => makeAdminSql(name)).toThrow(Problem);
});
