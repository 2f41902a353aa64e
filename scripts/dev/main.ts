import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { node, root } from "../bootstrap.mjs";
import { seedIfEmpty } from "../seed/demo.ts";
import { buildSite } from "../site/build.ts";
import { localSecrets } from "../site/secrets.ts";
import { startSite } from "../site/site.ts";

// The same state as `npm start`: databases are made, migrated and seeded by the built worker, then Vite takes over.
const state = join(root, ".bopolis");
buildSite();
const site = await startSite({ port: 0, state });
await seedIfEmpty(site);
await site.stop();

const vars = join(root, ".dev.vars");
const given = existsSync(vars) ? readFileSync(vars, "utf8") : "";
const missing = Object.entries(localSecrets(state)).filter(([name]) => !given.includes(`${name}=`));
if (missing.length) {
  const lines = missing.map(([name, value]) => `${name}=${value}\n`).join("");
  writeFileSync(vars, given + lines, { mode: 0o600 });
}
const vite = spawn(node, [join(root, "node_modules/vite/bin/vite.js"), ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, X_LOCAL_OBSERVABILITY: "false", X_LOCAL_EXPLORER: "false" },
});
vite.on("exit", (code) => process.exit(code ?? 0));
