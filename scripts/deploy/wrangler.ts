import { spawn } from "node:child_process";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { node, root } from "../run-script.mjs";
import { adviceFor } from "./advice-for.ts";

export interface WranglerOutput {
  code: number;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  /** The command's standard input. */
  input?: string;
  env?: Record<string, string>;
}

/** Runs wrangler with these arguments. Doesn't throw when wrangler fails. */
export type RunWrangler = (args: readonly string[], options?: RunOptions) => Promise<WranglerOutput>;

/** Runs the project's own wrangler under the pinned Node, without colors, prompts or usage reports. */
export const runWrangler: RunWrangler = (args, { input = "", env = {} } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(node, [join(root, "node_modules/wrangler/bin/wrangler.js"), ...args], {
      cwd: root,
      env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", WRANGLER_SEND_METRICS: "false", ...env },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, stdout, stderr }));
    child.stdin.on("error", () => {}); // wrangler can exit without reading its input
    child.stdin.end(input);
  });

export class WranglerError extends Error {
  override name = "WranglerError";

  constructor(args: readonly string[], output: WranglerOutput) {
    const summary = summarizeFailure(output);
    const advice = adviceFor(summary);
    super(`wrangler ${args.join(" ")} failed:\n${summary}${advice ? `\n→ ${advice}` : ""}`);
  }
}

/** The lines of the output that explain the error. */
function summarizeFailure({ stdout, stderr, code }: WranglerOutput): string {
  const lines = stripVTControlCharacters(`${stderr}\n${stdout}`)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line && !/Logs were written to|^⛅|^─+$|report.*issue/i.test(line));
  return lines.length ? lines.slice(0, 15).join("\n") : `it exited with ${code} and no output`;
}

export class Wrangler {
  readonly #run: RunWrangler;
  readonly #env: Record<string, string>;

  constructor(run: RunWrangler, env: Record<string, string> = {}) {
    this.#run = run;
    this.#env = env;
  }

  /** Returns this wrangler with an account selected. */
  forAccount(id: string): Wrangler {
    return new Wrangler(this.#run, { ...this.#env, CLOUDFLARE_ACCOUNT_ID: id });
  }

  async text(args: readonly string[], options: RunOptions = {}): Promise<string> {
    const output = await this.#run(args, { ...options, env: { ...this.#env, ...options.env } });
    if (output.code !== 0) throw new WranglerError(args, output);
    return stripVTControlCharacters(output.stdout);
  }
}
