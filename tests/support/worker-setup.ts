import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, expect, vi } from "vitest";

// Enough for a machine that is busy with other things; a hung test is hung for longer.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

beforeAll(async () => {
  const { DB, TEST_MIGRATIONS } = env as unknown as { DB: D1Database; TEST_MIGRATIONS: D1Migration[] };
  await applyD1Migrations(DB, TEST_MIGRATIONS);
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
