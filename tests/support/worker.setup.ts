import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, vi } from "vitest";
import { DATABASES, type DatabaseBindings } from "#db/databases.ts";
import { connectLaggingCopy } from "#tests/lagging-copy/connect-lagging-copy.ts";
import { cacheClear } from "#worker/http/cache.ts";
import { errorLog } from "#worker/http/error-log.ts";
import { setKnownBoard } from "#worker/live/read-board.ts";
import { idsStub } from "#worker/live/stubs.ts";
import { clearWordCache } from "#worker/spam/words.ts";

// Only ends a test that hangs, also on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

type Bindings = DatabaseBindings & { TEST_SCHEMA: Record<string, string[]> };

/** Empties all databases and objects, and creates the tables. */
async function startOver({ TEST_SCHEMA, ...bindings }: Bindings): Promise<void> {
  for (;;) {
    await reset();
    try {
      await Promise.all(
        DATABASES.map(({ binding, folder }) => {
          const database = bindings[binding];
          return database.batch((TEST_SCHEMA[folder] ?? []).map((sql) => database.prepare(sql)));
        }),
      );
      return;
    } catch (error) {
      // A reset can leave the tables of a database in use behind. The hook's timeout ends this loop.
      if (!String(error).includes("already exists")) throw error;
    }
  }
}

/** The number of files this worker has run. */
const worker = globalThis as { filesRun?: number };
const IDS_PER_FILE = 10_000;

// Files share a worker, as requests do. Each file has its own data and its own ranges of user, level and host ids, which name
// Durable Objects, so another file's objects and background work affect no one.
const bindings = env as unknown as Bindings;
const { DB } = bindings;
connectLaggingCopy(env as unknown as Env);
await startOver(bindings);
worker.filesRun = (worker.filesRun ?? -1) + 1;
const lastId = worker.filesRun * IDS_PER_FILE;
await DB.prepare("insert into sqlite_sequence (name, seq) values ('users', ?1), ('levels', ?1)")
  .bind(lastId)
  .run();
// SQLite searches its sequences row by row, so another one would count as rows read.
await idsStub(env as unknown as Env).next("hosts", lastId);
// Responses to visitors, the numbers of players and the word list, of the file before.
cacheClear();
setKnownBoard(null, 0);
clearWordCache();
errorLog.clear();

const consoleSpies = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
/** A reset interrupts what the file before has left running, such as filling a cache. */
const OF_RESET = "Application called deleteAllDurableObjects().";

/** Returns and clears what the site has logged as errors or warnings. */
function takeLogged(): string[] {
  const logged = consoleSpies.flatMap((spy) => spy.mock.calls.map((call) => call.join(" ")));
  for (const spy of consoleSpies) spy.mockClear();
  return logged.filter((line) => !line.includes(OF_RESET));
}

/** Expects that the site has logged errors or warnings. Clears and returns them. */
export function expectWorkerErrors(): string[] {
  const logged = takeLogged();
  expect(logged).not.toEqual([]);
  return logged;
}

afterEach(() => {
  expect(takeLogged(), "a passing test logs no errors").toEqual([]);
});
