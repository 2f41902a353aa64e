import { expect } from "vitest";

const RUNS = 5;
/** After this many milliseconds, more runs add nothing. */
const ENOUGH_MS = 60;

/** Returns the CPU time of some work in milliseconds: the minimum of a few runs. */
function cpuTime(work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  let total = 0;
  for (let run = 0; run < RUNS && total < ENOUGH_MS; run++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    const time = (user + system) / 1000;
    least = Math.min(least, time);
    total += time;
  }
  return least;
}

/** Shorter times are mostly measurement overhead. */
const SHORTEST_MS = 0.2;
/** A slow implementation is slow in every attempt, unlike noise from the machine. */
const ATTEMPTS = 4;

/** Expects that the work takes at most `most` times the CPU time of the reference. */
export function expectCpuRatio(work: () => void, reference: () => void, most: number): void {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least > most; attempt++) {
    const baseline = Math.max(SHORTEST_MS, cpuTime(reference));
    least = Math.min(least, cpuTime(work) / baseline);
  }
  expect(least, "CPU time in units of the reference's").toBeLessThanOrEqual(most);
}

/**
 * Expects that four times the input takes at most nine times the CPU time. Linear work takes four times as long, quadratic
 * work sixteen times.
 */
export function expectLinearCpu<Input>(
  make: (size: number) => Input,
  size: number,
  work: (input: Input) => void,
): void {
  const [small, large] = [make(size / 4), make(size)];
  work(large);
  expectCpuRatio(
    () => work(large),
    () => work(small),
    9,
  );
}
