import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { node, root } from "../run-script.mjs";
import { phase } from "../start/phase.mjs";

const SOURCES = [
  ...["domain", "db", "migrations", "worker", "web"],
  ...["scripts/site", "vite.config.ts", "wrangler.toml", "package-lock.json"],
];
/** Written last, so an interrupted build doesn't count. */
const COMPLETE = "dist/complete";

/** Builds the worker and the web app unless the last build is newer than every source. */
export async function buildSite(): Promise<void> {
  const complete = join(root, COMPLETE);
  const newest = Math.max(...SOURCES.map((name) => newestIn(join(root, name))));
  if (existsSync(complete) && statSync(complete).mtimeMs > newest) return;
  rmSync(complete, { force: true });
  await phase("Building the site", build);
  writeFileSync(complete, "");
}

async function build(): Promise<void> {
  const vite = spawn(node, [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  });
  const stop = () => vite.kill();
  process.on("exit", stop);
  const [code] = await once(vite, "exit");
  process.off("exit", stop);
  if (code !== 0) throw new Error("The build failed.");
}

function newestIn(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}
