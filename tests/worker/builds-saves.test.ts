import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { SPAWN_ID } from "#domain/build/ids.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import { createPrefabRoute, deletePrefabRoute, prefabListRoute } from "#domain/build/own-prefabs/api.ts";
import type { Part } from "#domain/build/part.ts";
import { buildHistoryRoute, publishBuildRoute, saveBuildRoute } from "#domain/build/publishing/api.ts";
import { editLevelRoute, restoreRevisionRoute } from "#domain/levels/api.ts";
import { deleteAccountRoute } from "#domain/settings/api.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import { createAccountOwner, PASSWORD } from "#tests/support/account-owner.ts";
import { alarmsOf, makeDue } from "#tests/support/alarms.ts";
import { countRows, runSql, testEnv } from "#tests/support/browser.ts";
import {
  type BuildClient,
  blockAt,
  buildSnapshot,
  openBuild,
  partsOf,
  replay,
} from "#tests/support/build-client.ts";
import { inviteEditor, makeSharedBuild } from "#tests/support/invite-editor.ts";
import { runRenderJobs } from "#tests/support/render-jobs.ts";
import { runWorld } from "#tests/support/runs.ts";
import { StoppedClock } from "#tests/support/stopped-clock.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addLevel, worldFile } from "#tests/support/world.ts";
import { buildStub } from "#worker/live/stubs.ts";

let ann: TestUser;
let ben: TestUser;
let level: number;
let page: BuildClient;
beforeEach(async () => {
  ({ ann, ben, level, page } = await makeSharedBuild());
});

const save = async (user = ann) => (await user.output(saveBuildRoute, { id: level })).save;
const history = async (input = {}) => {
  const { data, meta } = await ann.output(buildHistoryRoute, { id: level, ...input });
  return { saves: data, total: meta.total };
};
const partsNow = async () => (await buildSnapshot(ann, level)).parts;

test("a version is stored ten minutes after the first change, with everyone who worked on it", async () => {
  const other = await openBuild(ben, level);
  // Another alarm reports the change to the backup.
  const saveDue = () =>
    runInDurableObject(buildStub(testEnv, level), (_, { storage }) => alarmsOf(storage).save);
  expect(await saveDue()).toBeUndefined();
  const clock = new StoppedClock();
  onTestFinished(() => clock.restore());
  await page.block();
  await other.block();
  expect(await saveDue()).toBe(Date.now() + BUILD_LIMITS.saveMs);
  clock.restore();
  expect(await runDurableObjectAlarm(buildStub(testEnv, level))).toBe(true);
  // The alarm isn't due yet.
  expect((await history()).saves).toEqual([]);
  await runInDurableObject(buildStub(testEnv, level), (_, { storage }) => {
    makeDue(storage);
    void storage.setAlarm(Date.now() + 60_000);
  });
  await runDurableObjectAlarm(buildStub(testEnv, level));
  const { saves } = await history();
  expect(saves).toMatchObject([{ blocks: expect.any(Number), revision: null, picture_url: null }]);
  expect(saves[0]?.authors.map(({ id }) => id).sort()).toEqual([ann.id, ben.id].sort());
  expect((await page.one("saved")).saved.id).toBe(saves[0]?.id);
  // Without further changes there is nothing to store.
  expect(await saveDue()).toBeUndefined();
  expect((await save()).id).toBe(saves[0]?.id);
});

test("a version names only those who worked since the one before, and gets a picture", async () => {
  const other = await openBuild(ben, level);
  await page.block();
  expect((await save()).authors.map(({ id }) => id)).toEqual([ann.id]);
  await other.block();
  expect((await save(ben)).authors.map(({ id }) => id)).toEqual([ben.id]);
  expect((await history()).saves.map(({ authors }) => authors[0]?.id)).toEqual([ben.id, ann.id]);
  await page.block();
  const job = { kind: "build", level_id: level, save: (await save()).id } as const;
  expect(await runRenderJobs([job, job])).toEqual({ done: [0, 1], retried: [] });
  const [version] = (await history()).saves;
  const picture = await ann.fetch(version?.picture_url ?? "");
  expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/jpeg"]);
  expect((await runRenderJobs([{ ...job, save: crypto.randomUUID() }])).done).toEqual([0]);
});

