// What must work with nothing installed yet: plain Node 20, no packages.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The pinned Node the project's tools want; the machine's own may be older. */
export const node = join(root, "node_modules/node/bin/node");

const newer = (/** @type {string} */ a, /** @type {string} */ b) =>
  statSync(join(root, a)).mtimeMs > statSync(join(root, b)).mtimeMs;

/** Installs the locked packages when they are not there or the lock file is newer than they are. */
export function ensureInstalled() {
  const stamp = "node_modules/.package-lock.json";
  if (existsSync(join(root, stamp)) && existsSync(node) && !newer("package-lock.json", stamp)) return;
  console.log("Installing packages …");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
}

/**
 * Runs a command in the project's folder with its output shown; ends this process with the same code when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export function run(command, args, env = {}) {
  const { status, signal } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? (signal ? 130 : 1));
}

/**
 * Hands over to a TypeScript file under the pinned Node: passes signals on, ends as it ends, and takes it along when
 * this process's own parent is killed, so that no server is left behind on the port.
 * @param {string} file
 * @param {string[]} [args]
 */
export function runScript(file, args = process.argv.slice(2)) {
  ensureInstalled();
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", join(root, file), ...args], {
    cwd: root,
    stdio: "inherit",
  });
  /** @type {NodeJS.Signals[]} */
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 500);
  child.on("exit", (code, signal) => {
    clearInterval(watch);
    process.exit(code ?? (signal ? 130 : 1));
  });
}
