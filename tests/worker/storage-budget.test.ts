import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createLevelRoute, editLevelRoute, type Level } from "#domain/levels/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { countRows, testEnv } from "#tests/support/browser.ts";
import { runWorld } from "#tests/support/runs.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { worldFile } from "#tests/support/world.ts";

const DAY_SECONDS = 86_400;
const countFiles = async () => (await testEnv.BUCKET.list({ limit: 1_000 })).objects.length;

test("an account can store so many bytes in a day: then files are refused with a sentence, and the rest goes on", async () => {
  const ann = await signedInUser();
  ann.browser.variant = { RATE_LIMITS: "on" };
  const file = () => worldFile(JSON.stringify(runWorld()));
  const create = () => ann.browser.call(createLevelRoute, { input: { title: "Mine", file: file() } });
  const { status, body } = await create();
  expect(status).toBe(201);
  const { id, revision } = body.level as Level;
  const budget = testEnv.THROTTLE.getByName(`storage:${ann.id}`);
  const spend = (bytes: number) => budget.attempt(LIMITS.storedBytesPerDay, DAY_SECONDS, bytes);
  // The new level's document was counted.
  expect(await spend(LIMITS.storedBytesPerDay)).toBeGreaterThan(0);
  // Uses up what is left.
  for (let bytes = LIMITS.storedBytesPerDay; bytes >= 1; bytes = Math.floor(bytes / 2))
    while ((await spend(bytes)) === 0);
  const before = [await countFiles(), await countRows("levels", sql`user_id = ${ann.id}`)];
  const edit = (input: Record<string, unknown>) =>
    ann.browser.call(editLevelRoute, { params: { id }, input });
  for (const refused of [await create(), await edit({ file: file() })]) {
    expect(refused.status).toBe(429);
    expect(refused.body.message).toMatch(/^You've stored as many new files .* You can go on in 24 hours\.$/);
  }
  expect([await countFiles(), await countRows("levels", sql`user_id = ${ann.id}`)]).toEqual(before);
  expect((await edit({ title: "Renamed" })).body.level).toMatchObject({ title: "Renamed", revision });
  const ben = await signedInUser();
  ben.browser.variant = { RATE_LIMITS: "on" };
  expect((await ben.browser.call(createLevelRoute, { input: { title: "Ben's", file: file() } })).status).toBe(
    201,
  );
});