test("a version is deleted with its files once there are as many newer ones as the limit", async () => {
  expect(BUILD_LIMITS.saves).toBe(50);
  Object.assign(BUILD_LIMITS, { saves: 22 });
  onTestFinished(() => void Object.assign(BUILD_LIMITS, { saves: 50 }));
  const ids = [];
  for (let i = 0; i < BUILD_LIMITS.saves + 2; i++) {
    await page.made({ set: [[SPAWN_ID, { yaw: i + 1 }]] });
    ids.push((await save()).id);
  }
  expect(await history()).toMatchObject({ total: BUILD_LIMITS.saves });
  const listed = [];
  for (let number = 1; number <= 3; number++)
    listed.push(...(await history({ page: number })).saves.map(({ id }) => id));
  expect(listed).toEqual([...ids].reverse().slice(0, BUILD_LIMITS.saves));
  for (const [i, id] of ids.entries())
    expect((await testEnv.BUCKET.head(id)) !== null, String(i)).toBe(i >= 2);
});

describe("restoring a version", () => {
  test("is an operation that can be undone and redone, and reaches the others, unless the version is gone", async () => {
    const other = await openBuild(ben, level);
    const changed = await page.block([1, 0, 0]);
    const deleted = await page.block([2, 0, 0]);
    const { id } = await save();
    const saved = await buildSnapshot(ann, level);
    await other.made({ set: [[changed, { color: "ff0000" }]], del: [deleted] });
    await other.made({ add: [[other.newId(), blockAt([3, 0, 0])]] });
    const later = await buildSnapshot(ann, level);
    const { ok, edit } = await page.made({ restore: id });
    expect(edit).toEqual({
      add: [[deleted, blockAt([2, 0, 0])]],
      set: [[changed, { color: "6cc551" }]],
      del: ["2.0"],
    });
    expect(await partsNow()).toEqual(saved.parts);
    await page.made({ undo: ok });
    expect(await partsNow()).toEqual(later.parts);
    await page.made({ undo: ok + 1 });
    expect(await partsNow()).toEqual(saved.parts);
    const end = await buildSnapshot(ann, level);
    await other.one("c", ({ s }) => s === end.seq);
    expect(partsOf(replay(later, other.received))).toBe(JSON.stringify(end.parts));
    expect(await page.refused({ restore: crypto.randomUUID() })).toBe("This version doesn't exist anymore.");
    expect(await page.refused({ restore: "__proto__" })).toBe("This version doesn't exist anymore.");
  });

  test("with many changes is several operations under one number", async () => {
    const other = await openBuild(ben, level);
    const before = await buildSnapshot(ann, level);
    const { id } = await save();
    for (let i = 0; i < 2; i++)
      await page.made({ add: Array.from({ length: 400 }, (_, z) => [page.newId(), blockAt([i, 0, z])]) });
    const later = await buildSnapshot(ann, level);
    const { ok, s, edit } = await page.made({ restore: id });
    expect(s - later.seq).toBe(2);
    expect(edit?.del).toHaveLength(800);
    await page.made({ undo: ok });
    expect(await partsNow()).toEqual(later.parts);
    await other.one("c", (message) => message.s === later.seq + 4);
    expect(partsOf(replay(before, other.received))).toBe(JSON.stringify(later.parts));
  });

  test("with more than a thousand changes lets everyone fetch the document", async () => {
    const other = await openBuild(ben, level);
    const { id } = await save();
    const before = await partsNow();
    for (let i = 0; i < 3; i++)
      await page.made({ add: Array.from({ length: 400 }, (_, z) => [page.newId(), blockAt([i, 0, z])]) });
    const later = await partsNow();
    const { ok, edit } = await page.made({ restore: id });
    expect(edit).toBe(undefined);
    await Promise.all([page.one("resync"), other.one("resync")]);
    expect(await partsNow()).toEqual(before);
    await page.made({ undo: ok });
    expect(await partsNow()).toEqual(later);
    // A page that missed it fetches the document, and hears that its own operations are part of it.
    page.close();
    const again = await openBuild(ann, level, { client: 1, after: 1 });
    expect(again.received[1]).toEqual({ resync: true });
    expect(again.received.slice(2, 6).map((message) => ("ok" in message ? message.ok : 0))).toEqual([
      2, 3, 4, 5,
    ]);
  });

  test("keeps the order of what the page sends right after it", async () => {
    const { id } = await save();
    await page.block();
    page.op({ restore: id });
    page.op({ add: [[page.newId(), blockAt([5, 0, 0])]] });
    page.op({ restore: id });
    page.op({ add: [[page.newId(), blockAt([6, 0, 0])]] });
    await page.until(() => page.isHandled(5));
    expect(page.all("ok").map(({ ok }) => ok)).toEqual([1, 2, 3, 4, 5]);
    expect((await partsNow()).filter(([one]) => one.startsWith("1."))).toEqual([["1.2", blockAt([6, 0, 0])]]);
  });
});

