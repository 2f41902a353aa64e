import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { node, root } from "../bootstrap.mjs";

const SOURCES = ["domain", "db", "worker", "web", "vite.config.ts", "wrangler.toml", "package-lock.json"];
const OUTPUT = "dist/bopolis/index.js";

/** Builds worker and web unless the last build is newer than every source. */
export function buildSite(): void {
  const built = join(root, OUTPUT);
  const newest = Math.max(...SOURCES.map((name) => newestIn(join(root, name))));
  if (existsSync(built) && statSync(built).mtimeMs > newest) return;
  console.log("Building …");
  const { status } = spawnSync(
    node,
    [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error"],
    {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, NODE_ENV: "production" },
    },
  );
  if (status !== 0) throw new Error("The build failed.");
}

function newestIn(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}
