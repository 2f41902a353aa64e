import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/**
 * Makes this process the only one on a state folder: two would corrupt each other's databases. One that was left
 * behind by a killed terminal is asked to stop and waited for.
 */
export async function takeOver(state: string): Promise<void> {
  mkdirSync(state, { recursive: true });
  const file = join(state, PID_FILE);
  const pid = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  if (pid > 1 && pid !== process.pid && alive(pid) && isOurs(pid)) {
    console.log("Another Bopolis was still running on this data; stopping it.");
    process.kill(pid, "SIGTERM");
    for (let tries = 0; alive(pid) && tries < 100; tries++)
      await new Promise((done) => setTimeout(done, 100));
    if (alive(pid)) process.kill(pid, "SIGKILL");
  }
  writeFileSync(file, String(process.pid));
  stopRuntimes(state);
}

const PID_FILE = "site.pid";
const RUNTIME_FILE = "runtime.pids";

/**
 * Notes which processes of the runtime this one has started: where it is killed without a chance to stop them, they go on
 * holding its port and its databases.
 */
export function rememberRuntimes(state: string): void {
  const own = processes().filter(({ parent, command }) => parent === process.pid && isRuntime(command));
  writeFileSync(join(state, RUNTIME_FILE), own.map(({ pid }) => pid).join("\n"));
}

/** Ends what a killed site has left running. */
function stopRuntimes(state: string): void {
  const file = join(state, RUNTIME_FILE);
  if (!existsSync(file)) return;
  const left = readFileSync(file, "utf8").split("\n").map(Number);
  for (const { pid, command } of processes())
    if (left.includes(pid) && isRuntime(command)) process.kill(pid, "SIGKILL");
}

const isRuntime = (command: string) => /\bworkerd\b/.test(command);

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** Every process there is; none where that can't be told. */
function processes(): Process[] {
  try {
    return execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], {
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    })
      .split("\n")
      .flatMap((line) => {
        const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
        return command ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
      });
  } catch {
    return [];
  }
}

/** Process ids are used again; only one that runs our start script is ours. Where that can't be seen, it is believed. */
function isOurs(pid: number): boolean {
  const commandLine = `/proc/${pid}/cmdline`;
  return !existsSync(commandLine) || readFileSync(commandLine, "utf8").includes("scripts/start/main.ts");
}
