import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { SQLInputValue } from "node:sqlite";
import { fileURLToPath } from "node:url";
import type { DatabaseName } from "#domain/database-names.ts";
import { node } from "../run-script.mjs";
import { freePort } from "../site/free-port.ts";
import { killGroup, killGroupAtExit } from "./kill-group.ts";
import type { SiteChild, SiteChildCall, SiteChildReply, SiteStatement } from "./site-child.ts";

const CHILD = fileURLToPath(new URL("./site-child.ts", import.meta.url));

/** A site in separate processes that can be killed and restarted on the same port and state. */
export class KillableSite {
  readonly url: string;
  readonly state: string;
  kills = 0;
  readonly #port: number;
  readonly #vars: Record<string, string>;
  readonly #wrapper: string | undefined;
  #child: ChildProcess | undefined;
  #started = Promise.withResolvers<void>();
  #pending = new Map<number, (reply: SiteChildReply) => void>();
  #requestCount = 0;

  private constructor(port: number, state: string, vars: Record<string, string>, wrapper?: string) {
    this.#port = port;
    this.#vars = vars;
    this.#wrapper = wrapper;
    this.state = state;
    this.url = `http://127.0.0.1:${port}`;
    killGroupAtExit(() => this.#child);
  }

  /** Starts a site on an empty state folder. `vars` override variables of wrangler.toml, and `wrapper` the entry point. */
  static async start(
    state: string,
    vars: Record<string, string> = {},
    wrapper?: string,
  ): Promise<KillableSite> {
    const site = new KillableSite(await freePort(), state, vars, wrapper);
    site.#start();
    await site.whenUp();
    return site;
  }

  /** Waits until the site responds. */
  whenUp(): Promise<void> {
    return this.#started.promise;
  }

  /** Kills all of the site's processes at once and restarts it. */
  async killAndRestart(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.kills++;
    this.#child = undefined;
    this.#started = Promise.withResolvers();
    const exit = once(child, "exit");
    killGroup(child);
    await exit;
    this.#rejectPending();
    this.#start();
    await this.whenUp();
  }

  /** Runs a query directly on the site's main database. */
  rows<Row>(sql: string, ...params: SQLInputValue[]): Promise<Row[]> {
    return this.transaction("main", [{ sql, params }]);
  }

  /** Runs a query directly on the database of play data. */
  playRows<Row>(sql: string, ...params: SQLInputValue[]): Promise<Row[]> {
    return this.transaction("play", [{ sql, params }]);
  }

  /** Runs statements in one transaction of a database. Returns the rows of the last one. */
  transaction<Row>(database: DatabaseName, statements: SiteStatement[]): Promise<Row[]> {
    return this.#call("transaction", database, statements) as Promise<Row[]>;
  }

  /** Runs the cron trigger's handler. */
  runSchedule = () => this.#call("runSchedule");

  /** Adds a check to the queue of runs. */
  checkRun = (...args: Parameters<SiteChild["checkRun"]>) => this.#call("checkRun", ...args);

  /** Returns the names of all objects in the bucket. */
  objects = () => this.#call("objects");

  /** Stops the site cleanly, so its files can be read. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const exit = once(child, "exit");
    await this.#call("stop");
    await exit;
    this.#child = undefined;
  }

  #start(): void {
    // A separate process group, so the runtime dies with its parent.
    const child = spawn(
      node,
      [
        "--disable-warning=ExperimentalWarning",
        CHILD,
        String(this.#port),
        this.state,
        JSON.stringify(this.#vars),
        ...(this.#wrapper ? [this.#wrapper] : []),
      ],
      { detached: true, stdio: ["ignore", "inherit", "inherit", "ipc"] },
    );
    this.#child = child;
    const started = this.#started;
    started.promise.catch(() => {});
    this.#pending.set(0, () => started.resolve());
    child.once("exit", (code) => started.reject(new Error(`The site exited unexpectedly (${code}).`)));
    child.on("message", (reply: SiteChildReply) => {
      this.#pending.get(reply.id)?.(reply);
      this.#pending.delete(reply.id);
    });
  }

  /** Rejects pending requests to a killed process. */
  #rejectPending(): void {
    for (const settle of this.#pending.values()) settle({ id: -1, error: "The site was killed." });
    this.#pending.clear();
  }

  async #call<Name extends keyof SiteChild>(
    name: Name,
    ...args: Parameters<SiteChild[Name]>
  ): Promise<Awaited<ReturnType<SiteChild[Name]>>> {
    // A starting process doesn't listen yet.
    await this.whenUp();
    const child = this.#child;
    if (!child?.connected) throw new Error("The site is down.");
    const id = ++this.#requestCount;
    const value = await new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, (reply) => (reply.error ? reject(new Error(reply.error)) : resolve(reply.value)));
      child.send({ id, name, args } satisfies SiteChildCall, (error) => error && reject(error));
    });
    return value as Awaited<ReturnType<SiteChild[Name]>>;
  }
}
