import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unstable_readConfig } from "wrangler";
import { type Config, productionConfig } from "#scripts/deploy/config.ts";
import { queuesOf } from "#scripts/deploy/preflight.ts";
import { checkSettings } from "#scripts/deploy/settings.ts";
import { root } from "#scripts/run-script.mjs";
import { SECRETS } from "#scripts/site/new-secret.ts";
import {
  bindingProblems,
  declaredBindings,
  deploySettings,
  deployConfig as production,
} from "#tests/support/deploy-config.ts";
import { newFolder } from "#tests/support/new-folder.ts";
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
    });
    const environment = { BOPOLIS_NAME: "theirs", BOPOLIS_DOMAINS: "a.example, b.example" };
    const own = { name: "mine", log: "errors" };
    const domains = ["a.example", "b.example"];
    expect(checkSettings(own, environment)).toMatchObject({ name: "theirs", domains, log: "errors" });
  });

  test("name the variable or the file that has a mistake", () => {
    const own = { name: "No", backup_hour: 30, cpu_ms: 1 };
    const environment = { BOPOLIS_BACKUP_HOUR: "noon" };
    expect(() => checkSettings(own, environment)).toThrow(
      /^✗ deploy\.config\.json: name must be .*\n✗ BOPOLIS_BACKUP_HOUR .*\n✗ deploy\.config\.json: cpu_ms .*/,
    );
  });

  test("read numbers and switches from the environment", () => {
    const environment = {
      BOPOLIS_PRESENCE_SHARDS: "32",
      BOPOLIS_CPU_MS: "5000",
      BOPOLIS_PLACEMENT: "smart",
      BOPOLIS_READ_ONLY: "on",
      BOPOLIS_BACKUPS: "off",
      BOPOLIS_BACKUP_HOUR: "0",
      BOPOLIS_DATABASE_LIMIT_GB: "2.5",
    };
    expect(checkSettings({ presence_shards: 8 }, environment)).toMatchObject({
      ...{ presence_shards: 32, cpu_ms: 5_000, placement: "smart" },
      ...{ read_only: "on", backups: "off", backup_hour: 0, database_limit_gb: 2.5 },
    });
  });

  test.each([
    [{}, { BOPOLIS_CPU_MS: "lots" }, /BOPOLIS_CPU_MS/],
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
    [{}, { BOPOLIS_BACKUP_HOUR: "three" }, /BOPOLIS_BACKUP_HOUR/],
    [{ database_limit_gb: 0 }, {}, /database_limit_gb/],
    [{ RATE_LIMITS: "off" }, {}, /RATE_LIMITS/],
    [{ ENVIRONMENT: "development" }, {}, /ENVIRONMENT/],
    [{ name: "Bad Name" }, {}, /name/],
    [{ domains: ["https://a.example"] }, {}, /domains 1/],
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

  test("has paths relative to its file, and nothing of the build alone", () => {
    const config = production();
    expect(config).toMatchObject({
      main: "../../dist/bopolis/index.js",
      assets: { directory: "../../dist/client" },
      vars: { LOG: "all" },
      d1_databases: [
        { migrations_dir: "../../migrations" },
        { migrations_dir: "../../migrations/forum" },
        { migrations_dir: "../../migrations/play" },
      ],
      workers_dev: true,
      preview_urls: false,
    });
    for (const name of ["configPath", "send_email", "build"]) expect(config).not.toHaveProperty(name);
  });

  test("has read-only mode, the nightly backup and the database's size if the operator set them", () => {
    const settings = { read_only: "on", backups: "off", backup_hour: 0, database_limit_gb: 2.5 } as const;
    const vars = { READ_ONLY: "on", BACKUPS: "off", BACKUP_HOUR: "0", DATABASE_LIMIT_GB: "2.5" };
    expect(production(settings).vars).toMatchObject(vars);
    for (const name of Object.keys(vars)) expect(production().vars).not.toHaveProperty(name);
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
    const config = production({ name: "staging" });
    const names = config.d1_databases.map(({ database_name }) => database_name);
    expect(names).toEqual(["staging", "staging-forum", "staging-play"]);
    expect(config.r2_buckets).toEqual([{ binding: "BUCKET", bucket_name: "staging" }]);
    expect(queuesOf(config)).toEqual(["staging-renders", "staging-renders-dead"]);
    expect(config.ratelimits[0]?.namespace_id).not.toBe("1001");
  });
});

