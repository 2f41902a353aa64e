// Plain Node 20 without packages: this runs before anything is installed.
import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The pinned Node that the project's tools need; the machine's own may be older. */
export const node = join(root, "node_modules/node/bin/node");

const OLDEST_NODE = 20;

/** @type {NodeJS.Signals[]} */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

const newer = (/** @type {string} */ a, /** @type {string} */ b) =>
  statSync(join(root, a)).mtimeMs > statSync(join(root, b)).mtimeMs;

/** Whether the locked packages are installed. */
export function isInstalled() {
  const stamp = "node_modules/.package-lock.json";
  return existsSync(join(root, stamp)) && existsSync(node) && !newer("package-lock.json", stamp);
}

/**
 * Installs the locked packages with npm, which prints its own errors.
 * @returns {Promise<number>} npm's exit code
 */
export const install = () =>
  runToEnd(
    spawn("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    }),
  );

/** Ends this process with one sentence when the machine's Node is too old. */
export function requireNode() {
  const [major = 0] = process.versions.node.split(".").map(Number);
  if (major >= OLDEST_NODE) return;
  console.error(
    `Bopolis needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node}. Install it from nodejs.org.`,
  );
  process.exit(1);
}

/**
 * Waits until a child process ends. Signals are passed on to it, and it is stopped when this process's own parent is
 * killed, so no server is left behind on the port.
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<number>} its exit code
 */
export function runToEnd(child) {
  const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, forward);
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 500);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      clearInterval(watch);
      for (const name of SIGNALS) process.off(name, forward);
      resolve(code ?? (signal ? 130 : 1));
    });
  });
}

/**
 * Starts a TypeScript file under the pinned Node.
 * @param {string} file
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 */
export const spawnScript = (file, args, options) =>
  spawn(node, ["--disable-warning=ExperimentalWarning", join(root, file), ...args], {
    cwd: root,
    ...options,
  });

/**
 * Installs the packages if they're missing, then runs a TypeScript file and exits with its code.
 * @param {string} file
 * @param {string[]} [args]
 */
export async function runScript(file, args = process.argv.slice(2)) {
  requireNode();
  if (!isInstalled()) {
    console.log("Installing packages …");
    const code = await install();
    if (code !== 0) process.exit(code);
  }
  process.exit(await runToEnd(spawnScript(file, args, { stdio: "inherit" })));
}
