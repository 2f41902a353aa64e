import { spawn } from "node:child_process";
import { join } from "node:path";
import { node, root } from "../run-script.mjs";
import { buildSite } from "../site/build.ts";
import { prepareState } from "../site/prepare.ts";
import { localSecrets } from "../site/secrets.ts";
import { startStandIns } from "../site/stand-ins.ts";
import { StateLock } from "../site/state-lock.ts";
import { runCommand } from "../start/explain.ts";
import { readDevVars, writeDevVars } from "./dev-vars.ts";

// Uses the same state as `npm start`: the built worker creates, migrates and seeds the databases, then Vite takes over.
const state = join(root, ".bopolis");
await runCommand(async () => {
  // The lock is released when this process ends.
  StateLock.forDevelopment(state, { command: "npm run dev" });
  await buildSite();
  await prepareState(state);
});
if (process.exitCode) process.exit();

const DEV_PORT = 8787;
const standIns = await startStandIns(readDevVars(), { port: DEV_PORT + 1, state });
standIns.setSiteUrl(`http://localhost:${DEV_PORT}`);
writeDevVars(standIns.vars, localSecrets(state));
const vite = spawn(node, [join(root, "node_modules/vite/bin/vite.js"), ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, X_LOCAL_OBSERVABILITY: "false", X_LOCAL_EXPLORER: "false" },
});
vite.on("exit", (code) => process.exit(code ?? 0));
