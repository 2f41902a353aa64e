import { ensureResources, findAccount, findSecrets } from "./account.ts";
import { migrateDatabase } from "./database.ts";
import { deployWorker, runWranglerDeploy } from "./deploy-worker.ts";
import {
  allConfigProblems,
  DRY_RUN_CONFIG,
  generateConfig,
  MIGRATIONS_FOLDER,
  PRODUCTION_CONFIG,
  writeConfig,
} from "./generate-config.ts";
import { logHeading, logStep } from "./log.ts";
import { migrationProblems, readMigrations } from "./migrations.ts";
import { requiredResources } from "./plan.ts";
import { Problem, throwProblems } from "./problem.ts";
import { planSecrets } from "./secrets.ts";
import type { Settings } from "./settings.ts";
import { kilobytes, sizeProblems, sizeWarning } from "./size.ts";
import type { Wrangler } from "./wrangler.ts";

export interface ReleaseOptions {
  wrangler: Wrangler;
  settings: Settings;
  environment: Record<string, string | undefined>;
  /** Allows migrations that break the running version. */
  allowBreaking: boolean;
  build(): Promise<void>;
  /** Waits until the site responds. */
  checkSite(url: string): Promise<void>;
}

/** Deploys the site and everything it needs. Returns its URL. Running it again is safe. */
export async function releaseSite(options: ReleaseOptions): Promise<string> {
  const { settings, environment, allowBreaking } = options;
  logHeading("Account");
  const account = await findAccount(options.wrangler, settings);
  logStep("signed in", `${account.name} (${account.id})`);
  const wrangler = options.wrangler.forAccount(account.id);
  const secrets = planSecrets(await findSecrets(wrangler, settings.name), environment);
  throwProblems(secrets.problems);

  logHeading("Build");
  await options.build();
  const { migrations, journal } = readMigrations(MIGRATIONS_FOLDER);
  const draft = generateConfig(settings, {}, DRY_RUN_CONFIG);
  throwProblems([...migrationProblems(migrations, journal), ...allConfigProblems(draft)]);
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

  logHeading("Database");
  await migrateDatabase(wrangler, config, migrations, allowBreaking);

  logHeading("Worker");
  const targets = await deployWorker(wrangler, secrets.values);
  const stateLabels = {
    exists: "exists",
    create: "created",
    replace: "replaced",
    "not set": "not set",
  } as const;
  for (const { name, state } of secrets.lines) logStep(`secret ${name}`, stateLabels[state]);
  logStep(`worker ${settings.name}`, "deployed");
  const [domain] = settings.domains;
  const url = domain ? `https://${domain}` : targets.find((target) => target.startsWith("https://"));
  if (!url) throw new Problem(`✗ wrangler reported no URL for the site: ${targets.join(", ") || "nothing"}`);
  await options.checkSite(url);
  logStep("the site responds", url);
  return url;
}
