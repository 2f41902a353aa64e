import { readdirSync, readFileSync } from "node:fs";

/** `/proc` counts CPU time in units of 10 ms. */
const TICK_MS = 10;

const read = (path: string): string | null => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
};

/** Fields of /proc/<pid>/stat after the name, which can contain spaces: 0 is the state, 1 the parent, 11 and 12 are CPU times. */
function stat(pid: number): string[] {
  const text = read(`/proc/${pid}/stat`) ?? "";
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** Child processes of this one. */
function children(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(stat(pid)[1]) === process.pid);
}

/** Starts a program and adds the id of its runtime process. */
export async function withProcess<T>(start: () => Promise<T>): Promise<T & { pid: number }> {
  const before = new Set(children());
  const started = await start();
  const [pid, ...others] = children().filter((one) => !before.has(one) && isRuntime(one));
  if (!pid || others.length) throw new Error("A program should run in its own process.");
  return { ...started, pid };
}

const isRuntime = (pid: number): boolean => read(`/proc/${pid}/comm`)?.startsWith("workerd") ?? false;

/** Returns a process's CPU time in milliseconds, user and system. */
export function cpuOf(pid: number): number {
  const fields = stat(pid);
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Returns a process's resident memory in bytes. */
export function memoryOf(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`) ?? "")?.[1];
  return Number(kibibytes) * 1024;
}
