import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { restoreState, summaryOf } from "../backup/back-up-state.ts";
import { Problem } from "../deploy/problem.ts";
import { loadEnvFile, readStateFolder } from "../serve/settings.ts";
import { StateLock } from "../serve/state-lock.ts";
import { explain } from "../start/explain.ts";

// npm run restore -- <folder>    restores a backup into the empty state folder of a self-hosted site

loadEnvFile();
let lock: StateLock | undefined;
try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [folder, ...rest] = positionals;
  if (!folder || rest.length) throw new Problem("✗ Name a backup: npm run restore -- <folder>");
  const state = readStateFolder(process.env);
  lock = new StateLock(state);
  const manifest = await restoreState(resolve(folder), state);
  console.log(`${state}: restored ${summaryOf(manifest)}. Start the site now.`);
} catch (error) {
  console.error(error instanceof Problem ? error.message : explain(error));
  process.exitCode = 1;
} finally {
  lock?.release();
}
