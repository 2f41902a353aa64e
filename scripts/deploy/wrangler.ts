import { spawn } from "node:child_process";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { node, root } from "../bootstrap.mjs";

export interface Output {
  code: number;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  /** Text for the command's standard input. */
  input?: string;
  env?: Record<string, string>;
}

/** Runs wrangler with these arguments; never throws because of what wrangler answered. */
export type Run = (args: readonly string[], options?: RunOptions) => Promise<Output>;

/** The project's own wrangler under the pinned Node, without colours, prompts or usage reports. */
export const runWrangler: Run = (args, { input = "", env = {} } = {}) =>
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
    child.stdin.on("error", () => {}); // wrangler may end without having read its input
    child.stdin.end(input);
  });

/** What to do about errors that every new operator meets. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /code: 10042|enable R2/i,
    "R2 is not switched on for this account: open R2 in the Cloudflare dashboard once and accept it.",
  ],
  [
    /workers\.dev subdomain|code: 10063/i,
    "The account has no workers.dev address yet: open Workers & Pages in the dashboard once, or set `domains`.",
  ],
  [/more than one account/i, "Set `account_id` in deploy.config.json or CLOUDFLARE_ACCOUNT_ID."],
  [
    /code: 1000[01]\b|code: 9109|code: 9106|authentication error/i,
    "The sign-in lacks a permission: docs/operating.md lists what an API token needs.",
  ],
  [
    /unable to resolve|ENOTFOUND|EAI_AGAIN|fetch failed|ECONNREFUSED/i,
    "Cloudflare's API was not reached: check the network and try again.",
  ],
  [
    /code: 10215|latest version of your Worker isn't currently deployed/i,
    "An older version is live after a roll back: run `npm run deploy` first, then try again.",
  ],
];

export class WranglerError extends Error {
  readonly output: Output;

  constructor(args: readonly string[], output: Output) {
    const told = tell(output);
    const advice = ADVICE.find(([pattern]) => pattern.test(told))?.[1];
    super(`wrangler ${args.join(" ")} failed:\n${told}${advice ? `\n→ ${advice}` : ""}`);
    this.name = "WranglerError";
    this.output = output;
  }

  /** Whether wrangler said something like it. */
  says(pattern: RegExp): boolean {
    return pattern.test(`${this.output.stdout}\n${this.output.stderr}`);
  }
}

/** The lines of an answer that say what went wrong. */
function tell({ stdout, stderr, code }: Output): string {
  const lines = stripVTControlCharacters(`${stderr}\n${stdout}`)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line && !/Logs were written to|^⛅|^─+$|report.*issue/i.test(line));
  return lines.length ? lines.slice(0, 15).join("\n") : `it ended with ${code} and said nothing`;
}

export class Wrangler {
  readonly #run: Run;
  readonly #env: Record<string, string>;

  constructor(run: Run, env: Record<string, string> = {}) {
    this.#run = run;
    this.#env = env;
  }

  /** The same, speaking for one account. */
  forAccount(id: string): Wrangler {
    return new Wrangler(this.#run, { ...this.#env, CLOUDFLARE_ACCOUNT_ID: id });
  }

  async text(args: readonly string[], options: RunOptions = {}): Promise<string> {
    const output = await this.#run(args, { ...options, env: { ...this.#env, ...options.env } });
    if (output.code !== 0) throw new WranglerError(args, output);
    return stripVTControlCharacters(output.stdout);
  }

  /** An answer in JSON, whatever wrangler printed before it. */
  async json<T>(args: readonly string[]): Promise<T> {
    const stdout = await this.text(args);
    const start = stdout.search(/^[[{]/m);
    try {
      return JSON.parse(stdout.slice(Math.max(start, 0))) as T;
    } catch {
      throw new WranglerError(args, { code: 0, stdout, stderr: "The answer is not JSON." });
    }
  }
}
