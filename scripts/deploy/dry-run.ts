import { relative } from "node:path";
import { root } from "../bootstrap.mjs";
import { buildSite } from "../site/build.ts";
import { searchProblems } from "./backup.ts";
import { migrationProblems, readMigrations } from "./migrations.ts";
import { allConfigProblems, DRY_RUN_CONFIG, generateConfig, MIGRATIONS, writeConfig } from "./paths.ts";
import { planResources, wantedBy } from "./plan.ts";
import { refuse } from "./problem.ts";
import { heading, say } from "./say.ts";
import { planSecrets } from "./secrets.ts";
import { wranglerDeploy } from "./send.ts";
import type { Settings } from "./settings.ts";
import { kilobytes, sizeProblems, sizeWarning } from "./size.ts";
import type { Wrangler } from "./wrangler.ts";

/** All that can be found out about a deployment without an account and without a network. */
export async function dryRun(wrangler: Wrangler, settings: Settings): Promise<void> {
  heading("Checks");
  say(
    "settings",
    `ok: worker ${settings.name}, ${settings.domains.join(", ") || "at its workers.dev address"}`,
  );
  await buildSite();
  say("build", "ok");

  const { migrations, journal } = readMigrations(MIGRATIONS);
  const config = generateConfig(settings, {}, DRY_RUN_CONFIG);
  refuse([
    ...migrationProblems(migrations, journal),
    ...searchProblems(migrations.map(({ sql }) => sql).join(";\n")),
    ...allConfigProblems(config),
  ]);
  say("migrations", `ok: ${migrations.length}, as in the journal`);
  say("bindings", "ok: as in worker/env.ts");
  writeConfig(config, DRY_RUN_CONFIG);
  say("configuration", relative(root, DRY_RUN_CONFIG));

  const { gzipBytes: bytes } = await wranglerDeploy(wrangler, ["--dry-run", "--config", DRY_RUN_CONFIG]);
  refuse(sizeProblems(bytes));
  say("wrangler deploy --dry-run", "ok");
  say("size", sizeWarning(bytes) ?? `${kilobytes(bytes)} gzip`);

  heading("In an empty account `npm run deploy` would");
  for (const { kind, name } of planResources(wantedBy(config), { databases: {}, buckets: [], queues: [] }))
    say(`create ${kind}`, name);
  for (const { name, state } of planSecrets([], process.env).lines) say(`${state} secret`, name);
  for (const { name } of migrations) say("apply migration", name);
  say("deploy worker", settings.name);
  for (const domain of settings.domains) say("attach domain", domain);
  say("mail", settings.mail_from ? `from ${settings.mail_from}` : "none leaves: mail_from is not set");
  console.log("\nDry run: nothing was sent anywhere.");
}
