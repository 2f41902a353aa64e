import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { node } from "../../run-script.mjs";

/** Pins a command to the first processor, on systems that support it (Linux). */
export const pinned = (command: readonly string[]): string[] =>
  existsSync("/usr/bin/taskset") ? ["taskset", "-c", "0", ...command] : [...command];

/** Ends with its parent process, even if that's killed. */
const LOOP = "const parent = process.ppid; while (process.ppid === parent);";

/** Starts a process that keeps the first processor busy. */
export function busyLoop(): ChildProcess {
  const [file = "", ...args] = pinned([node, "-e", LOOP]);
  const child = spawn(file, args, { stdio: "ignore" });
  process.on("exit", () => child.kill("SIGKILL"));
  return child;
}
