import { spawn } from "node:child_process";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { node, root } from "../run-script.mjs";

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

/** Cloudflare changes the secrets of the newest version, and only if that one is deployed. */
export const NOT_NEWEST = /code: 1021[45]|latest version of your Worker isn't currently deployed/i;

/** Something that doesn't exist. */
export const MISSING =
  /not found|does not exist|doesn't exist|could ?n[o']t find|couldn't find|code: 1000[67]\b|code: 10090/i;

/** Advice for common errors of new operators. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /code: 10042|enable R2/i,
    "R2 isn't enabled for this account. Open R2 in the Cloudflare dashboard and accept its terms.",
  ],
  [
    /workers\.dev subdomain|code: 10063/i,
    "The account has no workers.dev subdomain yet. Open Workers & Pages in the dashboard once, or set `domains`.",
  ],
  [/more than one account/i, "Set `account_id` in deploy.config.json or CLOUDFLARE_ACCOUNT_ID."],
  [
    /code: 1000[01]\b|code: 9109|code: 9106|authentication error/i,
    "You're missing a permission: docs/operations.md lists what an API token needs.",
  ],
  [
    /unable to resolve|ENOTFOUND|EAI_AGAIN|fetch failed|ECONNREFUSED/i,
    "Cloudflare's API can't be reached. Check your network and try again.",
  ],
  [NOT_NEWEST, "An older version is live after a rollback. Run `npm run deploy` first, then try again."],
];

export class WranglerError extends Error {
  readonly output: WranglerOutput;

  constructor(args: readonly string[], output: WranglerOutput) {
    const summary = summarizeFailure(output);
    const advice = ADVICE.find(([pattern]) => pattern.test(summary))?.[1];
    super(`wrangler ${args.join(" ")} failed:\n${summary}${advice ? `\n→ ${advice}` : ""}`);
    this.name = "WranglerError";
    this.output = output;
  }

  /** Whether wrangler's output matches a pattern. */
  matches(pattern: RegExp): boolean {
    return pattern.test(`${this.output.stdout}\n${this.output.stderr}`);
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

  /** Returns the JSON in wrangler's output, ignoring any lines before it. */
  async json<T>(args: readonly string[]): Promise<T> {
    const stdout = await this.text(args);
    const start = stdout.search(/^[[{]/m);
    try {
      return JSON.parse(stdout.slice(Math.max(start, 0))) as T;
    } catch {
      throw new WranglerError(args, { code: 0, stdout, stderr: "The response isn't JSON." });
    }
  }
}
