import { writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ensureResources, findAccount, findSecrets } from "#scripts/deploy/account.ts";
import { migrateDatabases, RemoteDatabase } from "#scripts/deploy/database.ts";
import { deployWorker } from "#scripts/deploy/deploy-worker.ts";
import { LockLost } from "#scripts/deploy/lock.ts";
import { planResources, requiredResources } from "#scripts/deploy/plan.ts";
import { Problem } from "#scripts/deploy/problem.ts";
import { newSecretLines, planSecrets, SECRETS, type Secret } from "#scripts/deploy/secrets.ts";
import { CLOUDFLARE_GZIP_LIMIT, GZIP_BUDGET, sizeProblems, sizeWarning } from "#scripts/deploy/size.ts";
import { type RunWrangler, Wrangler, WranglerError, type WranglerOutput } from "#scripts/deploy/wrangler.ts";
import {
  ACCOUNT,
  deployConfig as production,
  deploySettings as settings,
} from "#tests/support/deploy-config.ts";

describe("secrets", () => {
  const table: Secret[] = [
    { name: "MADE", purpose: "is made", generate: () => "fresh", format: /^\w{4,}$/ },
    { name: "GIVEN", purpose: "is given" },
    { name: "MAYBE", purpose: "may be given", optional: true },
  ];

  test("are generated once and never overwritten", () => {
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

  test("come from the operator's copy if the worker has none yet", () => {
    expect(planSecrets([], { MADE: "copy", GIVEN: "1" }, table)).toMatchObject({
      values: { MADE: "copy", GIVEN: "1" },
      lines: [{ name: "MADE", state: "create" }, { name: "GIVEN" }, { name: "MAYBE" }],
    });
    const generated = planSecrets([], { MADE: "", GIVEN: "1" }, table);
    expect(generated.values.MADE).toBe("fresh");
    expect(generated.lines[0]).toEqual({ name: "MADE", state: "generate" });
    expect(planSecrets([], { MADE: "a b", GIVEN: "1" }, table).problems).toEqual([
      "MADE (is made) has the wrong form. `npm run -s deploy -- --new-secrets` prints new secrets.",
    ]);
    const copy = Object.fromEntries(newSecretLines().map((line) => line.split("=") as [string, string]));
    expect(Object.keys(copy)).toEqual(["SESSION_SECRET", "JOIN_SECRET", "SEAL_SECRET", "VAPID_KEY"]);
    expect(planSecrets([], copy)).toMatchObject({ values: copy, problems: [] });
  });

  test("stop the deployment if a required one is missing", () => {
    expect(planSecrets([], {}, table).problems).toEqual([expect.stringContaining("GIVEN")]);
  });

  test("are long and random", () => {
    const [one, other] = [planSecrets([], {}).values, planSecrets([], {}).values];
    expect(one.SESSION_SECRET).toMatch(/^[\w-]{43}$/);
    expect(one.SESSION_SECRET).not.toBe(other.SESSION_SECRET);
  });
});

describe("the account", () => {
  beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => {}));
  afterEach(() => void vi.restoreAllMocks());

  /** A fake account behind the commands that a deployment uses. */
  function fakeAccount({ listsBuckets = true } = {}) {
    const databases: { name: string; uuid: string }[] = [];
    const [buckets, queues, applied]: string[][] = [[], [], []] as [string[], string[], string[]];
    const secrets = new Map<string, string>();
    let deployed = 0;
    const changes: string[] = [];
    const ok = (stdout = ""): WranglerOutput => ({ code: 0, stdout, stderr: "" });
    const failed = (stderr: string): WranglerOutput => ({
      code: 1,
      stdout: "",
      stderr: `✘ [ERROR] ${stderr}`,
    });
    const after = (args: readonly string[], flag: string) => args[args.indexOf(flag) + 1] ?? "";
    const run: RunWrangler = async (args, { env = {} } = {}) => {
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
      throw new Error(`Unexpected command: wrangler ${line}`);
    };
    return { run, changes };
  }

  const migrations = [
    { name: "0000_a.sql", sql: "CREATE TABLE a (id);" },
    { name: "0001_b.sql", sql: "CREATE TABLE b (id);" },
  ];

  async function deploy(
    run: RunWrangler,
    files = migrations,
    extendLock = async () => {},
  ): Promise<string[]> {
    const wrangler = new Wrangler(run).forAccount((await findAccount(new Wrangler(run), settings())).id);
    const secrets = planSecrets(await findSecrets(wrangler, "bopolis"), {});
    const databases = await ensureResources(wrangler, requiredResources(production()), settings());
    expect(databases).toEqual({ bopolis: "id-0", "bopolis-forum": "id-1", "bopolis-play": "id-2" });
    const database = new RemoteDatabase(wrangler, production({}, databases));
    await migrateDatabases([{ database, path: "migrations", migrations: files }], {
      allowBreaking: false,
      allowSlow: false,
      extendLock,
    });
    return deployWorker(wrangler, secrets.values);
  }

  test("gets all resources on the first deployment and only the worker on the second", async () => {
    const { run, changes } = fakeAccount();
    expect(await deploy(run)).toEqual(["https://bopolis.mine.workers.dev"]);
    expect(changes.map((line) => line.split(" --")[0])).toEqual([
      "d1 create bopolis",
      "d1 create bopolis-forum",
      "d1 create bopolis-play",
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

  test("accepts existing resources that its listing leaves out", async () => {
    const { run } = fakeAccount({ listsBuckets: false });
    await deploy(run);
    await deploy(run);
  });

  test("rejects a migration that breaks the running version", async () => {
    const { run, changes } = fakeAccount();
    await deploy(run);
    changes.length = 0;
    const more = [...migrations, { name: "0002_c.sql", sql: "DROP TABLE a;" }];
    await expect(deploy(run, more)).rejects.toThrow(/0002_c.sql drops the table a/);
    expect(changes).toEqual([]);
  });

  test("keeps its worker and its data when a migration fails", async () => {
    const account = fakeAccount();
    await deploy(account.run);
    account.changes.length = 0;
    const run: RunWrangler = async (args, options) =>
      args.includes("--file")
        ? { code: 1, stdout: "", stderr: "✘ [ERROR] near TABEL: syntax error" }
        : account.run(args, options);
    const more = [...migrations, { name: "0002_c.sql", sql: "CREATE TABLE c (id);" }];
    await expect(deploy(run, more)).rejects.toThrow(
      /migrations\/0002_c\.sql failed: .*TABEL.*as it was before this migration/s,
    );
    expect(account.changes).toEqual([]);
  });

  test("extends the lock before each migration, and stops once another deployment has it", async () => {
    const { run, changes } = fakeAccount();
    let calls = 0;
    const extendLock = async () => {
      if (++calls === 2) throw new LockLost("taken over");
    };
    await expect(deploy(run, migrations, extendLock)).rejects.toThrow(LockLost);
    expect(changes.filter((line) => line.includes("--file"))).toHaveLength(1);
  });

  test("gets no new secrets if its existing ones can't be read", async () => {
    const run: RunWrangler = async () => ({
      code: 1,
      stdout: "",
      stderr: "✘ [ERROR] Authentication error [code: 10000]",
    });
    await expect(findSecrets(new Wrangler(run), "bopolis")).rejects.toThrow(WranglerError);
    await expect(findSecrets(new Wrangler(run), "bopolis")).rejects.toThrow(/missing a permission/);
  });

  test.each([
    ["no one is signed in", { loggedIn: false }, 1, {}, /npx wrangler login/],
    [
      "there are two of them",
      {
        accounts: [
          { id: "a", name: "A" },
          { id: "b", name: "B" },
        ],
      },
      0,
      {},
      /Choose an account/,
    ],
    [
      "only another one is accessible",
      { accounts: [{ id: "a", name: "A" }] },
      0,
      { account_id: ACCOUNT },
      /have access/,
    ],
  ])("must be chosen if %s", async (_, identity, code, own, message) => {
    const run: RunWrangler = async () => ({ code, stdout: JSON.stringify(identity), stderr: "" });
    const account = findAccount(new Wrangler(run), settings(own));
    await expect(account).rejects.toThrow(Problem);
    await expect(account).rejects.toThrow(message);
  });
});

test("the plan shows which resources exist and which must be created", () => {
  const plan = planResources(requiredResources(production()), {
    databases: { bopolis: "id" },
    buckets: [],
    queues: ["bopolis-renders"],
  });
  expect(plan.map(({ state }) => state)).toEqual([
    "exists",
    "create",
    "create",
    "create",
    "exists",
    "create",
  ]);
});

test("sizeWarning warns about a worker over our own budget without rejecting it", () => {
  expect(sizeWarning(GZIP_BUDGET)).toBeNull();
  expect(sizeWarning(GZIP_BUDGET + 1)).toContain("450.0 KB");
  expect(sizeProblems(GZIP_BUDGET + 1)).toEqual([]);
});

test("sizeProblems rejects a worker over Cloudflare's limit", () => {
  expect(sizeProblems(CLOUDFLARE_GZIP_LIMIT)).toEqual([]);
  expect(sizeProblems(CLOUDFLARE_GZIP_LIMIT + 1)).toHaveLength(1);
});
