import { join, relative } from "node:path";
import { DATABASES } from "#db/databases.ts";
import { searchProblems } from "#worker/backup/database-plan.ts";
import { root } from "../run-script.mjs";
import { buildSite } from "../site/build.ts";
import { runWranglerDeploy } from "./deploy-worker.ts";
import { allConfigProblems, DRY_RUN_CONFIG, generateConfig, writeConfig } from "./generate-config.ts";
import { logHeading, logStep } from "./log.ts";
import { inFolder, migrationProblems, migrationsPath, readMigrations } from "./migrations.ts";
import { planResources, requiredResources } from "./plan.ts";
import { throwProblems } from "./problem.ts";
import { planSecrets } from "./secrets.ts";
import type { Settings } from "./settings.ts";
import { kilobytes, sizeProblems, sizeWarning } from "./size.ts";
import type { Wrangler } from "./wrangler.ts";

const describeRollout = ({ rollout, rollout_wait_seconds }: Settings): string =>
  rollout.length
    ? `${rollout.join(" → ")} % of the traffic, ${rollout_wait_seconds} s each`
    : "all traffic at once: rollout is off";

/** Checks everything about a deployment that needs no account and no network. */
export async function dryRun(wrangler: Wrangler, settings: Settings): Promise<void> {
  logHeading("Checks");
  logStep(
    "settings",
    `ok: worker ${settings.name}, ${settings.domains.join(", ") || "at its workers.dev URL"}`,
  );
  await buildSite();
  logStep("build", "ok");

  const databases = DATABASES.map((source) => ({
    path: migrationsPath(source),
    ...readMigrations(join(root, migrationsPath(source))),
  }));
  const config = generateConfig(settings, {}, DRY_RUN_CONFIG);
  throwProblems([
    ...databases.flatMap(({ path, migrations, journal }) => [
      ...inFolder(migrationProblems(migrations, journal), path),
      ...searchProblems(migrations.map(({ sql }) => sql).join(";\n")),
    ]),
    ...allConfigProblems(config),
  ]);
  for (const { path, migrations } of databases) logStep(path, `ok: ${migrations.length}, all in the journal`);
  logStep("bindings", "ok: match worker/env.ts");
  writeConfig(config, DRY_RUN_CONFIG);
  logStep("configuration", relative(root, DRY_RUN_CONFIG));

  const { gzipBytes: bytes } = await runWranglerDeploy(wrangler, ["--dry-run", "--config", DRY_RUN_CONFIG]);
  throwProblems(sizeProblems(bytes));
  logStep("wrangler deploy --dry-run", "ok");
  logStep("size", sizeWarning(bytes) ?? `${kilobytes(bytes)} gzip`);

  logHeading("In an empty account, `npm run deploy` would:");
  for (const { kind, name } of planResources(requiredResources(config), {
    databases: {},
    buckets: [],
    queues: [],
  }))
    logStep(`create ${kind}`, name);
  for (const { name, state } of planSecrets([], process.env).lines) logStep(`${state} secret`, name);
  for (const { path, migrations } of databases)
    for (const { name } of migrations) logStep("apply migration", `${path}/${name}`);
  logStep("deploy worker", settings.name);
  logStep("location of the database", settings.location ?? "near you: `location` isn't set");
  logStep("read replicas", settings.read_replicas);
  logStep("later releases", describeRollout(settings));
  for (const domain of settings.domains) logStep("attach domain", domain);
  logStep("mail", settings.mail_from ? `from ${settings.mail_from}` : "not sent: mail_from isn't set");
  console.log("\nDry run: nothing was deployed.");
}
