import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
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
if (!existsSync(vars)) {
  const secrets = Object.entries(localSecrets(state)).map(([name, value]) => `${name}=${value}`);
  writeFileSync(vars, `${secrets.join("\n")}\n`, { mode: 0o600 });
}
const vite = spawn(node, [join(root, "node_modules/vite/bin/vite.js"), ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, X_LOCAL_OBSERVABILITY: "false", X_LOCAL_EXPLORER: "false" },
});
vite.on("exit", (code) => process.exit(code ?? 0));
