import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { restoreState, summaryOf } from "../backup/back-up-state.ts";
import { Problem } from "../deploy/problem.ts";
import { loadEnvFile, readStateFolder } from "../serve/settings.ts";
import { StateLock } from "../serve/state-lock.ts";
import { missingSecretsMessage, secretsFile } from "../site/secrets.ts";
import { runCommand } from "../start/explain.ts";
import { markAsProduction } from "../start/production-state.mjs";

// npm run restore -- <folder>    restores a backup into the empty state folder of a self-hosted site

loadEnvFile();
await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [folder, ...rest] = positionals;
  if (!folder || rest.length) throw new Problem("✗ Name a backup: npm run restore -- <folder>");
  const state = readStateFolder(process.env);
  const lock = new StateLock(state, { command: "npm run restore" });
  try {
    const manifest = await restoreState(resolve(folder), state);
    markAsProduction(state);
    console.log(`${state}: restored ${summaryOf(manifest)}.`);
    console.log(existsSync(secretsFile(state)) ? "Start the site now." : `✗ ${missingSecretsMessage(state)}`);
  } finally {
    lock.release();
  }
});