describe("wrangler.toml, as wrangler reads it,", () => {
  const config = unstable_readConfig({ config: join(root, "wrangler.toml") }) as unknown as Config & {
    durable_objects: { bindings: { class_name: string }[] };
    migrations: { new_sqlite_classes: string[] }[];
  };

  test("describes production: no variable opens the site, and no id is of one account", () => {
    expect(config.vars).toEqual({});
    expect(config.account_id).toBeUndefined();
    for (const database of config.d1_databases) expect(database).not.toHaveProperty("database_id");
  });

  const env = readFileSync(join(root, "worker/env.ts"), "utf8");
  const settings = { mail_from: "a@b.example", analytics_share: 0.1, presence_shards: 8 };
  const full = productionConfig(config, deploySettings(settings), { from: "/a/b.json", to: "/a/b.json" });
  const secrets = SECRETS.map(({ name }) => name);

  test("binds what worker/env.ts declares, with the secrets and the settings of a deployment", () => {
    expect(declaredBindings(env)).toContainEqual({ name: "MAIL", optional: true, type: "SendEmail" });
    for (const each of [config, full]) expect(bindingProblems(env, each, secrets)).toEqual([]);
  });

  test.each([
    ["a secret is missing", env, full, secrets.filter((name) => name !== "SESSION_SECRET"), "SESSION_SECRET"],
    ["a bucket is missing", env, { ...full, r2_buckets: [] }, secrets, "BUCKET"],
    ["a kind differs", env.replace("BUCKET: R2Bucket", "BUCKET: D1Database"), full, secrets, "BUCKET"],
    ["a kind is unknown", env.replace("BUCKET: R2Bucket", "BUCKET: Ai"), full, secrets, "Ai"],
    ["a value isn't allowed", env.replace('"all" |', '"some" |'), full, secrets, "LOG"],
    ["one isn't declared", env, full, [...secrets, "OLD_KEY"], "OLD_KEY"],
  ])("has problems with worker/env.ts if %s", (_, declared, bound, names, word) => {
    expect(bindingProblems(declared, bound, names)).toEqual([expect.stringContaining(word)]);
  });

  test("creates every class of objects, and consumes every queue and dead-letter queue", () => {
    const classes = config.durable_objects.bindings.map(({ class_name }) => class_name);
    const created = config.migrations.flatMap(({ new_sqlite_classes }) => new_sqlite_classes);
    expect(created.sort()).toEqual(classes.sort());
    expect(config.queues.consumers.map(({ queue }) => queue).sort()).toEqual(queuesOf(config).sort());
  });

  test("stays valid with an operator's settings", () => {
    const file = join(newFolder(), "wrangler.json");
    const settings = { domains: ["play.a.example"], mail_from: "no-reply@a.example", analytics_share: 0.1 };
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    try {
      writeFileSync(file, JSON.stringify(production({ ...settings, cpu_ms: 5_000, placement: "smart" })));
      const read = unstable_readConfig({ config: file });
      expect(read.routes).toEqual([{ pattern: "play.a.example", custom_domain: true }]);
      expect(warn.mock.calls).toEqual([]);
    } finally {
      warn.mockRestore();
    }
  });
});

test("the documented columns of data points are those that the worker writes", () => {
  const text = readFileSync(join(import.meta.dirname, "../../docs/monitoring.md"), "utf8");
  const columns = (kind: string) =>
    new RegExp(`\\| \`${kind}1\` to \`${kind}(\\d+)\` \\| ([^|]+) \\|`).exec(text)?.slice(1) ?? [];
  for (const [kind, points] of [
    ["blob", POINT_BLOBS],
    ["double", POINT_DOUBLES],
  ] as const) {
    const [count, list = ""] = columns(kind);
    const names = list.replace(/ \([^)]*\)/g, "").trim();
    expect([Number(count), names]).toEqual([points.length, points.join(", ")]);
  }
});
