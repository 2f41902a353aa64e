import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { restoreState, summaryOf } from "../backup/back-up-state.ts";
import { restoreNightly } from "../backup/restore-nightly.ts";
import { Problem } from "../deploy/problem.ts";
import { loadEnvFile, readStateFolder } from "../serve/settings.ts";
import { describeRun, showProgress } from "../site/progress.ts";
import { missingSecretsMessage, secretsFile } from "../site/secrets.ts";
import { StateLock } from "../site/state-lock.ts";
import { runCommand } from "../start/explain.ts";

// npm run restore -- <folder>                    restores a backup into the empty state folder of a self-hosted site
// npm run restore -- <folder> --nightly newest   restores a nightly backup of the stopped site whose state folder that is

loadEnvFile();
await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { nightly: { type: "string" } },
  });
  const [folder, ...rest] = positionals;
  if (!folder || rest.length) throw new Problem("✗ Name a backup: npm run restore -- <folder>");
  const state = readStateFolder(process.env);
  const source = resolve(folder);
  if (values.nightly !== undefined) {
    const run = await restoreNightly({ from: source, to: state, id: values.nightly }, showProgress);
    return console.log(describeRun(run));
  }
  const lock = new StateLock(state, { command: "npm run restore" });
  try {
    const manifest = await restoreState(source, state);
    console.log(`${state}: restored ${summaryOf(manifest)}.`);
    console.log(existsSync(secretsFile(state)) ? "Start the site now." : `✗ ${missingSecretsMessage(state)}`);
  } finally {
    lock.release();
  }
});
