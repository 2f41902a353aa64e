import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { node, root } from "../run-script.mjs";
import { StateLock } from "../serve/state-lock.ts";
import { buildSite } from "../site/build.ts";
import { prepareState } from "../site/prepare.ts";
import { localSecrets } from "../site/secrets.ts";
import { isStandIn, startStandIns } from "../site/stand-ins.ts";
import { runCommand } from "../start/explain.ts";

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
const vars = join(root, ".dev.vars");
const lines = existsSync(vars) ? readFileSync(vars, "utf8").split("\n").filter(Boolean) : [];
const given = Object.fromEntries(lines.map((line) => line.split(/=(.*)/, 2) as [string, string]));
// Variables of the last run's stand-ins are stale. The developer's own keys stay.
const own = Object.entries(given).filter(([name]) => !isStandIn(name, given));
const standIns = await startStandIns(Object.fromEntries(own), { port: DEV_PORT + 1, state });
standIns.setSiteUrl(`http://localhost:${DEV_PORT}`);
const all = { ...localSecrets(state), ...standIns.vars, ...Object.fromEntries(own) };
writeFileSync(
  vars,
  Object.entries(all)
    .map(([name, value]) => `${name}=${value}\n`)
    .join(""),
  { mode: 0o600 },
);
const vite = spawn(node, [join(root, "node_modules/vite/bin/vite.js"), ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, X_LOCAL_OBSERVABILITY: "false", X_LOCAL_EXPLORER: "false" },
});
vite.on("exit", (code) => process.exit(code ?? 0));
