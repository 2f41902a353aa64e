import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { root } from "#scripts/run-script.mjs";
import { freePort } from "#scripts/site/free-port.ts";
import { StateLock } from "#scripts/site/state-lock.ts";
import { explain } from "#scripts/start/explain.ts";
import { HoldingPage } from "#scripts/start/holding-page.mjs";
import { claimState, processesOf } from "#scripts/start/processes.mjs";
import { markAsProduction } from "#scripts/start/production-state.mjs";
import { newFolder } from "#tests/support/new-folder.ts";

const children: ChildProcess[] = [];
/** Starts a process that sleeps for a minute with this environment. */
async function sleeper(env: NodeJS.ProcessEnv): Promise<ChildProcess & { pid: number }> {
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], { env, stdio: "ignore" });
  children.push(child);
  await once(child, "spawn");
  return child as ChildProcess & { pid: number };
}

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

test("the holding page responds to every request with 503 until it releases the port", async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const holding = new HoldingPage();
  await holding.open(port);
  holding.show("Creating the demo world");

  const page = await fetch(url, { headers: { Accept: "text/html" } });
  expect([page.status, page.headers.get("Retry-After")]).toEqual([503, "2"]);
  expect(await page.text()).toMatch(/Setting up your city….*Creating the demo world/s);
  const signUp = await fetch(`${url}/api/auth/register`, { method: "POST", body: "{}" });
  const message = "The site is being set up. Please try again in a moment.";
  expect([signUp.status, await signUp.json()]).toEqual([503, { message, step: "Creating the demo world" }]);

  await holding.release();
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

test("claiming a state folder stops the processes of an earlier site on it and no others", async () => {
  const state = newFolder();
  const earlier = await sleeper(await claimState(state));
  const other = await sleeper(await claimState(`${state}-other`));
  const stranger = await sleeper({});
  // Earlier versions stored process ids, which can belong to any program today.
  writeFileSync(join(state, "site.pid"), String(stranger.pid));
  writeFileSync(join(state, "runtime.pids"), String(stranger.pid));
  expect(processesOf(state)).toEqual([earlier.pid]);

  const exit = once(earlier, "exit");
  await claimState(state);
  await exit;
  for (const { exitCode, signalCode } of [other, stranger]) expect(exitCode ?? signalCode).toBeNull();
});

describe("npm start", () => {
  /** Runs `npm start` until it fails, before anything is set up. */
  async function failedStart(env: Record<string, string>): Promise<[code: number, errors: string]> {
    const child = spawn(process.execPath, [join(root, "scripts/start.mjs")], {
      env: { ...process.env, BOPOLIS_STATE: newFolder(), ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    children.push(child);
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
    return [code, errors];
  }

  test("prints one sentence if its port is in use", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    expect(await failedStart({ PORT: String(port) })).toEqual([
      1,
      `Port ${port} is in use by another program. Choose another: PORT=${port + 10} npm start\n`,
    ]);
    taken.close();
  });

  test.each([
    [{ PORT: "many" }, 'PORT must be a number from 1 to 65535, not "many".'],
    [{ BOTS: "-1" }, 'BOTS must be a number from 0 to 99, not "-1".'],
  ])("prints one sentence for the invalid setting %j", async (env, sentence) => {
    expect(await failedStart(env)).toEqual([1, `${sentence}\n`]);
  });

  test("refuses the data of a site in production", async () => {
    const state = newFolder();
    markAsProduction(state);
    expect(await failedStart({ BOPOLIS_STATE: state })).toEqual([
      1,
      `${state} has the data of a site in production, which only npm run serve opens: npm start would show everyone's mails. Choose another folder: BOPOLIS_STATE=…\n`,
    ]);
  });

  test("says who uses its data, and leaves that running", async () => {
    const state = newFolder();
    const lock = new StateLock(state, { command: "npm run dev" });
    const user = await sleeper({ BOPOLIS_SITE_STATE: state });
    const port = String(await freePort());
    const sentence = `✗ npm run dev (process ${process.pid}) uses the data in ${state}. Stop it first.`;
    expect(await failedStart({ BOPOLIS_STATE: state, PORT: port })).toEqual([1, `${sentence}\n`]);
    expect([user.exitCode, user.signalCode]).toEqual([null, null]);
    lock.release();
  });

  test("prints one sentence if the folder for its data can't be created", async () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    const folder = join(file, "state");
    const sentence = `The folder for the site's data can't be created: ${folder}`;
    expect(await failedStart({ BOPOLIS_STATE: folder })).toEqual([1, `${sentence}\n`]);
  });
});

const errorOf = (message: string, code: string) => Object.assign(new Error(message), { code });

test.each([
  [
    new Error("Could not seed", { cause: errorOf("write failed", "ENOSPC") }),
    /^There's no disk space left\. Free/,
  ],
  [new Error("D1_ERROR: database or disk is full"), /^There's no disk space left/],
  [errorOf("Unknown option '--lvels'", "ERR_PARSE_ARGS_UNKNOWN_OPTION"), /^✗ Unknown option '--lvels'$/],
  [errorOf("ENOTDIR: mkdir '/a/b'", "ENOTDIR"), /^A file is where .* way round: ENOTDIR: mkdir '\/a\/b'$/],
  [
    new Error("D1_ERROR: database disk image is malformed: SQLITE_CORRUPT"),
    /^A database is damaged: .* Restore a backup/,
  ],
  [new Error("odd"), /^Error: odd\n\s+at /],
])("explain describes %s in one sentence, or with its stack", (error, sentence) => {
  expect(explain(error)).toMatch(sentence);
});
