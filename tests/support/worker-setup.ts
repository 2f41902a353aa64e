import { applyD1Migrations, type D1Migration, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, expect, vi } from "vitest";

// Enough for a machine that is busy with other things; a hung test is hung for longer.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

/** How many files this worker has run. */
const worker = globalThis as { filesRun?: number };
const IDS_OF_A_FILE = 10_000;

// Files share a worker, as requests do. What is stored is each file's own, and so are its users' ids, which objects are named
// by: what another file has left under way finds nobody.
beforeAll(async () => {
  const { DB, TEST_MIGRATIONS } = env as unknown as { DB: D1Database; TEST_MIGRATIONS: D1Migration[] };
  // Under heavy load one reset has left tables behind. The hook's timeout ends this loop.
  do await reset();
  while (await DB.prepare("select 1 from sqlite_master where name = 'users'").first());
  await applyD1Migrations(DB, TEST_MIGRATIONS);
  worker.filesRun = (worker.filesRun ?? -1) + 1;
  await DB.prepare("insert into sqlite_sequence (name, seq) values ('users', ?)")
    .bind(worker.filesRun * IDS_OF_A_FILE)
    .run();
});

const complaints = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];

/** Says that this test makes the site complain, and takes the complaints. */
export function expectComplaints(): string[] {
  const said = complaints.flatMap((spy) => spy.mock.calls.map((call) => call.join(" ")));
  for (const spy of complaints) spy.mockClear();
  expect(said).not.toEqual([]);
  return said;
}

afterEach(() => {
  const said = complaints.flatMap((spy) => spy.mock.calls.map((call) => call.join(" ")));
  for (const spy of complaints) spy.mockClear();
  expect(said, "a passing test leaves the console quiet").toEqual([]);
});
