import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { logStep } from "../log.ts";
import { root } from "../run-script.mjs";
import { buildSite } from "../site/build.ts";
import { explain } from "../start/explain.ts";
import { PRODUCTION_CONFIG, SETTINGS_FILE, writeProductionConfig } from "./config.ts";
import { readAllMigrations } from "./database.ts";
import {
  backUpNow,
  connect,
  makeRemoteAdmin,
  readOnlySql,
  readSwitch,
  resetTwoFactor,
  restoreBackup,
  rewindTo,
} from "./operations.ts";
import { confirmAtTerminal, promptAtTerminal, querySettings } from "./query-settings.ts";
import { releaseSite } from "./release.ts";
import { secretsFile } from "./secrets.ts";
import { readSettings } from "./settings.ts";
import { smokeTest } from "./smoke-test.ts";
import { runWrangler, Wrangler, WranglerError } from "./wrangler.ts";

const HELP = `npm run deploy                                deploy the site to Cloudflare, or update it
npm run deploy -- --dry-run                   check everything that needs no account
npm run deploy -- --make-admin <username>     make a user an admin
npm run deploy -- --reset-two-factor <user>   turn off the second factor of a user who can't sign in any more
npm run deploy -- --backup                    let the site back itself up now, into its bucket
npm run deploy -- --restore <backup>          let an empty site restore a backup that's in its bucket, and open it
npm run deploy -- --rewind <time>             rewind all databases to an earlier minute, or to their bookmarks
npm run deploy -- --read-only on|off          let the site save nothing, and everything again

  --url <url>         the site's URL, for --backup, --rewind and --reset-two-factor without a domain
  --yes               answer yes to every question, and query no settings

Roll back: npx wrangler rollback --config .bopolis/deploy/wrangler.json
See docs/operations.md for details.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: "boolean" },
      "dry-run": { type: "boolean" },
      "make-admin": { type: "string" },
      "reset-two-factor": { type: "string" },
      backup: { type: "boolean" },
      url: { type: "string" },
      restore: { type: "string" },
      rewind: { type: "string" },
      "read-only": { type: "string" },
      yes: { type: "boolean" },
    },
  });
  if (values.help) return console.log(HELP);
  const readOnly = values["read-only"] === undefined ? undefined : readSwitch(values["read-only"]);

  const wrangler = new Wrangler(runWrangler);
  if (values["dry-run"]) {
    readAllMigrations();
    await buildSite();
    writeProductionConfig(readSettings(SETTINGS_FILE, process.env));
    const output = await wrangler.text(["deploy", "--dry-run", "--config", PRODUCTION_CONFIG]);
    return logStep("dry run", /Total Upload: .*/.exec(output)?.[0] ?? "wrangler accepts the configuration");
  }
  if (!values.yes && process.stdin.isTTY) await querySettings(promptAtTerminal);
  const settings = readSettings(SETTINGS_FILE, process.env);
  const operation = {
    wrangler,
    settings,
    url: values.url,
    confirm: values.yes ? async () => {} : confirmAtTerminal,
  };
  if (values["make-admin"] !== undefined) {
    const [database] = await connect(operation);
    return console.log(await makeRemoteAdmin(database, values["make-admin"]));
  }
  if (values["reset-two-factor"] !== undefined) return resetTwoFactor(operation, values["reset-two-factor"]);
  if (values.backup) return backUpNow(operation);
  if (values.rewind !== undefined) return rewindTo(operation, values.rewind);
  if (readOnly) {
    // Through the database: that works even if the worker doesn't.
    await (await connect(operation))[0].query(readOnlySql(readOnly));
    return logStep("read-only mode", `${readOnly} within five seconds`);
  }
  // Then the deployment applies newer migrations and opens the site.
  if (values.restore !== undefined) await restoreBackup(operation, values.restore, process.env);

  const url = await releaseSite({
    wrangler,
    settings,
    environment: process.env,
    async build() {
      // Start from an empty folder, so no file of another branch is left.
      rmSync(join(root, "dist"), { recursive: true, force: true });
      await buildSite();
    },
    configure: (account_id) => writeProductionConfig(settings, { account_id }),
    secretsFile: secretsFile(settings.name),
    smokeTest,
  });
  console.log(
    `\nYour site is at ${url}\nTo become the first admin, sign up there and run \`npm run deploy -- --make-admin <username>\`.`,
  );
}

try {
  await main();
} catch (error) {
  console.error(`\n${error instanceof WranglerError ? error.message : explain(error)}`);
  process.exitCode = 1;
}
