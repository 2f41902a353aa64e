import { Worker } from "node:worker_threads";
import type { SimulatedRun } from "#worker/runs/run-checker.ts";

/** A recorded run and the document of the world that it was made in. */
export interface RunToCheck {
  physics: number;
  startTick: number;
  log: Uint8Array;
  world: Uint8Array;
}

/** A thread that needs longer for one check is stuck. The most expensive run takes 4 seconds on a free processor. */
const LIMIT_MS = 60_000;

/**
 * Node's side of the worker's binding `CHECKS`: simulates runs in a thread of its own, one after another, so that requests don't
 * wait for them. A check fails if the thread dies or is stuck; the next one gets a new thread.
 */
export class RunChecks {
  readonly #script: URL;
  #thread: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(script = new URL("./check-thread.ts", import.meta.url)) {
    this.#script = script;
  }

  /** Responds with the `SimulatedRun`, or with a 503. */
  async respond(request: { url: string; arrayBuffer(): Promise<ArrayBuffer> }): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const number = (name: string) => Number(searchParams.get(name));
    const body = new Uint8Array(await request.arrayBuffer());
    // Parts of one buffer would be sent to the thread with the whole of it.
    const [log, world] = [body.slice(0, number("log")), body.slice(number("log"))];
    try {
      return Response.json(
        await this.#check({ physics: number("physics"), startTick: number("start_tick"), log, world }),
      );
    } catch (error) {
      return new Response(String(error), { status: 503 });
    }
  }

  #check(run: RunToCheck): Promise<SimulatedRun> {
    const result = this.#last.then(() => this.#simulate(run));
    this.#last = result.catch(() => null);
    return result;
  }

  async #simulate(run: RunToCheck): Promise<SimulatedRun> {
    if (this.#isStopped) throw new Error("the site is stopping");
    this.#thread ??= this.#start();
    const thread = this.#thread;
    const { promise, resolve, reject } = Promise.withResolvers<SimulatedRun>();
    const onExit = () => reject(new Error("the thread has ended"));
    thread.on("message", resolve).on("error", reject).on("exit", onExit);
    const timer = setTimeout(() => reject(new Error("the thread is stuck")), LIMIT_MS);
    thread.postMessage(run, [run.log.buffer as ArrayBuffer, run.world.buffer as ArrayBuffer]);
    try {
      return await promise;
    } catch (error) {
      await thread.terminate();
      throw error;
    } finally {
      clearTimeout(timer);
      thread.off("message", resolve).off("error", reject).off("exit", onExit);
    }
  }

  #start(): Worker {
    const thread = new Worker(this.#script);
    const forget = () => {
      if (this.#thread === thread) this.#thread = undefined;
    };
    // Between checks no one else listens, and an error without a listener would end the site.
    return thread.on("error", forget).on("exit", forget);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#thread?.terminate();
  }
}
