import { join } from "node:path";
import { DATABASES } from "#db/databases.ts";
import { root } from "../run-script.mjs";
import { ensureResources, findAccount, findNewQueues, findSecrets } from "./account.ts";
import type { CloudflareApi } from "./cloudflare-api.ts";
import type { Config } from "./config.ts";
import {
  databasesWithMigrations,
  type MigrationConsent,
  migrateDatabases,
  RemoteDatabase,
} from "./database.ts";
import { DeployState } from "./deploy-state.ts";
import {
  deployTriggers,
  deployWorker,
  liveVersions,
  runWranglerDeploy,
  uploadVersion,
} from "./deploy-worker.ts";
import {
  allConfigProblems,
  DRY_RUN_CONFIG,
  generateConfig,
  PRODUCTION_CONFIG,
  writeConfig,
} from "./generate-config.ts";
import { withLock } from "./lock.ts";
import { logHeading, logStep } from "./log.ts";
import { inFolder, migrationProblems, migrationsPath, readMigrations } from "./migrations.ts";
import { requiredResources } from "./plan.ts";
import type { Probe } from "./probe.ts";
import { Problem, throwProblems } from "./problem.ts";
import { setReadReplicas } from "./read-replicas.ts";
import { type RollOutOptions, rollOut } from "./roll-out.ts";
import { planSecrets } from "./secrets.ts";
import type { DatabaseLocation, Settings } from "./settings.ts";
import { kilobytes, sizeProblems, sizeWarning } from "./size.ts";
import type { Wrangler } from "./wrangler.ts";

export interface ReleaseOptions extends MigrationConsent {
  wrangler: Wrangler;
  settings: Settings;
  environment: Record<string, string | undefined>;
  build(): Promise<void>;
  /** Waits until the site responds. */
  checkSite(url: string): Promise<void>;
  /** Returns how to send requests to versions of a site. */
  probeOf(url: string, worker: string): Probe;
  /** Returns Cloudflare's API with wrangler's credentials. */
  apiOf(wrangler: Wrangler): CloudflareApi;
  sleep(ms: number): Promise<void>;
  /** Fills an empty database and its bucket, before migrations. */
  fill?: ((wrangler: Wrangler, config: Config) => Promise<void>) | undefined;
}

/** Deploys the site and everything it needs. Returns its URL. Running it again is safe. */
export async function releaseSite(options: ReleaseOptions): Promise<string> {
  const { settings, environment } = options;
  logHeading("Account");
  const account = await findAccount(options.wrangler, settings);
  logStep("signed in", `${account.name} (${account.id})`);
  const wrangler = options.wrangler.forAccount(account.id);
  const secrets = planSecrets(await findSecrets(wrangler, settings.name), environment);
  throwProblems(secrets.problems);

  logHeading("Build");
  await options.build();
  const problems = DATABASES.map(migrationsPath).flatMap((path) => {
    const { migrations, journal } = readMigrations(join(root, path));
    return inFolder(migrationProblems(migrations, journal), path);
  });
  const draft = generateConfig(settings, {}, DRY_RUN_CONFIG);
  throwProblems([...problems, ...allConfigProblems(draft)]);
  writeConfig(draft, DRY_RUN_CONFIG);
  const { gzipBytes } = await runWranglerDeploy(wrangler, ["--dry-run", "--config", DRY_RUN_CONFIG]);
  throwProblems(sizeProblems(gzipBytes));
  logStep("worker", `built, ${kilobytes(gzipBytes)} gzip`);
  const warning = sizeWarning(gzipBytes);
  if (warning) logStep("warning", warning);

  logHeading("Resources");
  const databases = await ensureResources(wrangler, requiredResources(draft), settings);
  const config = { ...generateConfig(settings, databases, PRODUCTION_CONFIG), account_id: account.id };
  writeConfig(config, PRODUCTION_CONFIG);

  const state = new DeployState(new RemoteDatabase(wrangler, config));
  return withLock(state, environment, async (lock) => {
    logHeading("Databases");
    await options.fill?.(wrangler, config);
    const extendLock = () => lock.extend();
    await migrateDatabases(databasesWithMigrations(wrangler, config), { ...options, extendLock });

    await setReadReplicas(options.apiOf(wrangler), config, settings);

    logHeading("Worker");
    await lock.extend();
    const placed = await placeWorker(wrangler, config, settings);
    const url = await releaseWorker(
      { ...options, wrangler },
      { config: placed, state, lock, secrets: secrets.values },
    );
    const stateLabels = {
      exists: "exists",
      create: "created",
      generate: "generated; you have no copy of it",
      replace: "replaced",
      "not set": "not set",
    } as const;
    for (const line of secrets.lines) logStep(`secret ${line.name}`, stateLabels[line.state]);
    logStep(`worker ${settings.name}`, "deployed");
    await options.checkSite(url);
    logStep("the site responds", url);
    return url;
  });
}

