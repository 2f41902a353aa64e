import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { root } from "../run-script.mjs";
import { buildSite } from "../site/build.ts";
import { explain } from "../start/explain.ts";
import { checkSite } from "./check-site.ts";
import { cloudflareApi } from "./cloudflare-api.ts";
import { dryRun } from "./dry-run.ts";
import { SETTINGS_FILE } from "./generate-config.ts";
import {
  backUpNow,
  confirmAtTerminal,
  makeAdmin,
  resetTwoFactor,
  restoreBackup,
  rewindTo,
  rollBack,
  rotateSessionSecret,
  unlock,
} from "./operations.ts";
import { previewEnvironment, previewSettings, removePreview } from "./preview.ts";
import { siteProbe } from "./probe.ts";
import { Problem } from "./problem.ts";
import { readSwitch, setReadOnly } from "./read-only.ts";
import { type ReleaseOptions, releaseSite } from "./release.ts";
import { newSecretLines } from "./secrets.ts";
import { readSettings } from "./settings.ts";
import { runWrangler, Wrangler, WranglerError } from "./wrangler.ts";

const HELP = `npm run deploy                                deploy the site to Cloudflare, or update it
npm run deploy -- --dry-run                   check everything that needs no account
npm run deploy -- --make-admin <username>     make a user an admin
npm run deploy -- --reset-two-factor <user>   turn off the second factor of a user who can't sign in any more
npm run deploy -- --backup                    let the site back itself up now, into its bucket
npm run deploy -- --restore <backup>          let an empty site restore a backup that's in its bucket, and open it
npm run deploy -- --rewind <time>             rewind all databases to an earlier minute, or to their bookmarks
npm run deploy -- --read-only on|off           let the site save nothing, and everything again
npm run deploy -- --rollback [version]        roll back to the previous version or the given one
npm run deploy -- --unlock                    free the lock of a deployment that was interrupted
npm run deploy -- --preview [name]            deploy a preview: another site with its own data
npm run deploy -- --remove-preview [name]     delete a preview and its data
npm run deploy -- --rotate-session-secret     replace the session secret, which signs everyone out
npm run -s deploy -- --new-secrets            print secrets for a new site, so you have a copy of them

  --url <url>         the site's URL, for --backup, --rewind and --reset-two-factor without a domain
  --yes               answer yes to every question
  --allow-breaking    apply migrations that break the running version
  --allow-slow        apply migrations that may take longer than Cloudflare allows
  --demo              with --preview: fill a new preview with the demo world

See docs/operations.md for details.`;

/** Loads the demo world's code, which is large, only if it's wanted. */
const fillWithDemo: ReleaseOptions["fill"] = async (...args) =>
  (await import("./fill-with-demo.ts")).fillWithDemo(...args);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
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
      rollback: { type: "boolean" },
      "rotate-session-secret": { type: "boolean" },
      "new-secrets": { type: "boolean" },
      unlock: { type: "boolean" },
      preview: { type: "boolean" },
      "remove-preview": { type: "boolean" },
      demo: { type: "boolean" },
      "allow-breaking": { type: "boolean" },
      "allow-slow": { type: "boolean" },
      yes: { type: "boolean" },
    },
  });
  if (values.help) return console.log(HELP);
  const [name, ...rest] = positionals;
  if (rest.length || (name && !values.rollback && !values.preview && !values["remove-preview"]))
    throw new Problem(`✗ Unknown argument: ${positionals.join(" ")}\n\n${HELP}`);

  if (values["new-secrets"]) return console.log(newSecretLines().join("\n"));
  const readOnly = values["read-only"] === undefined ? undefined : readSwitch(values["read-only"]);

  const siteSettings = readSettings(SETTINGS_FILE, process.env);
  const settings = values.preview ? previewSettings(siteSettings, name) : siteSettings;
  const wrangler = new Wrangler(runWrangler);
  const operation = { wrangler, settings, confirm: values.yes ? async () => true : confirmAtTerminal };
  if (values["dry-run"]) return dryRun(wrangler, settings);
  if (values["make-admin"] !== undefined) return makeAdmin(operation, values["make-admin"]);
  if (values["reset-two-factor"] !== undefined)
    return resetTwoFactor(operation, values["reset-two-factor"], values.url);
  if (values.backup) return backUpNow(operation, values.url);
  // Then the deployment applies newer migrations and opens the site.
  if (values.restore !== undefined) await restoreBackup(operation, values.restore, process.env);
  if (values.rewind !== undefined) return rewindTo(operation, values.rewind, values.url);
  if (readOnly) return setReadOnly(operation, readOnly);
  if (values.rollback) return rollBack(operation, name);
  if (values["remove-preview"]) return removePreview(operation, name);
  if (values.unlock) return unlock(operation);
  if (values["rotate-session-secret"]) return rotateSessionSecret(operation);

  const url = await releaseSite({
    wrangler,
    settings,
    environment: values.preview ? previewEnvironment(process.env) : process.env,
    allowBreaking: values["allow-breaking"] ?? false,
    allowSlow: values["allow-slow"] ?? false,
    async build() {
      // Start from an empty folder, so no file of another branch is left.
      rmSync(join(root, "dist"), { recursive: true, force: true });
      await buildSite();
    },
    checkSite,
    probeOf: siteProbe,
    apiOf: cloudflareApi,
    sleep,
    fill: values.preview && values.demo ? fillWithDemo : undefined,
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
