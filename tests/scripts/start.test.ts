import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
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
  expect([signUp.status, await signUp.json()]).toEqual([
    503,
    { message: "The site is being set up. Please try again in a moment.", step: "Creating the demo world" },
  ]);

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
  expect([other.exitCode ?? other.signalCode, stranger.exitCode ?? stranger.signalCode]).toEqual([
    null,
    null,
  ]);
});

describe("npm start", () => {
  /** Runs `npm start` until it fails, before anything is set up. */
  async function failedStart(env: Record<string, string>): Promise<{ code: number; errors: string }> {
    const child = spawn(process.execPath, [join(root, "scripts/start.mjs")], {
      env: { ...process.env, BOPOLIS_STATE: newFolder(), ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    children.push(child);
    let errors = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    const [code] = await once(child, "close");
    return { code, errors };
  }

  test("prints one sentence if its port is in use", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    expect(await failedStart({ PORT: String(port) })).toEqual({
      code: 1,
      errors: `Port ${port} is in use by another program. Choose another: PORT=${port + 10} npm start\n`,
    });
    taken.close();
  });

  test.each([
    [{ PORT: "many" }, 'PORT must be a number from 1 to 65535, not "many".'],
    [{ BOTS: "-1" }, 'BOTS must be a number from 0 to 99, not "-1".'],
  ])("prints one sentence for the invalid setting %j", async (env, sentence) => {
    expect(await failedStart(env)).toEqual({ code: 1, errors: `${sentence}\n` });
  });

  test("refuses the data of a site in production", async () => {
    const state = newFolder();
    markAsProduction(state);
    const { code, errors } = await failedStart({ BOPOLIS_STATE: state });
    expect([code, errors]).toEqual([
      1,
      `${state} has the data of a site in production, which only npm run serve opens: npm start would show everyone's mails. Choose another folder: BOPOLIS_STATE=…\n`,
    ]);
  });

  test("says who uses its data, and leaves that running", async () => {
    const state = newFolder();
    const lock = new StateLock(state, { command: "npm run dev" });
    const user = await sleeper({ BOPOLIS_SITE_STATE: state });
    expect(await failedStart({ BOPOLIS_STATE: state, PORT: String(await freePort()) })).toEqual({
      code: 1,
      errors: `✗ npm run dev (process ${process.pid}) uses the data in ${state}. Stop it first.\n`,
    });
    expect([user.exitCode, user.signalCode]).toEqual([null, null]);
    lock.release();
  });

  test("prints one sentence if the folder for its data can't be created", async () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    expect(await failedStart({ BOPOLIS_STATE: join(file, "state") })).toEqual({
      code: 1,
      errors: `The folder for the site's data can't be created: ${join(file, "state")}\n`,
    });
  });
});

test("explain describes what an operator can fix in one sentence, and keeps the stack of unknown errors", () => {
  const full = Object.assign(new Error("write failed"), { code: "ENOSPC" });
  expect(explain(new Error("Could not seed", { cause: full }))).toBe(
    "There's no disk space left. Free some and start again.",
  );
  expect(explain(new Error("D1_ERROR: database or disk is full"))).toMatch(/^There's no disk space left/);
  const broken = Object.assign(new Error("Unknown option '--lvels'"), {
    code: "ERR_PARSE_ARGS_UNKNOWN_OPTION",
  });
  expect(explain(broken)).toBe("✗ Unknown option '--lvels'");
  const notAFolder = Object.assign(new Error("ENOTDIR: not a directory, mkdir '/a/b'"), { code: "ENOTDIR" });
  expect(explain(notAFolder)).toBe(
    "A file is where a folder should be, or the other way round: ENOTDIR: not a directory, mkdir '/a/b'",
  );
  expect(explain(new Error("D1_ERROR: database disk image is malformed: SQLITE_CORRUPT"))).toMatch(
    /^A database is damaged: .* Restore a backup/,
  );
  expect(explain(new Error("odd"))).toMatch(/^Error: odd\n\s+at /);
});
