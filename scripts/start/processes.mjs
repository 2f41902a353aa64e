// Which processes work on a state folder. Plain Node: it runs before anything is installed.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** In the environment of a running site and of every process that it starts: the state folder that they use. */
const STATE_MARK = "BOPOLIS_SITE_STATE";

const PATIENCE_MS = 10_000;
const POLL_MS = 100;

/**
 * Makes this process's children the only ones that use a state folder, because two sites would corrupt each other's
 * databases. A site that still runs on it, or a runtime that a killed site left behind, is stopped. They are recognized
 * by a mark in their environment: process ids are reused, so a stored one may belong to any program today.
 * @param {string} state the folder's real path
 * @returns {Promise<NodeJS.ProcessEnv>} the environment for the new site
 */
export async function claimState(state) {
  const others = processesOf(state);
  if (others.length > 0) {
    console.log("Another Bopolis was still running on this data. Stopping it.");
    signal(others, "SIGTERM");
    const deadline = Date.now() + PATIENCE_MS;
    while (processesOf(state).length > 0 && Date.now() < deadline) await sleep(POLL_MS);
    signal(processesOf(state), "SIGKILL");
    while (processesOf(state).length > 0) await sleep(POLL_MS);
  }
  return { ...process.env, [STATE_MARK]: state };
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
      // It ended by itself in the meantime.
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ESRCH") throw error;
    }
}

/**
 * Ids of the processes that work on this state folder.
 * @param {string} state the folder's real path
 * @returns {number[]}
 */
export function processesOf(state) {
  const mark = `${STATE_MARK}=${state}`;
  const marked = process.platform === "linux" ? markedInProc(mark) : markedInPs(mark);
  return marked.filter((pid) => pid !== process.pid);
}

/** @param {string} mark */
function markedInProc(mark) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(mark);
      } catch {
        // Another user's process, or one that has just ended.
        return false;
      }
    })
    .map(Number);
}

/**
 * For other Unix systems: `e` lists each process with its environment.
 * @param {string} mark
 */
function markedInPs(mark) {
  if (process.platform === "win32") return [];
  const lines = execFileSync("ps", ["axeww", "-o", "pid=,command="], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  }).split("\n");
  return lines.filter((line) => `${line} `.includes(` ${mark} `)).map((line) => Number.parseInt(line, 10));
}
