import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { SQLInputValue } from "node:sqlite";
import { fileURLToPath } from "node:url";
import type { RenderJob } from "#worker/render/job.ts";
import { node } from "../bootstrap.mjs";
import { freePort } from "./free-port.ts";
import type { Reply, Request } from "./site-child.ts";

const CHILD = fileURLToPath(new URL("./site-child.ts", import.meta.url));

type Ask = Request extends infer R ? (R extends { id: number } ? Omit<R, "id"> : never) : never;

/** The site in processes of its own that can be killed and started again on the same port and state. */
export class MortalSite {
  readonly url: string;
  readonly state: string;
  deaths = 0;
  readonly #port: number;
  readonly #vars: Record<string, string>;
  #child: ChildProcess | undefined;
  #up = Promise.withResolvers<void>();
  #waiting = new Map<number, (reply: Reply) => void>();
  #asked = 0;

  private constructor(port: number, state: string, vars: Record<string, string>) {
    this.#port = port;
    this.#vars = vars;
    this.state = state;
    this.url = `http://127.0.0.1:${port}`;
    process.on("exit", () => this.#signal());
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));
  }

  /** Starts a site on an empty state folder; `vars` stand in place of those of wrangler.toml. */
  static async start(state: string, vars: Record<string, string> = {}): Promise<MortalSite> {
    const site = new MortalSite(await freePort(), state, vars);
    site.#start();
    await site.up();
    return site;
  }

  /** Waits until the site answers. */
  up(): Promise<void> {
    return this.#up.promise;
  }

  /** Kills every process of the site at once and starts it again. */
  async killAndRestart(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.deaths++;
    this.#child = undefined;
    this.#up = Promise.withResolvers();
    const gone = once(child, "exit");
    this.#signal(child);
    await gone;
    this.#abandon();
    this.#start();
    await this.up();
  }

  /** Rows straight from the site's database. */
  rows<Row>(sql: string, ...params: SQLInputValue[]): Promise<Row[]> {
    return this.#ask({ ask: "rows", sql, params }) as Promise<Row[]>;
  }

  /** Runs what the cron trigger runs. */
  async runSchedule(): Promise<void> {
    await this.#ask({ ask: "schedule" });
  }

  /** Puts jobs in the queue of pictures. */
  async draw(jobs: RenderJob[]): Promise<void> {
    await this.#ask({ ask: "draw", jobs });
  }

  /** Names of everything in the bucket. */
  objects(): Promise<string[]> {
    return this.#ask({ ask: "objects" }) as Promise<string[]>;
  }

  /** Ends the site in peace, so that its files can be read. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const gone = once(child, "exit");
    await this.#ask({ ask: "stop" });
    await gone;
    this.#child = undefined;
  }

  #start(): void {
    // A process group of its own, so that the runtime dies with the process that started it.
    const child = spawn(
      node,
      [
        "--disable-warning=ExperimentalWarning",
        CHILD,
        String(this.#port),
        this.state,
        JSON.stringify(this.#vars),
      ],
      { detached: true, stdio: ["ignore", "inherit", "inherit", "ipc"] },
    );
    this.#child = child;
    const up = this.#up;
    up.promise.catch(() => {});
    this.#waiting.set(0, () => up.resolve());
    child.once("exit", (code) => up.reject(new Error(`The site ended by itself (${code}).`)));
    child.on("message", (reply: Reply) => {
      this.#waiting.get(reply.id)?.(reply);
      this.#waiting.delete(reply.id);
    });
  }

  #signal(child = this.#child): void {
    if (!child?.pid) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It is gone already.
    }
  }

  /** What was asked of a dead process stays unanswered. */
  #abandon(): void {
    for (const settle of this.#waiting.values()) settle({ id: -1, error: "the site was killed" });
    this.#waiting.clear();
  }

  async #ask(request: Ask): Promise<unknown> {
    // A process that is still starting does not listen yet.
    await this.up();
    const child = this.#child;
    if (!child?.connected) throw new Error("the site is down");
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ value, error }) => (error ? reject(new Error(error)) : resolve(value)));
      child.send({ id, ...request }, (error) => error && reject(error));
    });
  }
}
