import { findSecrets, provideResources, signIn } from "./account.ts";
import { migrateDatabase } from "./database.ts";
import { migrationProblems, readMigrations } from "./migrations.ts";
import {
  allConfigProblems,
  DRY_RUN_CONFIG,
  generateConfig,
  MIGRATIONS,
  PRODUCTION_CONFIG,
  writeConfig,
} from "./paths.ts";
import { wantedBy } from "./plan.ts";
import { Problem, refuse } from "./problem.ts";
import { heading, say } from "./say.ts";
import { planSecrets } from "./secrets.ts";
import { sendWorker, wranglerDeploy } from "./send.ts";
import type { Settings } from "./settings.ts";
import { kilobytes, sizeProblems, sizeWarning } from "./size.ts";
import type { Wrangler } from "./wrangler.ts";

export interface Release {
  wrangler: Wrangler;
  settings: Settings;
  environment: Record<string, string | undefined>;
  /** Lets migrations through that the version still running does not survive. */
  allowBreaking: boolean;
  build(): Promise<void>;
  /** Waits until the site answers. */
  checkSite(url: string): Promise<void>;
}

/** From an account to a running site; answers its address. Running it again changes nothing that is already so. */
export async function release(options: Release): Promise<string> {
  const { settings, environment, allowBreaking } = options;
  heading("Account");
  const account = await signIn(options.wrangler, settings);
  say("signed in", `${account.name} (${account.id})`);
  const wrangler = options.wrangler.forAccount(account.id);
  const secrets = planSecrets(await findSecrets(wrangler, settings.name), environment);
  refuse(secrets.problems);

  heading("Build");
  await options.build();
  const { migrations, journal } = readMigrations(MIGRATIONS);
  const draft = generateConfig(settings, {}, DRY_RUN_CONFIG);
  refuse([...migrationProblems(migrations, journal), ...allConfigProblems(draft)]);
  writeConfig(draft, DRY_RUN_CONFIG);
  const { gzipBytes } = await wranglerDeploy(wrangler, ["--dry-run", "--config", DRY_RUN_CONFIG]);
  refuse(sizeProblems(gzipBytes));
  say("worker", `built, ${kilobytes(gzipBytes)} gzip`);
  const warning = sizeWarning(gzipBytes);
  if (warning) say("warning", warning);

  heading("Resources");
  const databases = await provideResources(wrangler, wantedBy(draft), settings);
  const config = { ...generateConfig(settings, databases, PRODUCTION_CONFIG), account_id: account.id };
  writeConfig(config, PRODUCTION_CONFIG);

  heading("Database");
  await migrateDatabase(wrangler, config, migrations, allowBreaking);

  heading("Worker");
  const targets = await sendWorker(wrangler, secrets.values);
  const became = { exists: "exists", create: "created", replace: "replaced", "not set": "not set" } as const;
  for (const { name, state } of secrets.lines) say(`secret ${name}`, became[state]);
  say(`worker ${settings.name}`, "deployed");
  const [domain] = settings.domains;
  const url = domain ? `https://${domain}` : targets.find((target) => target.startsWith("https://"));
  if (!url) throw new Problem(`✗ wrangler told no address of the site: ${targets.join(", ") || "nothing"}`);
  await options.checkSite(url);
  say("the site answers", url);
  return url;
}
