/** Milliseconds of processor that some work takes in this thread: what others do on the machine hardly counts. */
export function cpuTime(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The least of several times. */
export const leastTime = (work: () => void, times = 5): number =>
  Math.min(...Array.from({ length: times }, () => cpuTime(work)));
