import { readdirSync, readFileSync } from "node:fs";

/** `/proc` counts CPU time in units of 10 ms. */
const TICK_MS = 10;

/** Reads a file of a process; empty if it has ended. */
function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return "";
  }
}

/** Fields after the name, which can contain spaces: 0 is the state, 1 the parent, 11 and 12 are CPU times. */
function stat(pid: number): string[] {
  const text = read(pid, "stat");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

const children = (): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(stat(pid)[1]) === process.pid && read(pid, "comm").startsWith("workerd"));

/** Starts a program and adds the id of its runtime process. */
export async function withProcess<T>(start: () => Promise<T>): Promise<T & { pid: number }> {
  const before = new Set(children());
  const started = await start();
  const [pid, ...others] = children().filter((one) => !before.has(one));
  if (!pid || others.length) throw new Error("A program should run in its own process.");
  return { ...started, pid };
}

/** Returns a process's CPU time in milliseconds, user and system. */
export const cpuOf = (pid: number): number => (Number(stat(pid)[11]) + Number(stat(pid)[12])) * TICK_MS;

/** Returns a process's resident memory in bytes. */
export const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(read(pid, "status"))?.[1]) * 1024;
