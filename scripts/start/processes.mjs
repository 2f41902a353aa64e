// Finds the processes that use a state folder. Plain Node: it runs before anything is installed.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** The environment variable with the state folder, set for a running site and all its child processes. */
const STATE_VARIABLE = "BOPOLIS_SITE_STATE";

const STOP_TIMEOUT_MS = 10_000;
const POLL_MS = 100;

/**
 * Stops every other process that uses a state folder, because two sites would corrupt each other's databases. This
 * includes runtimes that a killed site left behind. Processes are identified by an environment variable: process ids
 * are reused, so a stored one may belong to another program today.
 * @param {string} state the folder's real path
 * @returns {Promise<NodeJS.ProcessEnv>} the environment for the new site
 */
export async function claimState(state) {
  const others = processesOf(state);
  if (others.length > 0) {
    console.log("Another Bopolis was still running on this data. Stopping it.");
    signal(others, "SIGTERM");
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (processesOf(state).length > 0 && Date.now() < deadline) await sleep(POLL_MS);
    signal(processesOf(state), "SIGKILL");
    while (processesOf(state).length > 0) await sleep(POLL_MS);
  }
  return { ...process.env, [STATE_VARIABLE]: state };
}

/**
 * @param {readonly number[]} pids
 * @param {NodeJS.Signals} name
 */
function signal(pids, name) {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch (error) {
      // It has already exited.
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ESRCH") throw error;
    }
}

/**
 * Returns the ids of the processes that use a state folder.
 * @param {string} state the folder's real path
 * @returns {number[]}
 */
export function processesOf(state) {
  const variable = `${STATE_VARIABLE}=${state}`;
  const found = process.platform === "linux" ? findInProc(variable) : findInPs(variable);
  return found.filter((pid) => pid !== process.pid);
}

/** @param {string} variable */
function findInProc(variable) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(variable);
      } catch {
        // Another user's process, or one that has already exited.
        return false;
      }
    })
    .map(Number);
}

/**
 * For other Unix systems: `e` lists each process with its environment.
 * @param {string} variable
 */
function findInPs(variable) {
  if (process.platform === "win32") return [];
  const lines = execFileSync("ps", ["axeww", "-o", "pid=,command="], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  }).split("\n");
  return lines
    .filter((line) => `${line} `.includes(` ${variable} `))
    .map((line) => Number.parseInt(line, 10));
}