describe("a revision that is published elsewhere", () => {
  const upload = (world = runWorld()) =>
    ann.call(editLevelRoute, { id: level, file: worldFile(serializeWorld(world)) });

  test("becomes the draft, whose work is stored as a version first", async () => {
    const id = await page.block([7, 0, 0]);
    const before = await partsNow();
    expect((await upload()).status).toBe(200);
    await page.one("resync");
    const after = await buildSnapshot(ann, level);
    expect(after.seq).toBe(2);
    expect(after.parts.some(([one]) => one === id)).toBe(false);
    expect(after.parts.map(([, part]) => (part as Part).kind)).toContain("goal");
    const { saves } = await history();
    expect(saves).toHaveLength(1);
    // No id of the draft stands for another part now.
    const ids = new Set(before.map(([one]) => one));
    expect(after.parts.filter(([one]) => ids.has(one)).map(([one]) => one)).toEqual(["goal", "sky", "spawn"]);
    expect(await page.made({ undo: 1 })).toMatchObject({ edit: {} });
    await page.made({ restore: saves[0]?.id ?? "" });
    expect(await partsNow()).toEqual(before);
  });

  test("is found when the level is opened, if it was missed", async () => {
    await page.block([7, 0, 0]);
    page.close();
    ann.variant = {
      ...ann.variant,
      LEVEL_BUILD: { getByName: () => ({ revisionChanged: async () => {} }) } as never,
    };
    expect((await upload()).status).toBe(200);
    ann.variant = { DRAWINGS: ann.variant?.DRAWINGS } as never;
    const again = await openBuild(ann, level);
    expect(again.hello.seq).toBe(2);
    expect((await history()).saves).toHaveLength(1);
    expect((await ann.call(restoreRevisionRoute, { id: level, revision: 1 })).status).toBe(200);
    await again.one("resync");
  });

  test("stores no version if nothing was built, and changes nothing if it's the same document", async () => {
    expect((await upload()).status).toBe(200);
    await page.one("resync");
    expect((await history()).saves).toEqual([]);
    const { seq } = await buildSnapshot(ann, level);
    expect((await upload()).status).toBe(200);
    expect((await buildSnapshot(ann, level)).seq).toBe(seq);
  });

  test("from the builder itself keeps the draft with its ids, even if the object didn't hear of it", async () => {
    const id = await page.block([7, 0, 0]);
    const input = { title: "Mine", visibility: "private" };
    expect((await ann.call(publishBuildRoute, { id: level, ...input })).status).toBe(200);
    const asset =
      (await testEnv.DB.prepare("select asset from level_revisions where level_id = ? and revision = 2")
        .bind(level)
        .first<string>("asset")) ?? "";
    await page.block([8, 0, 0]);
    await runInDurableObject(buildStub(testEnv, level), (_, { storage }) => {
      storage.sql.exec("update meta set value = 1 where key = 'revision'");
      storage.sql.exec("update meta set value = ? where key = 'publishing'", asset);
    });
    await openBuild(ben, level);
    expect(page.all("resync")).toEqual([]);
    expect((await partsNow()).filter(([one]) => one.startsWith("1.")).map(([one]) => one)).toEqual([
      id,
      "1.1",
    ]);
    expect((await history()).saves[0]).toMatchObject({ revision: 2 });
    page.close();
    expect((await openBuild(ann, level, { client: 1, after: 1 })).all("resync")).toEqual([]);
    expect((await partsNow()).some(([one]) => one === id)).toBe(true);
  });
});

