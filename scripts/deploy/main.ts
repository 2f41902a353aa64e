import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../bootstrap.mjs";
import { buildSite } from "../site/build.ts";
import { checkSite } from "./check-site.ts";
import { dryRun } from "./dry-run.ts";
import {
  askAtTerminal,
  backUpTo,
  makeAdmin,
  restoreFrom,
  rewindTo,
  rollBack,
  rotateSessionSecret,
} from "./operate.ts";
import { SETTINGS_FILE } from "./paths.ts";
import { Problem } from "./problem.ts";
import { release } from "./release.ts";
import { readSettings } from "./settings.ts";
import { runWrangler, Wrangler, WranglerError } from "./wrangler.ts";

const HELP = `npm run deploy                                puts the site on Cloudflare, or brings it up to date
npm run deploy -- --dry-run                   checks all that can be checked without an account
npm run deploy -- --make-admin <username>     makes a user of the site an admin
npm run deploy -- --backup <file>             writes the whole database to a file
npm run deploy -- --restore <file>            fills an empty database from such a file
npm run deploy -- --rewind <time or bookmark> takes the database back in time
npm run deploy -- --rollback [version]        goes back to the version before, or to the one named
npm run deploy -- --rotate-session-secret     replaces the key of all sessions: everybody is signed out

  --yes               answers yes to every question
  --allow-breaking    applies migrations that the running version does not survive

docs/operating.md tells all of it.`;

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
      "allow-breaking": { type: "boolean" },
      yes: { type: "boolean" },
    },
  });
  if (values.help) return console.log(HELP);
  const [version, ...rest] = positionals;
  if (rest.length || (version && !values.rollback))
    throw new Problem(`✗ ${positionals.join(" ")}?\n\n${HELP}`);

  const settings = readSettings(SETTINGS_FILE, process.env);
  const wrangler = new Wrangler(runWrangler);
  const operation = { wrangler, settings, confirm: values.yes ? async () => true : askAtTerminal };
  if (values["dry-run"]) return dryRun(wrangler, settings);
  if (values["make-admin"] !== undefined) return makeAdmin(operation, values["make-admin"]);
  if (values.backup !== undefined) return backUpTo(operation, values.backup);
  if (values.restore !== undefined) return restoreFrom(operation, values.restore);
  if (values.rewind !== undefined) return rewindTo(operation, values.rewind);
  if (values.rollback) return rollBack(operation, version);
  if (values["rotate-session-secret"]) return rotateSessionSecret(operation);

  const url = await release({
    wrangler,
    settings,
    environment: process.env,
    allowBreaking: values["allow-breaking"] ?? false,
    async build() {
      // A release is built from nothing: no file of another branch stays behind.
      rmSync(join(root, "dist"), { recursive: true, force: true });
      await buildSite();
    },
    checkSite,
  });
  console.log(
    `\nThe site is at ${url}\nThe first admin: sign up there, then \`npm run deploy -- --make-admin <username>\`.`,
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
