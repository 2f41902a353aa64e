import { runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { createBuildRoute } from "#domain/build/api.ts";
import { checkClearRoute, publishBuildRoute, saveBuildRoute } from "#domain/build/publishing/api.ts";
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
import { openBuild } from "#tests/support/build-client.ts";
import { makeSharedBuild } from "#tests/support/invite-editor.ts";
import {
  clearInput,
  createRunLevel,
  runPlayer,
  runWorld,
  sendRun,
  straightRun,
} from "#tests/support/runs.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { worldFile } from "#tests/support/world.ts";
import { LevelDraft } from "#worker/build/level-draft.ts";
import { buildStub } from "#worker/live/stubs.ts";

const DAY_SECONDS = 86_400;
const budgetOf = ({ id }: TestUser) => testEnv.THROTTLE.getByName(`storage:${id}`);
/** Uses up what is left of a budget. */
async function spendRest(limit: number, spend: (bytes: number) => Promise<number>): Promise<void> {
  for (let bytes = limit; bytes >= 1; bytes = Math.floor(bytes / 2)) while ((await spend(bytes)) === 0);
}
const spendAll = (user: TestUser) =>
  budgetOf(user).attempt(Number.MAX_SAFE_INTEGER, DAY_SECONDS, LIMITS.storedBytesPerDay + 1);
/** How many bytes of an account were counted. */
const countedOf = (user: TestUser) =>
  runInDurableObject(
    budgetOf(user),
    (_, { storage }) => storage.kv.get<{ count: number }>("attempts")?.count ?? 0,
  );
/** Limits are off in other tests. */
function limited<User extends TestUser>(user: User): User {
  user.variant = { ...user.variant, RATE_LIMITS: "on" };
  return user;
}
const REFUSED = {
  message: expect.stringMatching(/^You've stored as many new files .* You can go on in 24 hours\.$/),
};
const countFiles = async () => (await testEnv.BUCKET.list({ limit: 1_000 })).objects.length;

test("an account can store so many bytes in a day: then files are refused with a sentence, and the rest goes on", async () => {
  const ann = limited(await signedInUser());
  const file = () => worldFile(JSON.stringify(runWorld()));
  const create = () => ann.call(createLevelRoute, { title: "Mine", file: file() });
  const { status, body } = await create();
  expect(status).toBe(201);
  const { id, revision } = body.level as Level;
  const spend = (bytes: number) => budgetOf(ann).attempt(LIMITS.storedBytesPerDay, DAY_SECONDS, bytes);
  // The new level's document was counted.
  expect(await spend(LIMITS.storedBytesPerDay)).toBeGreaterThan(0);
  await spendRest(LIMITS.storedBytesPerDay, spend);
  const before = [await countFiles(), await countRows("levels", sql`user_id = ${ann.id}`)];
  const edit = (input: Record<string, unknown>) => ann.call(editLevelRoute, { id, ...input });
  for (const refused of [await create(), await edit({ file: file() })])
    expect(refused).toMatchObject({ status: 429, body: REFUSED });
  expect([await countFiles(), await countRows("levels", sql`user_id = ${ann.id}`)]).toEqual(before);
  expect((await edit({ title: "Renamed" })).body.level).toMatchObject({ title: "Renamed", revision });
  const ben = limited(await signedInUser());
  expect((await ben.call(createLevelRoute, { title: "Ben's", file: file() })).status).toBe(201);
});

test("an account can have so many bytes of documents read in a minute: large ones are refused before they are read", async () => {
  const ann = limited(await signedInUser());
  const file = worldFile(JSON.stringify(runWorld({ stars: [{ position: [1, 1, 1] }] })));
  const { id } = (await ann.call(createLevelRoute, { title: "Mine", file })).body.level as Level;
  const edit = (input: Record<string, unknown>) => ann.call(editLevelRoute, { id, ...input });
  const broken = () => worldFile(" ".repeat(WORLD_LIMITS.bytes));
  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push((await edit({ file: broken() })).status);
  expect(statuses).toEqual([422, 422, 429]);
  const refused = await ann.call(createLevelRoute, { title: "Other", file: broken() });
  const message = /^Large levels take the site a while. You can go on in \d+ seconds?\.$/;
  expect([refused.status, refused.body.message]).toEqual([429, expect.stringMatching(message)]);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  const limit = LIMITS.documentBytesPerMinute;
  await spendRest(limit, (bytes) => budgetOf(ann).attempt(limit, 60, bytes, "documents"));
  const other = [
    await ann.call(levelShotsRoute, { id }),
    await ann.call(restoreRevisionRoute, { id, revision: 1 }),
    await edit({ category: "star collection" }),
    await ann.call(publishBuildRoute, { id, title: "Mine", visibility: "private" }),
  ];
  expect(other.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
  expect((await edit({ title: "Renamed" })).status).toBe(200);
});

describe("the budget of a day covers", () => {
  test("the documents of levels that begin in the builder", async () => {
    const ann = limited(await signedInUser());
    const create = () => ann.call(createBuildRoute, { title: "Mine", start: "obby" });
    expect((await create()).status).toBe(201);
    expect(await countedOf(ann)).toBeGreaterThan(100);
    await spendAll(ann);
    expect(await create()).toMatchObject({ status: 429, body: REFUSED });
    expect(await countRows("levels", sql`user_id = ${ann.id}`)).toBe(1);
  });

  test("recorded runs, and clear checks with their documents", async () => {
    const ann = limited(await runPlayer());
    const level = await createRunLevel(ann, runWorld(), { visibility: "private" });
    const document = await countedOf(ann);
    const check = () => ann.call(checkClearRoute, { id: level, ...clearInput(straightRun()) });
    expect((await check()).status).toBe(201);
    expect(await countedOf(ann)).toBeGreaterThan(2 * document);
    const before = await countedOf(ann);
    const run = straightRun();
    expect((await sendRun(ann, level, run)).status).toBe(201);
    expect(await countedOf(ann)).toBe(before + run.log.length);
    await spendAll(ann);
    const files = await countFiles();
    expect(await check()).toMatchObject({ status: 429, body: REFUSED });
    expect(await sendRun(ann, level, straightRun())).toMatchObject({ status: 429, body: REFUSED });
    expect(await countFiles()).toBe(files);
  });

  test("versions of the builder, which those who worked on them share", async () => {
    const { ann, ben, level, page } = await makeSharedBuild();
    const other = await openBuild(ben, level);
    await page.block();
    await other.block();
    /** The level's draft with limits. */
    const withDraft = <T>(work: (draft: LevelDraft) => Promise<T>) =>
      runInDurableObject(buildStub(testEnv, level), (_, { storage }) =>
        work(
          new LevelDraft({ ...testEnv, RATE_LIMITS: "on" }, level, {
            storage,
            createTables: () => undefined,
            hasTables: () => true,
            broadcast: () => undefined,
          }),
        ),
      );
    const versions = () => withDraft(async (draft) => draft.versions.page(1, 20).total);
    limited(ann);
    await withDraft((draft) => draft.saveWhenAllowed());
    expect(await versions()).toBe(1);
    const [anns, bens] = [await countedOf(ann), await countedOf(ben)];
    expect(anns).toBeGreaterThan(100);
    expect(bens).toBe(anns);
    await page.block();
    await spendAll(ann);
    // Not even from time to time. What was built is stored in any case.
    await withDraft((draft) => draft.saveWhenAllowed());
    const save = () => ann.call(saveBuildRoute, { id: level });
    expect(await save()).toMatchObject({ status: 429, body: REFUSED });
    const publish = { title: "Mine", visibility: "private" } as const;
    const refused = await ann.call(publishBuildRoute, { id: level, ...publish });
    expect(refused).toMatchObject({ status: 429, body: REFUSED });
    expect(await versions()).toBe(1);
    await budgetOf(ann).clear();
    await withDraft((draft) => draft.saveWhenAllowed());
    expect(await versions()).toBe(2);
  });
});
