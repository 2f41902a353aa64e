import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { killGroup } from "#scripts/chaos/kill-group.ts";
import { root } from "#scripts/run-script.mjs";
import { freePort } from "#scripts/site/free-port.ts";

/** A run of `npm start` that can be watched and killed. */
export class FirstRun {
  readonly url: string;
  readonly port: number;
  output = "";
  readonly #child: ChildProcess;
  readonly #listeners = new Set<() => void>();

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    const onChange = () => {
      for (const listener of this.#listeners) listener();
    };
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.output += text;
        onChange();
      });
    child.once("exit", onChange);
  }

  static async start(state: string, port?: number): Promise<FirstRun> {
    const own = port ?? (await freePort());
    const child = spawn(process.execPath, [join(root, "scripts/start.mjs")], {
      cwd: root,
      // A separate process group can be killed at once.
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        ...{ PORT: String(own), BOPOLIS_STATE: state, RATE_LIMITS: "off", LOG: "errors", BOTS: "0" },
      },
    });
    process.on("exit", () => killGroup(child));
    return new FirstRun(child, own);
  }

  /** Whether it has exited or was killed. */
  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Waits for an output. Resolves with false if the process ends first. */
  waitForOutput(text: RegExp): Promise<boolean> {
    return new Promise((resolve) => {
      const check = () => {
        const found = text.test(this.output);
        if (!found && !this.#hasEnded) return;
        this.#listeners.delete(check);
        resolve(found);
      };
      this.#listeners.add(check);
      check();
    });
  }

  /** Waits until the site is ready. Resolves with false if the process ends first. */
  ready = (): Promise<boolean> => this.waitForOutput(/^Bopolis is at /m);

  /** Stops it like an operator. */
  async stop(): Promise<void> {
    const exit = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await exit;
  }

  /** Kills all of its processes at once. */
  async kill(): Promise<void> {
    const exit = once(this.#child, "exit");
    killGroup(this.#child);
    await exit;
  }
}
