import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "../../bootstrap.mjs";
import { freePort } from "../free-port.ts";

const READY = /^Bopolis is at /m;

interface Options {
  /** One that is free, unless given. */
  port?: number;
  /** Words before the command: `nice`, say. */
  prefix?: readonly string[];
}

/** One run of `npm start`, which can be watched and killed. */
export class FirstRun {
  readonly url: string;
  readonly port: number;
  output = "";
  /** How long it took until the site was ready. */
  seconds = 0;
  readonly #child: ChildProcess;
  readonly #read = new Set<() => void>();

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    const started = performance.now();
    const changed = () => {
      if (!this.seconds && READY.test(this.output)) this.seconds = (performance.now() - started) / 1000;
      for (const listener of this.#read) listener();
    };
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.output += text;
        changed();
      });
    child.once("exit", changed);
  }

  static async start(state: string, { port, prefix = [] }: Options = {}): Promise<FirstRun> {
    const free = port ?? (await freePort());
    const [file = "", ...args] = [...prefix, process.execPath, join(root, "scripts/start.mjs")];
    const child = spawn(file, args, {
      cwd: root,
      // A process group of its own, which can be killed as one.
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, PORT: String(free), BOPOLIS_STATE: state, RATE_LIMITS: "off", LOG: "errors" },
    });
    process.on("exit", () => killGroup(child));
    return new FirstRun(child, free);
  }

  /** Whether it has exited or a signal has ended it. */
  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Waits until it has printed this; false if it ends before. */
  printed(text: RegExp): Promise<boolean> {
    return new Promise((resolve) => {
      const look = () => {
        const found = text.test(this.output);
        if (!found && !this.#hasEnded) return;
        this.#read.delete(look);
        resolve(found);
      };
      this.#read.add(look);
      look();
    });
  }

  /** Waits until the site is ready; false if it ends before. */
  ready = (): Promise<boolean> => this.printed(READY);

  /** Ends it as an operator does. */
  async stop(): Promise<void> {
    if (this.#hasEnded) return;
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await gone;
  }

  /** Kills every process of it at once. */
  async kill(): Promise<void> {
    if (this.#hasEnded) return;
    const gone = once(this.#child, "exit");
    killGroup(this.#child);
    await gone;
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (!pid) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}
