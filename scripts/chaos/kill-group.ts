import type { ChildProcess } from "node:child_process";

/** Kills a process with its whole group, unless it has already exited. */
export function killGroup(child: ChildProcess | undefined): void {
  if (!child?.pid) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Kills the group of a process when this process ends. `find` returns the process of then. */
export function killGroupAtExit(find: () => ChildProcess | undefined): void {
  process.on("exit", () => killGroup(find()));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));
}
