import { applyD1Migrations, type D1Migration, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, expect, vi } from "vitest";
import { ARCHIVES, DATABASES, type DatabaseBinding, type DatabaseBindings } from "#db/databases.ts";
import { connectLaggingCopy } from "#tests/lagging-copy/connect-lagging-copy.ts";
import type { Env } from "#worker/env.ts";
import { cacheClear } from "#worker/http/cache.ts";
import { errorLog } from "#worker/http/error-log.ts";
import { setKnownBoard } from "#worker/live/read-board.ts";
import { idsStub } from "#worker/live/stubs.ts";
import { clearWordCache } from "#worker/spam/words.ts";

// Long enough for a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

type Bindings = DatabaseBindings & { TEST_MIGRATIONS: Record<DatabaseBinding, D1Migration[]> };

const isEmpty = async (database: D1Database): Promise<boolean> =>
  !(await database.prepare("select 1 from sqlite_master where name in ('outbox', 'transactions')").first());

/** The number of files this worker has run. */
const worker = globalThis as { filesRun?: number };
const IDS_PER_FILE = 10_000;

// Files share a worker, as requests do. Each file has its own data and its own ranges of user, level and host ids, which name
// Durable Objects, so another file's objects and background work affect no one.
beforeAll(async () => {
  const { TEST_MIGRATIONS, ...bindings } = env as unknown as Bindings;
  const { DB } = bindings;
  connectLaggingCopy(env as unknown as Env);
  // Copies that lag behind have bindings, too.
  const names = Object.keys(bindings).filter((name) => /^(?:COPY_)?(?:DB(?:_|$)|LEDGER_)/.test(name));
  const all = () => Promise.all(names.map((name) => isEmpty(bindings[name as DatabaseBinding])));
  // Under heavy load, a single reset can leave tables behind. The hook's timeout ends this loop.
  do await reset();
  while (!(await all()).every(Boolean));
  for (const { binding } of DATABASES) await applyD1Migrations(bindings[binding], TEST_MIGRATIONS[binding]);
  await Promise.all(
    ARCHIVES.map(({ binding }) => applyD1Migrations(bindings[binding], TEST_MIGRATIONS[binding])),
  );
  // A new site waits for a day.
  await DB.prepare("update ledger_archive set held_until = 0").run();
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
});

const consoleSpies = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];

/** Expects that the site has logged errors or warnings. Clears and returns them. */
export function expectWorkerErrors(): string[] {
  const logged = consoleSpies.flatMap((spy) => spy.mock.calls.map((call) => call.join(" ")));
  for (const spy of consoleSpies) spy.mockClear();
  expect(logged).not.toEqual([]);
  return logged;
}

afterEach(() => {
  const logged = consoleSpies.flatMap((spy) => spy.mock.calls.map((call) => call.join(" ")));
  for (const spy of consoleSpies) spy.mockClear();
  expect(logged, "a passing test logs no errors").toEqual([]);
});
