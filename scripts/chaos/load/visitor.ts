import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { VisitPages } from "./visit-pages.ts";

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

/** A visitor in a thread of its own, who is slowed down by the site alone and not by the attackers' own work. */
export class Visitor {
  readonly #thread = new Worker(new URL("./visit-pages.ts", import.meta.url));
  readonly #input: VisitPages;

  constructor(input: VisitPages) {
    this.#input = input;
  }

  /** Opens pages while something goes on. Returns the median time of a page in milliseconds, and how many there were. */
  async during(work: () => Promise<unknown>): Promise<{ p50: number; pages: number }> {
    this.#thread.postMessage(this.#input);
    const measured = once(this.#thread, "message") as Promise<[number[]]>;
    await work();
    this.#thread.postMessage("stop");
    const [times] = await measured;
    return { p50: median(times), pages: times.length };
  }

  async leave(): Promise<void> {
    await this.#thread.terminate();
  }
}
