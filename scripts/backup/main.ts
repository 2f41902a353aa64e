import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { Problem } from "../deploy/problem.ts";
import { loadEnvFile, readStateFolder } from "../serve/settings.ts";
import { runCommand } from "../start/explain.ts";
import { isProductionState } from "../start/production-state.mjs";
import { backUpState, summaryOf } from "./back-up-state.ts";

// npm run backup -- <folder>                     copies the data of a self-hosted site to a new folder
// npm run backup -- <folder> --without-secrets   leaves out secrets.json

loadEnvFile();
await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { "without-secrets": { type: "boolean" } },
  });
  const [folder, ...rest] = positionals;
  if (!folder || rest.length) throw new Problem("✗ Name a new folder: npm run backup -- <folder>");
  const state = readStateFolder(process.env);
  // A restored copy could be served.
  if (existsSync(state) && !isProductionState(state))
    throw new Problem(`✗ No self-hosted site has its data in ${state}.`);
  const manifest = await backUpState(state, resolve(folder), { secrets: !values["without-secrets"] });
  console.log(`${resolve(folder)}: ${summaryOf(manifest)}`);
});
