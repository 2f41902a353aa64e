import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { node } from "../../bootstrap.mjs";

/** Pins a command to the first processor where the system can do that (Linux). */
export const pinned = (command: readonly string[]): string[] =>
  existsSync("/usr/bin/taskset") ? ["taskset", "-c", "0", ...command] : [...command];

/** Ends with the process that started it, even if that is killed. */
const LOOP = "const parent = process.ppid; while (process.ppid === parent);";

/** A process that takes all it can get of the first processor. */
export function busyLoop(): ChildProcess {
  const [file = "", ...args] = pinned([node, "-e", LOOP]);
  const child = spawn(file, args, { stdio: "ignore" });
  process.on("exit", () => child.kill("SIGKILL"));
  return child;
}