/** Finds where the database is, so the worker creates objects there, and writes its configuration. */
async function placeWorker(wrangler: Wrangler, config: Config, settings: Settings): Promise<Config> {
  const found = await new RemoteDatabase(wrangler, config).location();
  const location: DatabaseLocation | null = found?.location ?? settings.location ?? null;
  logStep("location of the database", [location ?? "unknown", found?.colo].filter(Boolean).join(", "));
  const placed = location ? { ...config, vars: { ...config.vars, DATABASE_LOCATION: location } } : config;
  writeConfig(placed, PRODUCTION_CONFIG);
  return placed;
}

/** The results of the steps before the worker's release. */
interface WorkerRelease {
  config: Config;
  state: DeployState;
  lock: RollOutOptions["lock"];
  secrets: Record<string, string>;
}

/**
 * Deploys the worker: step by step, or at once if that isn't possible. Returns the site's URL. A failed step leaves the
 * previous version with all traffic.
 */
export async function releaseWorker(
  { wrangler, settings, probeOf, sleep }: Pick<ReleaseOptions, "wrangler" | "settings" | "probeOf" | "sleep">,
  { config, state, lock, secrets }: WorkerRelease,
): Promise<string> {
  const [domain] = settings.domains;
  const object_tag = config.migrations?.at(-1)?.tag ?? "";
  const before = await state.read();
  const newQueues = before.url ? await findNewQueues(wrangler, config) : [];
  const atOnce = reasonForAtOnce(settings, before, { objectTag: object_tag, newQueues });
  let url = domain ? `https://${domain}` : before.url;
  if (before.url && !atOnce) {
    const [previous] = await liveVersions(wrangler);
    if (!previous)
      throw new Problem("✗ No version of the worker has traffic, so there's none to go back to.");
    const version = await uploadVersion(wrangler, secrets);
    logStep("uploaded", version);
    const { rollout: steps, rollout_wait_seconds: waitSeconds } = settings;
    const probe = probeOf(before.url, settings.name);
    await rollOut({ wrangler, probe, version, previous, steps, waitSeconds, lock, sleep });
    await lock.extend();
    await deployTriggers(wrangler);
  } else {
    logStep("all traffic at once", atOnce ?? "");
    const targets = await deployWorker(wrangler, secrets);
    url = domain ? url : targets.find((target) => target.startsWith("https://"));
    if (!url)
      throw new Problem(`✗ wrangler reported no URL for the site: ${targets.join(", ") || "nothing"}`);
  }
  if (!url) throw new Problem("✗ The site has no URL.");
  await state.write({ url, object_tag });
  return url;
}

/** Returns why a release can't be gradual; null if it can. */
function reasonForAtOnce(
  { rollout }: Pick<Settings, "rollout">,
  before: Awaited<ReturnType<DeployState["read"]>>,
  { objectTag, newQueues }: { objectTag: string; newQueues: readonly string[] },
): string | null {
  if (!before.url) return "the first deployment";
  if (rollout.length === 0) return "rollout is off";
  if (before.object_tag !== objectTag) return "the classes of Durable Objects change";
  // Consumers belong to no version. One added before the steps would give jobs to the previous version, which doesn't know them.
  if (newQueues.length > 0)
    return newQueues.length === 1
      ? `the queue ${newQueues[0]} is new`
      : `the queues ${newQueues.join(", ")} are new`;
  return null;
}
