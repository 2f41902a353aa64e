import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { publishBuildRoute } from "#domain/build/publishing/api.ts";
import {
  createLevelRoute,
  editLevelRoute,
  type Level,
  levelShotsRoute,
  restoreRevisionRoute,
} from "#domain/levels/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
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

test("an account can have so many bytes of documents read in a minute: large ones are refused before they are read", async () => {
  const ann = await signedInUser();
  ann.browser.variant = { RATE_LIMITS: "on" };
  const { id } = (
    await ann.browser.call(createLevelRoute, {
      input: {
        title: "Mine",
        file: worldFile(JSON.stringify({ ...runWorld(), stars: [{ position: [1, 1, 1] }] })),
      },
    })
  ).body.level as Level;
  const edit = (input: Record<string, unknown>) =>
    ann.browser.call(editLevelRoute, { params: { id }, input });
  const broken = () => worldFile(" ".repeat(WORLD_LIMITS.bytes));
  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push((await edit({ file: broken() })).status);
  expect(statuses).toEqual([422, 422, 429]);
  const refused = await ann.browser.call(createLevelRoute, { input: { title: "Other", file: broken() } });
  expect(refused.status).toBe(429);
  expect(refused.body.message).toMatch(
    /^Large levels take the site a while. You can go on in \d+ seconds?\.$/,
  );
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  // Uses up what is left.
  const budget = testEnv.THROTTLE.getByName(`storage:${ann.id}`);
  const spend = (bytes: number) => budget.attempt(LIMITS.documentBytesPerMinute, 60, bytes, "documents");
  for (let bytes = LIMITS.documentBytesPerMinute; bytes >= 1; bytes = Math.floor(bytes / 2))
    while ((await spend(bytes)) === 0);
  const other = [
    await ann.browser.call(levelShotsRoute, { params: { id } }),
    await ann.browser.call(restoreRevisionRoute, { params: { id, revision: 1 } }),
    await edit({ category: "star collection" }),
    await ann.browser.call(publishBuildRoute, {
      params: { id },
      input: { title: "Mine", visibility: "private" },
    }),
  ];
  expect(other.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
  expect((await edit({ title: "Renamed" })).status).toBe(200);
});
