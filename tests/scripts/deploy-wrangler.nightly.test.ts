import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Config, PRODUCTION_CONFIG } from "#scripts/deploy/config.ts";
import { releaseSite } from "#scripts/deploy/release.ts";
import { smokeTest } from "#scripts/deploy/smoke-test.ts";
import { runWrangler, Wrangler } from "#scripts/deploy/wrangler.ts";
import { root } from "#scripts/run-script.mjs";
import { CloudflareStandIn } from "#tests/stand-ins/cloudflare/cloudflare-stand-in.ts";
import { deployConfig, deploySettings } from "#tests/support/deploy-config.ts";

// Wrangler itself, against the stand-in of Cloudflare's API: three processes for a release, each of some seconds.

const cloudflare = new CloudflareStandIn();
let folder: string;

beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  mkdirSync(join(root, ".bopolis"), { recursive: true });
  folder = mkdtempSync(join(root, ".bopolis/deploy-test-"));
  for (const [name, value] of Object.entries(await cloudflare.start())) vi.stubEnv(name, value);
});
afterAll(async () => {
  await cloudflare.stop();
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Writes a small worker with the bindings of a site, so no build is needed. */
function configure(account_id: string): Config {
  const objects = "export class Throttle {}\nexport default { fetch: () => new Response() };\n";
  writeFileSync(join(folder, "index.js"), objects);
  mkdirSync(join(folder, "client"), { recursive: true });
  const config = {
    ...deployConfig({ location: "weur" }),
    account_id,
    main: "index.js",
    compatibility_date: "2026-10-12",
    assets: { directory: "client", binding: "ASSETS" },
  };
  writeFileSync(join(folder, "wrangler.json"), JSON.stringify(config));
  return config;
}

/** Wrangler with the configuration of this test. */
const wrangler = new Wrangler((args, options) =>
  runWrangler(
    args.map((arg) => (arg === PRODUCTION_CONFIG ? join(folder, "wrangler.json") : arg)),
    options,
  ),
);

const deploy = () =>
  releaseSite({
    wrangler,
    settings: deploySettings({ location: "weur", account_id: cloudflare.account }),
    environment: {},
    build: async () => {},
    configure,
    secretsFile: join(folder, "secrets.env"),
    smokeTest: (_, version) => smokeTest(cloudflare.url, version, { timeoutMs: 0 }),
  });

test("wrangler deploys, migrates with triggers, updates and rolls back", async () => {
  expect(await deploy()).toBe("https://bopolis.operator.workers.dev");
  const sqlite = cloudflare.database("bopolis").sqlite;
  const triggers = sqlite.prepare("select count(*) as count from sqlite_master where type = 'trigger'").get();
  expect(Number(triggers?.count)).toBeGreaterThan(50);
  const [first] = cloudflare.versions;
  expect(Object.keys(first?.secrets ?? {})).toHaveLength(4);
  expect(cloudflare.uploaded.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["DB", "DB_FORUM", "DB_PLAY", "BUCKET", "RENDERS", "THROTTLE", "VERSION"]),
  );
  const [queue] = cloudflare.queues.values();
  expect(queue?.consumers).toEqual([{ script: "bopolis", dead: "bopolis-renders-dead" }]);

  cloudflare.isHealthy = (version) => version === first?.id;
  await expect(deploy()).rejects.toThrow(/has the traffic again/);
  expect(cloudflare.live).toBe(first?.id);
  expect(cloudflare.versions).toHaveLength(2);
  expect(cloudflare.unknown).toEqual([]);
});
