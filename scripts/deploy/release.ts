import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { logHeading, logStep } from "../log.ts";
import { CloudflareApi, CloudflareError } from "./cloudflare-api.ts";
import { type Config, PRODUCTION_CONFIG } from "./config.ts";
import { migrateDatabases, readAllMigrations, remoteDatabases } from "./database.ts";
import { createResources, findAccount, preflight } from "./preflight.ts";
import { Problem } from "./problem.ts";
import { withScratchFolder } from "./scratch.ts";
import { prepareSecrets } from "./secrets.ts";
import type { Settings } from "./settings.ts";
import type { Wrangler } from "./wrangler.ts";

export interface ReleaseOptions {
  wrangler: Wrangler;
  settings: Settings;
  environment: Record<string, string | undefined>;
  build(): Promise<void>;
  /** Writes the configuration for wrangler, and returns it. */
  configure(account: string): Config;
  /** Where secrets that are made here are stored. */
  secretsFile: string;
  /** Throws a Problem unless this version of the site works. */
  smokeTest(url: string, version: string | null): Promise<void>;
}

const STEPS = ["Account", "Build", "Preflight", "Resources", "Secrets", "Databases", "Worker", "Smoke test"];

/** Deploys the site and everything it needs. Returns its URL. Each step continues where an earlier run has stopped. */
export async function releaseSite(options: ReleaseOptions): Promise<string> {
  const { settings, environment } = options;
  const step = (name: string) => logHeading(`${STEPS.indexOf(name) + 1}/${STEPS.length} ${name}`);
  console.log(
    "This takes about three minutes, and up to ten more for a new domain. It can be run again after any failure.",
  );

  step("Account");
  const api = new CloudflareApi(options.wrangler);
  const { id, name } = await findAccount(api, settings);
  const account = { id, api, wrangler: options.wrangler.forAccount(id) };
  logStep("signed in", `${name} (${id})`);

  step("Build");
  const migrations = readAllMigrations();
  await options.build();
  const config = options.configure(id);
  logStep("worker and pages", "built");

  step("Preflight");
  const found = await preflight(api, id, config, settings);

  step("Resources");
  await createResources(api, id, config, found, settings);
  const databases = await remoteDatabases(account, config);

  step("Secrets");
  const secrets = prepareSecrets(found.secrets, environment, options.secretsFile);

  step("Databases");
  await migrateDatabases(databases, migrations);
  const replicas = settings.read_replicas;
  try {
    for (const database of databases) {
      const isNew = await database.setReplicas(replicas === "on" ? "auto" : "disabled");
      logStep(`read replicas of ${database.name}`, isNew ? `switched ${replicas}` : replicas);
    }
  } catch (error) {
    // Without replicas all reads go to the primary.
    if (!(error instanceof CloudflareError)) throw error;
    logStep("read replicas", `not switched ${replicas}: ${error.message}`);
  }

  step("Worker");
  const before = found.secrets && (await liveVersion(api, id, settings.name));
  const { url, version } = await deployWorker(account.wrangler, secrets, settings);
  logStep(`worker ${settings.name}`, `deployed as version ${version ?? "unknown"}`);

  step("Smoke test");
  try {
    await options.smokeTest(url, version);
  } catch (error) {
    if (!before) throw error;
    const reason = ["--yes", "--message", "the smoke test failed"];
    await account.wrangler.text(["rollback", before, "--config", PRODUCTION_CONFIG, ...reason]);
    throw new Problem(
      (error as Error).message,
      "The version before has the traffic again. Migrations stay: it works with them.",
    );
  }
  logStep("the site responds", url);
  return url;
}

/** Returns the version that has the most traffic. */
async function liveVersion(api: CloudflareApi, account: string, worker: string): Promise<string | undefined> {
  const { deployments } = await api.call<{
    deployments: { versions: { version_id: string; percentage: number }[] }[];
  }>("GET", `/accounts/${account}/workers/scripts/${worker}/deployments`);
  const versions = deployments[0]?.versions ?? [];
  return versions.toSorted((a, b) => b.percentage - a.percentage)[0]?.version_id;
}

interface DeployReport {
  type: string;
  version_id?: string | null;
  /** The worker's URLs and triggers. */
  targets?: string[];
}

/** Deploys the worker with its new secrets. Returns the site's URL and the version. */
export function deployWorker(
  wrangler: Wrangler,
  secrets: Record<string, string>,
  { domains }: Pick<Settings, "domains">,
): Promise<{ url: string; version: string | null }> {
  return withScratchFolder(async (folder) => {
    const [report, file] = [join(folder, "report.ndjson"), join(folder, "secrets.json")];
    const args = ["deploy", "--config", PRODUCTION_CONFIG];
    if (Object.keys(secrets).length) {
      writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
      args.push("--secrets-file", file);
    }
    await wrangler.text(args, { env: { WRANGLER_OUTPUT_FILE_PATH: report } });
    const lines = readFileSync(report, "utf8").trim().split("\n");
    const entry = lines.map((line) => JSON.parse(line) as DeployReport).find(({ type }) => type === "deploy");
    const [domain] = domains;
    const url = domain ? `https://${domain}` : entry?.targets?.find((target) => /^https?:\/\//.test(target));
    if (!url) throw new Problem("✗ wrangler reported no URL for the site.");
    return { url, version: entry?.version_id ?? null };
  });
}
