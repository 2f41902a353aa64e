import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { LoadThreadInput, LoadThreadResult } from "./load-thread.ts";

const CONCURRENCY = 16;

/** A program to race: its URL and the requests. */
export type RaceEntry = Pick<LoadThreadInput, "url" | "path" | "cookie">;

/**
 * Returns the responses per second of each program: the median of short alternating rounds (A B A B …), so noise from the
 * machine affects all of them. The load comes from a separate thread, and each program has its own process.
 */
export async function race<Name extends string>(
  runners: Record<Name, RaceEntry>,
  { rounds, milliseconds }: { rounds: number; milliseconds: number },
): Promise<Record<Name, number>> {
  const thread = new Worker(new URL("./load-thread.ts", import.meta.url));
  const names = Object.keys(runners) as Name[];
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  const run = async (name: Name, length: number) => {
    thread.postMessage({
      ...runners[name],
      milliseconds: length,
      concurrency: CONCURRENCY,
    } satisfies LoadThreadInput);
    const [result] = (await once(thread, "message")) as [LoadThreadResult];
    if (result.failed)
      throw new Error(`${name}: ${result.failed} of ${result.responses} responses weren't 200.`);
    return (result.responses / result.milliseconds) * 1000;
  };
  try {
    for (const name of names) await run(name, milliseconds * 2);
    for (let round = 0; round < rounds; round++)
      for (const name of names) rates[name].push(await run(name, milliseconds));
  } finally {
    await thread.terminate();
  }
  return Object.fromEntries(names.map((name) => [name, median(rates[name])])) as Record<Name, number>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