describe("a prefab", () => {
  let ann: TestUser;
  beforeEach(async () => {
    ann = await signedInUser();
  });

  const create = (input: Record<string, unknown>) => ann.call(createPrefabRoute, input);
  const list = async (user = ann) => (await user.output(prefabListRoute)).data;
  const stored = () => countRows("prefabs", sql`user_id = ${ann.id}`);

  test("is stored with its parts, without groups and locks, and listed newest first", async () => {
    const star = { kind: "star", position: [0, 2, 0] };
    const lamp = { name: " Lamp ", parts: [{ ...blockAt([0, 1, 0]), group: "3.1", locked: true }, star] };
    const { status, body } = await create(lamp);
    expect([status, body.prefab]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: "Lamp",
        parts: [blockAt([0, 1, 0]), star],
        created_at: expect.any(String),
      },
    ]);
    await create({ name: "Tree", parts: [{ kind: "checkpoint", position: [0, 0, 0] }] });
    expect((await list()).map(({ name }) => name)).toEqual(["Tree", "Lamp"]);
    expect(await list(await signedInUser())).toEqual([]);
  });

  test("can have five hundred parts", async () => {
    const parts = Array.from({ length: BUILD_LIMITS.prefabParts }, (_, i) =>
      blockAt([i + 0.123456789, -0.123456789, 0.5], {
        rotation: [1.23456789, 2.3456789, 3.456789],
        material: "wood",
      }),
    );
    expect(JSON.stringify(parts).length).toBeGreaterThan(64 * 1024);
    expect((await create({ name: "Castle", parts })).status).toBe(201);
    expect((await create({ name: "Castle", parts: [...parts, blockAt([0, 0, 0])] })).body.errors).toEqual({
      parts: ["A prefab can have at most 500 things."],
    });
    expect((await create({ name: "x", parts: ["x".repeat(BUILD_LIMITS.prefabBytes)] })).status).toBe(413);
  });

  test.each<[string, unknown[]]>([
    ["no parts", []],
    ["a spawn", [{ kind: "spawn", position: [0, 0, 0] }]],
    ["a goal", [{ kind: "goal", position: [0, 0, 0] }]],
    ["a sky", [{ kind: "sky" }]],
    ["a group", [{ kind: "group", name: "x" }]],
    ["null", [null]],
    ["a text", ["block"]],
    ["an unknown kind", [{ kind: "__proto__" }]],
    ["an unknown field", [{ ...blockAt([0, 0, 0]), onclick: "x" }]],
    ["a block out of range", [blockAt([5_000, 0, 0])]],
  ])("with %s is refused", async (_, parts) => {
    const { status, body } = await create({ name: "Bad", parts });
    expect([status, Object.keys(body.errors as object)]).toEqual([422, ["parts"]]);
    expect(await stored()).toBe(0);
  });

  test("is refused beyond fifty, also at the same time", async () => {
    await runSql`with recursive n (i) as (select 1 union all select i + 1 from n
      where i < ${BUILD_LIMITS.prefabs - 1})
      insert into prefabs (user_id, name, parts, created_at) select ${ann.id}, 'Old', '[]', 1 from n`;
    const input = { name: "New", parts: [blockAt([0, 0, 0])] };
    const responses = await Promise.all([create(input), create(input), create(input)]);
    expect(responses.map(({ status, body }) => body.code ?? status).sort()).toEqual([
      201,
      "prefab_limit",
      "prefab_limit",
    ]);
    expect(await stored()).toBe(BUILD_LIMITS.prefabs);
  });

  test("goes with its user's account, and so do their invitations", async () => {
    const owner = await createAccountOwner();
    const input = { name: "Lamp", parts: [blockAt([0, 0, 0])] };
    expect((await owner.call(createPrefabRoute, input)).status).toBe(201);
    await inviteEditor(ann, await addLevel(ann.id), owner);
    const account = { username: owner.username, password: PASSWORD };
    expect((await owner.call(deleteAccountRoute, account)).status).toBe(200);
    for (const table of ["prefabs", "level_editors"])
      expect(await countRows(table, sql`user_id = ${owner.id}`), table).toBe(0);
  });

  test("is deleted only by its owner", async () => {
    const input = { name: "Lamp", parts: [blockAt([0, 0, 0])] };
    const params = { id: (await ann.output(createPrefabRoute, input)).prefab.id };
    expect((await (await signedInUser()).call(deletePrefabRoute, params)).status).toBe(404);
    expect(await stored()).toBe(1);
    expect((await ann.call(deletePrefabRoute, params)).body.message).toBe("“Lamp” was deleted.");
    expect((await ann.call(deletePrefabRoute, params)).status).toBe(404);
  });
});
