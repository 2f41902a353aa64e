import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bindingProblems, declaredBindings } from "#scripts/deploy/bindings.ts";
import { configProblems } from "#scripts/deploy/config.ts";
import { requiredResources } from "#scripts/deploy/plan.ts";
import { checkSettings } from "#scripts/deploy/settings.ts";
import { deployConfig as production } from "#tests/support/deploy-config.ts";
import { POINT_BLOBS, POINT_DOUBLES } from "#worker/http/request-points.ts";

describe("settings", () => {
  test("use defaults, and let the environment override the file", () => {
    expect(checkSettings({}, {})).toEqual({
      name: "bopolis",
      domains: [],
      log: "all",
      analytics_share: 0,
      placement: "off",
      read_replicas: "on",
      rollout: [10, 50, 100],
      rollout_wait_seconds: 120,
    });
    expect(
      checkSettings(
        { name: "mine", log: "errors" },
        { BOPOLIS_NAME: "theirs", BOPOLIS_DOMAINS: "a.example, b.example" },
      ),
    ).toMatchObject({ name: "theirs", domains: ["a.example", "b.example"], log: "errors" });
  });

  test("name the variable or the file that has a mistake", () => {
    const own = { name: "No", backup_hour: 30, cpu_ms: 1 };
    const environment = { BOPOLIS_BACKUP_HOUR: "noon", BOPOLIS_ROLLOUT: "50 10" };
    expect(() => checkSettings(own, environment)).toThrow(
      /^✗ deploy\.config\.json: name must be .*\n✗ BOPOLIS_BACKUP_HOUR .*\n✗ deploy\.config\.json: cpu_ms .*\n✗ BOPOLIS_ROLLOUT must be rising/,
    );
  });

  test("read numbers and lists from the environment", () => {
    const environment = {
      BOPOLIS_PRESENCE_SHARDS: "32",
      BOPOLIS_CPU_MS: "5000",
      BOPOLIS_PLACEMENT: "smart",
      BOPOLIS_ROLLOUT: "5, 100",
      BOPOLIS_ROLLOUT_WAIT_SECONDS: "0",
    };
    expect(checkSettings({ presence_shards: 8 }, environment)).toMatchObject({
      presence_shards: 32,
      cpu_ms: 5_000,
      placement: "smart",
      rollout: [5, 100],
      rollout_wait_seconds: 0,
    });
    expect(checkSettings({}, { BOPOLIS_ROLLOUT: "off" }).rollout).toEqual([]);
    expect(
      checkSettings(
        {},
        {
          BOPOLIS_READ_ONLY: "on",
          BOPOLIS_BACKUPS: "off",
          BOPOLIS_BACKUP_HOUR: "0",
          BOPOLIS_DATABASE_LIMIT_GB: "2.5",
        },
      ),
    ).toMatchObject({ read_only: "on", backups: "off", backup_hour: 0, database_limit_gb: 2.5 });
  });

  test.each([
    [{ rollout: [50, 10, 100] }, {}, /rollout must be rising/],
    [{ rollout: [10, 50] }, {}, /end with 100/],
    [{ rollout: [0, 100] }, {}, /rollout 0/],
    [{}, { BOPOLIS_ROLLOUT: "all" }, /BOPOLIS_ROLLOUT 1 must be a number/],
    [{}, { BOPOLIS_CPU_MS: "lots" }, /BOPOLIS_CPU_MS must be a number/],
    [{ cpu_ms: 10 }, {}, /cpu_ms/],
    [{}, { BOPOLIS_PRESENCE_SHARDS: "0" }, /BOPOLIS_PRESENCE_SHARDS/],
    [{ presence_shards: 1.5 }, {}, /presence_shards/],
    [{ placement: "near" }, {}, /placement/],
    [{}, { BOPOLIS_READ_REPLICAS: "auto" }, /BOPOLIS_READ_REPLICAS must be on or off/],
    [{ analytics_share: 1.1 }, {}, /analytics_share/],
    [{}, { BOPOLIS_ANALYTICS_SHARE: "some" }, /BOPOLIS_ANALYTICS_SHARE/],
    [{ read_only: true }, {}, /read_only must be on or off/],
    [{}, { BOPOLIS_BACKUPS: "nightly" }, /BOPOLIS_BACKUPS must be on or off/],
    [{ backup_hour: 24 }, {}, /backup_hour/],
    [{}, { BOPOLIS_BACKUP_HOUR: "three" }, /BOPOLIS_BACKUP_HOUR must be a number/],
    [{ database_limit_gb: 0 }, {}, /database_limit_gb/],
    [{ rollout_wait_seconds: -1 }, {}, /rollout_wait_seconds/],
    [{}, { RATE_LIMITS: "off" }, /RATE_LIMITS=off/],
    [{ RATE_LIMITS: "off" }, {}, /RATE_LIMITS=off/],
    [{}, { PASSWORD_COST: "low" }, /PASSWORD_COST=low/],
    [{ ENVIRONMENT: "development" }, {}, /ENVIRONMENT=development/],
    [{}, { ENVIRONMENT: "staging" }, /ENVIRONMENT=staging/],
    [{}, { DIAGNOSTICS: "on" }, /DIAGNOSTICS=on/],
    [{ name: "Bad Name" }, {}, /name/],
    [{ domains: ["https://a.example"] }, {}, /domains 0/],
    [{ mail_from: "no address" }, {}, /mail_from/],
    [{ mailfrom: "a@b.example" }, {}, /mailfrom/],
    ["text", {}, /object/],
    [[], {}, /object/],
    [null, {}, /object/],
  ])("reject %j with the environment %j", (own, environment, message) => {
    expect(() => checkSettings(own, environment)).toThrow(message);
  });
});

