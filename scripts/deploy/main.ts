import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { root } from "../run-script.mjs";
import { buildSite } from "../site/build.ts";
import { checkSite } from "./check-site.ts";
import { dryRun } from "./dry-run.ts";
import { SETTINGS_FILE } from "./generate-config.ts";
import {
  backUpTo,
  confirmAtTerminal,
  makeAdmin,
  restoreFrom,
  rewindTo,
  rollBack,
  rotateSessionSecret,
  unlock,
} from "./operations.ts";
import { previewSettings, removePreview } from "./preview.ts";
import { siteProbe } from "./probe.ts";
import { Problem } from "./problem.ts";
import { type ReleaseOptions, releaseSite } from "./release.ts";
import { readSettings } from "./settings.ts";
import { runWrangler, Wrangler, WranglerError } from "./wrangler.ts";

const HELP = `npm run deploy                                deploy the site to Cloudflare, or update it
npm run deploy -- --dry-run                   check everything that needs no account
npm run deploy -- --make-admin <username>     make a user an admin
npm run deploy -- --backup <file>             back up the database to a file
npm run deploy -- --restore <file>            restore a backup into an empty database
npm run deploy -- --rewind <time or bookmark> rewind the database to an earlier state
npm run deploy -- --rollback [version]        roll back to the previous version or the given one
npm run deploy -- --unlock                    free the lock of a deployment that was interrupted
npm run deploy -- --preview [name]            deploy a preview: another site with its own data
npm run deploy -- --remove-preview [name]     delete a preview and its data
npm run deploy -- --rotate-session-secret     replace the session secret, which signs everyone out

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
      backup: { type: "string" },
      restore: { type: "string" },
      rewind: { type: "string" },
      rollback: { type: "boolean" },
      "rotate-session-secret": { type: "boolean" },
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

  const siteSettings = readSettings(SETTINGS_FILE, process.env);
  const settings = values.preview ? previewSettings(siteSettings, name) : siteSettings;
  const wrangler = new Wrangler(runWrangler);
  const operation = { wrangler, settings, confirm: values.yes ? async () => true : confirmAtTerminal };
  if (values["dry-run"]) return dryRun(wrangler, settings);
  if (values["make-admin"] !== undefined) return makeAdmin(operation, values["make-admin"]);
  if (values.backup !== undefined) return backUpTo(operation, values.backup);
  if (values.restore !== undefined) return restoreFrom(operation, values.restore);
  if (values.rewind !== undefined) return rewindTo(operation, values.rewind);
  if (values.rollback) return rollBack(operation, name);
  if (values["remove-preview"]) return removePreview(operation, name);
  if (values.unlock) return unlock(operation);
  if (values["rotate-session-secret"]) return rotateSessionSecret(operation);

  const url = await releaseSite({
    wrangler,
    settings,
    environment: process.env,
    allowBreaking: values["allow-breaking"] ?? false,
    allowSlow: values["allow-slow"] ?? false,
    async build() {
      // Start from an empty folder, so no file of another branch is left.
      rmSync(join(root, "dist"), { recursive: true, force: true });
      await buildSite();
    },
    checkSite,
    probeOf: siteProbe,
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
  const expected =
    error instanceof Problem ||
    error instanceof WranglerError ||
    (error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS");
  console.error(`\n${expected ? (error as Error).message : (error as Error).stack}`);
  process.exitCode = 1;
}
