import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { killGroup } from "#scripts/chaos/kill-group.ts";
import { root } from "#scripts/run-script.mjs";
import { DEMO_PASSWORD } from "#scripts/seed/sign-ins.ts";
import { freePort } from "#scripts/site/free-port.ts";
import { processesOf } from "#scripts/start/processes.mjs";
import { Api } from "./api.ts";
import { expect, newAccount, register, test } from "./test.ts";

/** A run of `npm start` that can be watched and killed. */
class FirstRun {
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

test("a killed first run starts over; its page opens the site", async ({ page, playwright, complaints }) => {
  // Two starts from nothing, on a machine that may be busy.
  test.setTimeout(600_000);
  const state = realpathSync(mkdtempSync(join(tmpdir(), "bopolis-first-run-")));
  const request = await playwright.request.newContext();
  // The page polls while the site is set up, and nothing responds between the two runs.
  complaints.allow(/^503 |^net::ERR_\w+ GET |Failed to load resource/);

  const first = await FirstRun.start(state);
  expect(await first.waitForOutput(/^Creating the demo world …/m)).toBe(true);
  await page.goto(first.url);
  await expect(page.getByRole("heading", { name: "Setting up your city…" })).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("Creating the demo world");
  const held = await request.post(`${first.url}/api/auth/register`, { data: {} });
  expect([held.status(), held.headers()["retry-after"]]).toEqual([503, "2"]);
  await first.kill();

  const second = await FirstRun.start(state, first.port);
  expect(await second.ready(), second.output).toBe(true);
  await expect(
    page.getByRole("heading", { level: 1, name: "A toy city built by its players" }),
  ).toBeVisible();
  expect(second.output.match(/^ {2}\w+ +bopolis-demo/gm)).toHaveLength(4);

  const visitor = new Api(request, second.url);
  await register(visitor, newAccount());
  const bobby = await playwright.request.newContext();
  const member = new Api(bobby, second.url);
  await member.login("bobby", DEMO_PASSWORD);
  const total = async (path: string) => (await member.get<{ meta: { total: number } }>(path)).meta.total;
  expect(await total("/api/levels")).toBeGreaterThan(200);
  expect(await total("/api/ratings")).toBeGreaterThan(500);
  expect(await total("/api/conversations")).toBeGreaterThan(1);
  expect(await total("/api/forums/1")).toBeGreaterThan(10);

  await page.goto("about:blank");
  await second.stop();
  expect(processesOf(state)).toEqual([]);
  rmSync(state, { recursive: true });
  for (const context of [request, bobby]) await context.dispose();
});