describe("the production configuration", () => {
  test("binds Analytics Engine only for a share of requests, with a dataset named after the site", () => {
    const off = production();
    expect(off.analytics_engine_datasets).toBeUndefined();
    expect(off.vars).not.toHaveProperty("ANALYTICS_SHARE");
    expect(production({ name: "my-site", analytics_share: 0.1 })).toMatchObject({
      analytics_engine_datasets: [{ binding: "ANALYTICS", dataset: "my_site_requests" }],
      vars: { ANALYTICS_SHARE: "0.1" },
    });
  });

  test("has production values, the account's ids, and paths relative to its file", () => {
    const config = production(
      {},
      { bopolis: "real-id", "bopolis-forum": "another-id", "bopolis-play": "third-id" },
    );
    expect(config).toMatchObject({
      main: "../../dist/bopolis/index.js",
      assets: { directory: "../../dist/client" },
      vars: { ENVIRONMENT: "production", DIAGNOSTICS: "off", LOG: "all" },
      d1_databases: [
        { database_id: "real-id", migrations_dir: "../../migrations" },
        { database_id: "another-id", migrations_dir: "../../migrations/forum" },
        { database_id: "third-id", migrations_dir: "../../migrations/play" },
      ],
      workers_dev: true,
      preview_urls: false,
    });
    expect(config).not.toHaveProperty("configPath");
    expect(config).not.toHaveProperty("send_email");
    expect(configProblems(config)).toEqual([]);
  });

  test("has read-only mode, the nightly backup and the database's size if the operator set them", () => {
    const settings = { read_only: "on", backups: "off", backup_hour: 0, database_limit_gb: 2.5 } as const;
    expect(production(settings).vars).toMatchObject({
      READ_ONLY: "on",
      BACKUPS: "off",
      BACKUP_HOUR: "0",
      DATABASE_LIMIT_GB: "2.5",
    });
    for (const name of ["READ_ONLY", "BACKUPS", "BACKUP_HOUR", "DATABASE_LIMIT_GB"])
      expect(production().vars).not.toHaveProperty(name);
  });

  test("has mail and domains if the operator set them", () => {
    const config = production({ mail_from: "no-reply@a.example", domains: ["a.example"] });
    expect(config).toMatchObject({
      vars: { MAIL_FROM: "no-reply@a.example" },
      send_email: [{ name: "MAIL", allowed_sender_addresses: ["no-reply@a.example"] }],
      routes: [{ pattern: "a.example", custom_domain: true }],
      workers_dev: false,
    });
  });

  test("has the operator's limits, placement and number of presence objects, and none by default", () => {
    expect(production({ presence_shards: 32, cpu_ms: 5_000, placement: "smart" })).toMatchObject({
      vars: { PRESENCE_SHARDS: "32" },
      limits: { cpu_ms: 5_000 },
      placement: { mode: "smart" },
      version_metadata: { binding: "VERSION" },
    });
    const config = production();
    expect(config).not.toHaveProperty("limits");
    expect(config).not.toHaveProperty("placement");
    expect(config.vars).not.toHaveProperty("PRESENCE_SHARDS");
  });

  test("shares nothing with a site of another name", () => {
    const config = production({ name: "staging" }, { bopolis: "the first site's" });
    expect(requiredResources(config)).toEqual({
      databases: ["staging", "staging-forum", "staging-play"],
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
  ])("is rejected with %j", (change, word) => {
    const problems = configProblems({ ...production(), ...change });
    expect(problems).toEqual([expect.stringContaining(word)]);
  });
});

describe("bindings", () => {
  const source = `export interface Env {
  DB: D1Database;
  DB_FORUM: D1Database;
  DB_PLAY: D1Database;
  BUCKET: R2Bucket;
  RENDERS: Queue<RenderJob>;
  ASSETS: Fetcher;
  THROTTLE: DurableObjectNamespace<Throttle>;
  WRITE_LIMIT: RateLimit;
  /** Optional because of its question mark. */
  MAIL?: SendEmail;
  VERSION?: WorkerVersionMetadata;
  MAIL_FROM?: string;
  SESSION_SECRET: string;
  ENVIRONMENT: "development" | "production";
  DIAGNOSTICS?: "on" | "off";
  LOG?: "all" | "errors";
}`;

  test("are read from worker/env.ts", () => {
    expect(declaredBindings(source)).toHaveLength(15);
    expect(declaredBindings(source)[8]).toEqual({ name: "MAIL", optional: true, type: "SendEmail" });
  });

  test("of the worker all have a kind that a deployment can provide", () => {
    const env = readFileSync(join(import.meta.dirname, "../../worker/env.ts"), "utf8");
    const problems = bindingProblems(env, production(), []);
    expect(problems.filter((problem) => problem.includes("doesn't support"))).toEqual([]);
  });

  test("are valid with and without mail", () => {
    expect(bindingProblems(source, production(), ["SESSION_SECRET"])).toEqual([]);
    expect(bindingProblems(source, production({ mail_from: "a@b.example" }), ["SESSION_SECRET"])).toEqual([]);
  });

  test.each([
    ["a secret is missing", source, production(), [], "SESSION_SECRET"],
    ["a bucket is missing", source, { ...production(), r2_buckets: [] }, ["SESSION_SECRET"], "BUCKET"],
    ["a kind differs", source.replace("R2Bucket", "D1Database"), production(), ["SESSION_SECRET"], "BUCKET"],
    ["a kind is unknown", source.replace("R2Bucket", "Ai"), production(), ["SESSION_SECRET"], "Ai"],
    [
      "a value isn't allowed",
      source.replace('"production"', '"live"'),
      production(),
      ["SESSION_SECRET"],
      "ENVIRONMENT",
    ],
    ["one isn't declared", source, production(), ["SESSION_SECRET", "OLD_KEY"], "OLD_KEY"],
  ])("are rejected if %s", (_, env, config, secrets, word) => {
    expect(bindingProblems(env, config, secrets)).toEqual([expect.stringContaining(word)]);
  });
});

test("the documented columns of data points are those that the worker writes", () => {
  const text = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
  const columns = (kind: string) =>
    new RegExp(`\\| \`${kind}1\` to \`${kind}(\\d+)\` \\| ([^|]+) \\|`).exec(text)?.slice(1) ?? [];
  const names = (list = "") =>
    list
      .replace(/ \([^)]*\)/g, "")
      .trim()
      .split(", ");
  const [blobs, blobList] = columns("blob");
  const [doubles, doubleList] = columns("double");
  expect([Number(blobs), names(blobList)]).toEqual([POINT_BLOBS.length, [...POINT_BLOBS]]);
  expect([Number(doubles), names(doubleList)]).toEqual([POINT_DOUBLES.length, [...POINT_DOUBLES]]);
});
