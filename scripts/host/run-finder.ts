import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { World } from "#domain/world/schema.ts";
import type { FoundRun } from "../seed/content/bot/find-run.ts";
import type { RunSearch } from "./run-search.ts";

/** The work of a search, in simulated ticks: about a second or two. */
const BUDGET = 300_000;
/** The pause after a search, as a multiple of its time, so that searches take little of the processor. */
const REST = 20;

/** Searches for runs in a thread of its own, one after another with long pauses. */
export class RunFinder {
  #thread: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  readonly #stopping = new AbortController();

  /** A run that clears a world; null if the bot finds none. */
  find(world: World, seed: number): Promise<FoundRun | null> {
    const found = Promise.withResolvers<FoundRun | null>();
    this.#last = this.#last.then(async () => {
      const started = performance.now();
      found.resolve(await this.#search({ world, options: { seed, budget: BUDGET, isResting: true } }));
      const rest = REST * (performance.now() - started);
      await sleep(rest, null, { signal: this.#stopping.signal, ref: false }).catch(() => null);
    });
    return found.promise;
  }

  async #search(search: RunSearch): Promise<FoundRun | null> {
    if (this.#stopping.signal.aborted) return null;
    this.#thread ??= new Worker(new URL("./run-search.ts", import.meta.url));
    this.#thread.postMessage(search);
    const [run] = (await once(this.#thread, "message", { signal: this.#stopping.signal }).catch(() => [
      null,
    ])) as [FoundRun | null];
    return run;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#thread?.terminate();
  }
}
