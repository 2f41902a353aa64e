import { readdirSync, readFileSync } from "node:fs";

/** `/proc` counts processor time in hundredths of a second. */
const TICK = 10;

const read = (path: string): string | null => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
};

/** Fields of /proc/<pid>/stat after the name, which may hold anything: 0 is the state, 1 the parent, 11 and 12 are times. */
function stat(pid: number): string[] {
  const text = read(`/proc/${pid}/stat`) ?? "";
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** Processes that this one has started. */
function children(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(stat(pid)[1]) === process.pid);
}

/** Starts a program whose work is done in a process of its own, and answers which one that is. */
export async function withProcess<T>(start: () => Promise<T>): Promise<T & { pid: number }> {
  const before = new Set(children());
  const started = await start();
  const [pid, ...others] = children().filter((one) => !before.has(one) && isRuntime(one));
  if (!pid || others.length) throw new Error("A program should run in one process of its own.");
  return { ...started, pid };
}

const isRuntime = (pid: number): boolean => read(`/proc/${pid}/comm`)?.startsWith("workerd") ?? false;

/** Milliseconds of processor time that a process has taken, in the program and in the kernel. */
export function cpuOf(pid: number): number {
  const fields = stat(pid);
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}

/** Bytes of memory that a process has in use. */
export function memoryOf(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`) ?? "")?.[1];
  return Number(kibibytes) * 1024;
}
