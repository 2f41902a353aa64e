import { expect } from "vitest";

const RUNS = 5;
/** Milliseconds from which one more run adds nothing. */
const ENOUGH = 60;

/** Milliseconds of this process's CPU time that some work takes: the least of a few runs. */
function cpuTime(work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  let total = 0;
  for (let run = 0; run < RUNS && total < ENOUGH; run++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    const time = (user + system) / 1000;
    least = Math.min(least, time);
    total += time;
  }
  return least;
}

/** Too short a time is mostly the clock's own. */
const SHORTEST = 0.2;
/** A cause in the code shows in every attempt, a disturbance from outside does not. */
const ATTEMPTS = 4;

/** Expects that the work takes at most `most` times as much CPU as the reference, measured next to it. */
export function expectRatio(work: () => void, reference: () => void, most: number): void {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least > most; attempt++) {
    const usual = Math.max(SHORTEST, cpuTime(reference));
    least = Math.min(least, cpuTime(work) / usual);
  }
  expect(least, "CPU time in units of the reference's").toBeLessThanOrEqual(most);
}

/**
 * Expects that four times the input takes at most nine times the CPU: work in proportion to its input takes four times as
 * much, work that grows with its square sixteen times.
 */
export function expectLinear<Input>(
  make: (size: number) => Input,
  size: number,
  work: (input: Input) => void,
): void {
  const [small, large] = [make(size / 4), make(size)];
  work(large);
  expectRatio(
    () => work(large),
    () => work(small),
    9,
  );
}
