import { Worker } from "node:worker_threads";

/** A thread that needs longer for one task is stuck. The most expensive run or picture takes 4 seconds on a free processor. */
const LIMIT_MS = 180_000;

/**
 * Node's side of the worker's binding `THREAD`: does the worker's expensive tasks in a thread of its own, one after another, so that
 * requests don't wait for them. A task fails if the thread dies or is stuck; the next one gets a new thread.
 */
export class SideThread {
  readonly #script: URL;
  #thread: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(script = new URL("./thread.ts", import.meta.url)) {
    this.#script = script;
  }

  /** Responds to a packed task with a packed result, or with a 503. */
  async respond(request: { arrayBuffer(): Promise<ArrayBuffer> }): Promise<Response> {
    const task = new Uint8Array(await request.arrayBuffer());
    const result = this.#last.then(() => this.#perform(task));
    this.#last = result.catch(() => null);
    return result.then(
      (bytes) => new Response(bytes),
      (error: unknown) => new Response(String(error), { status: 503 }),
    );
  }

  async #perform(task: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#isStopped) throw new Error("the site is stopping");
    this.#thread ??= this.#start();
    const thread = this.#thread;
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    const onExit = () => reject(new Error("the thread has ended"));
    thread.on("message", resolve).on("error", reject).on("exit", onExit);
    const timer = setTimeout(() => reject(new Error("the thread is stuck")), LIMIT_MS);
    thread.postMessage(task, [task.buffer]);
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
    // Between tasks no one else listens, and an error without a listener would end the site.
    return thread.on("error", forget).on("exit", forget);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#thread?.terminate();
  }
}
