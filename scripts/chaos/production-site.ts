import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { node, root } from "../run-script.mjs";
import { freePort } from "../site/free-port.ts";
import { processesOf } from "../start/processes.mjs";
import { killGroup, killGroupAtExit } from "./kill-group.ts";

/** The processes to kill: everything at once, as when a machine loses power; the runtime alone; or Node alone. */
export type KillTarget = "everything" | "runtime" | "node";

const START_LIMIT_MS = 120_000;
const POLL_MS = 50;

/** The URL of a site that only tests use. */
export const TEST_ORIGIN = "https://play.example.com";

/** A site in production mode, started by the image's entry script, that can be killed. */
export class ProductionSite {
  readonly url: string;
  readonly state: string;
  readonly #port: number;
  /** Settings of the next start. */
  readonly environment: Record<string, string>;
  #child: ChildProcess | undefined;
  #up: Promise<void> = Promise.resolve();

  private constructor(port: number, state: string, environment: Record<string, string>) {
    this.#port = port;
    this.environment = environment;
    this.state = state;
    this.url = `http://127.0.0.1:${port}`;
    killGroupAtExit(() => this.#child);
  }

  /** Starts a site on a state folder. `environment` adds settings. */
  static async start(
    state: string,
    environment: Record<string, string> = {},
    port?: number,
  ): Promise<ProductionSite> {
    const site = new ProductionSite(port ?? (await freePort()), state, environment);
    await site.#waitUntilUp(site.#start());
    return site;
  }

  /** Waits until the site responds. */
  whenUp(): Promise<void> {
    return this.#up;
  }

  /** Kills a part of the site with SIGKILL, and starts it again if Node was killed: the site replaces its runtime itself. */
  async kill(target: KillTarget): Promise<void> {
    const child = this.#child;
    if (!child?.pid) return;
    // From now on, clients wait until it's up again.
    const up = Promise.withResolvers<void>();
    this.#up = up.promise;
    if (target === "runtime") {
      for (const pid of processesOf(this.state)) process.kill(pid, "SIGKILL");
      await this.#waitUntilUp(child);
    } else {
      const exit = once(child, "exit");
      if (target === "node") child.kill("SIGKILL");
      else killGroup(child);
      await exit;
      const left = new Set(processesOf(this.state));
      const started = this.#start();
      // A runtime that outlived Node responds until the new process ends it.
      while (started.exitCode === null && processesOf(this.state).some((pid) => left.has(pid)))
        await pause(POLL_MS);
      await this.#waitUntilUp(started);
    }
    up.resolve();
  }

  /** Stops the site as its supervisor would, and returns its exit code. */
  async stop(): Promise<number | null> {
    const child = this.#child;
    if (!child) return null;
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    const [code] = (await exit) as [number | null];
    this.#child = undefined;
    return code;
  }

  /** Stops the site and starts it again. */
  async restart(): Promise<void> {
    await this.stop();
    await this.#waitUntilUp(this.#start());
  }

  #start(): ChildProcess {
    const output = openSync(`${this.state}.log`, "a");
    const child = spawn(join(root, "docker/entry.sh"), [], {
      // A process group of its own, so all of the site dies at once.
      detached: true,
      stdio: ["ignore", output, output],
      env: {
        PATH: `${dirname(node)}:${process.env.PATH}`,
        NODE_ENV: "production",
        ORIGIN: TEST_ORIGIN,
        HOST: "127.0.0.1",
        PORT: String(this.#port),
        BOPOLIS_STATE: this.state,
        LOG: "errors",
        ...this.environment,
      },
    });
    this.#child = child;
    return child;
  }

  async #waitUntilUp(child: ChildProcess): Promise<void> {
    const started = performance.now();
    while (performance.now() - started < START_LIMIT_MS) {
      const response = await fetch(`${this.url}/api/session`).catch(() => null);
      await response?.arrayBuffer();
      if (response?.ok) return;
      if (child.exitCode !== null)
        throw new Error(`The site exited with ${child.exitCode}. See ${this.state}.log`);
      await pause(POLL_MS);
    }
    throw new Error(`The site didn't respond within ${START_LIMIT_MS / 1000} s. See ${this.state}.log`);
  }
}
