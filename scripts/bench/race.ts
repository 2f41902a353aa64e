import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Load, Loaded } from "./load-thread.ts";

const CONCURRENCY = 16;

/** A program to race: where it listens and what it is asked for. */
export type Runner = Pick<Load, "url" | "path" | "cookie">;

interface RaceOptions {
  rounds: number;
  milliseconds: number;
}

/**
 * Answers per second of each program, the median of short rounds in turn (A B A B …), so that a busy moment of the
 * machine meets all of them. The load comes from a thread of its own; the programs run in processes of their own.
 */
export async function race<Name extends string>(
  runners: Record<Name, Runner>,
  { rounds, milliseconds }: RaceOptions,
): Promise<Record<Name, number>> {
  const thread = new Worker(new URL("./load-thread.ts", import.meta.url));
  const names = Object.keys(runners) as Name[];
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  const run = async (name: Name, length: number) => {
    thread.postMessage({ ...runners[name], milliseconds: length, concurrency: CONCURRENCY } satisfies Load);
    const [loaded] = (await once(thread, "message")) as [Loaded];
    if (loaded.refused)
      throw new Error(`${name}: ${loaded.refused} of ${loaded.answers} answers were not 200`);
    return (loaded.answers / loaded.milliseconds) * 1000;
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
