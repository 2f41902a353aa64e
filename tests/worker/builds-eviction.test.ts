import { runInDurableObject } from "cloudflare:test";
import { GOAL_ID } from "#domain/build/ids.ts";
import { testEnv } from "#tests/support/browser.ts";
import {
  type BuildClient,
  blockAt,
  buildSnapshot,
  openBuild,
  partsOf,
  replay,
} from "#tests/support/build-client.ts";
import { evict } from "#tests/support/evict.ts";
import { makeSharedBuild } from "#tests/support/shared-build.ts";
import type { TestUser } from "#tests/support/test-user.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { addLevel } from "#tests/support/world.ts";
import { buildStub } from "#worker/live/stubs.ts";

let ann: TestUser;
let ben: TestUser;
let level: number;
let page: BuildClient;
let other: BuildClient;
beforeEach(async () => {
  ({ ann, ben, level, page } = await makeSharedBuild());
  other = await openBuild(ben, level);
});

/** Ends the object; its storage stays, and sockets that hibernate do, too. */
const evictBuild = () => evict(buildStub(testEnv, level));

test("after an eviction, the document is the same and the numbers go on", async () => {
  const before = await buildSnapshot(ann, level);
  const ids = [await page.block([1, 0, 0]), await page.block([2, 0, 0])];
  await other.made({ set: ids.map((id) => [id, { color: "ff0000" }]) });
  await page.made({ undo: 2 });
  const made = await buildSnapshot(ann, level);
  await evictBuild();
  expect(await buildSnapshot(ann, level)).toEqual(made);
  expect(await page.made({ add: [[page.newId(), blockAt([3, 0, 0])]] })).toEqual({ ok: 4, s: 5 });
  expect(await other.made({ undo: 1 })).toMatchObject({ s: 6 });
  await page.one("c", ({ s }) => s === 6);
  await other.one("c", ({ s }) => s === 5);
  // Each page gets the operations of the other one.
  const seen = [...page.all("c"), ...other.all("c")].sort((a, b) => a.s - b.s);
  const after = await buildSnapshot(ann, level);
  expect(partsOf(replay(before, seen))).toBe(JSON.stringify(after.parts));
  expect(page.closed).toBe(null);
});

test("after an eviction, undoing still leaves what others have changed", async () => {
  const id = await page.block([1, 0, 0]);
  await page.made({ set: [[id, { color: "ff0000", position: [2, 0, 0] }]] });
  await evictBuild();
  await other.made({ set: [[id, { color: "00ff00" }]] });
  await evictBuild();
  expect(await page.made({ undo: 2 })).toEqual({
    ok: 3,
    s: 4,
    edit: { set: [[id, { position: [1, 0, 0] }]] },
    skipped: [{ username: ben.username, count: 1 }],
  });
});

test("after an eviction, undoing still leaves a goal deleted that another page has replaced and deleted", async () => {
  const { ok: n } = await page.made({ del: [GOAL_ID] });
  await evictBuild();
  await other.made({ add: [[GOAL_ID, { kind: "goal", position: [0, 2, 0] }]] });
  await other.made({ del: [GOAL_ID] });
  await evictBuild();
  expect(await page.made({ undo: n })).toMatchObject({
    edit: {},
    skipped: [{ username: ben.username, count: 1 }],
  });
});

test("a deletion that was stored before deletions had authors can still be undone", async () => {
  const id = await page.block([1, 0, 0]);
  const { ok: n } = await page.made({ del: [id] });
  await runInDurableObject(buildStub(testEnv, level), (_, { storage }) => {
    storage.sql.exec("delete from deletions");
    storage.sql.exec("update ops set changes = json_set(changes, '$[0].after', null) where n = ?", n);
  });
  await evictBuild();
  expect(await page.made({ undo: n })).toMatchObject({ edit: { add: [[id, blockAt([1, 0, 0])]] } });
});

test("after an eviction, people, colors and rights are still known", async () => {
  await evictBuild();
  const again = await openBuild(ann, level);
  expect((await again.one("people")).people.map(({ client, color }) => [client, color])).toEqual([
    [1, 0],
    [2, 1],
    [3, 0],
  ]);
  await evictBuild();
  await buildStub(testEnv, level).closeSockets(ben.id, 4403);
  expect(await other.end()).toBe(4403);
  expect(page.closed).toBe(null);
});

test("a page resumes after its object has ended", async () => {
  await page.block([1, 0, 0]);
  page.close();
  other.close();
  await evictBuild();
  const again = await openBuild(ann, level, { client: 1, after: 0 });
  expect(again.received.slice(0, 2)).toEqual([
    { hello: { client: 1, n: 1, seq: 1, color: 0 } },
    { ok: 1, s: 1, edit: { add: [["1.0", blockAt([1, 0, 0])]] } },
  ]);
  again.continueFrom(1, 1);
  await again.block([2, 0, 0]);
  expect((await openBuild(ann, level)).hello.client).toBe(3);
});

test("an operation that can't be stored isn't confirmed, and memory is as storage", async () => {
  const before = await buildSnapshot(ann, level);
  await runInDurableObject(buildStub(testEnv, level), (_, { storage }) => {
    storage.sql.exec("create trigger full before insert on ops begin select raise(abort, 'full'); end");
  });
  page.op({ add: [[page.newId(), blockAt([1, 0, 0])]] });
  expect(await page.end()).toBe(1011);
  expect(expectWorkerErrors().join()).toContain("full");
  expect(await buildSnapshot(ann, level)).toEqual(before);
  await runInDurableObject(buildStub(testEnv, level), (_, { storage }) => {
    storage.sql.exec("drop trigger full");
  });
  const again = await openBuild(ann, level, { client: 1, after: 0 });
  expect(again.hello.n).toBe(0);
  await again.block([1, 0, 0]);
  expect(other.all("c")).toEqual([{ s: 1, c: 1, add: [["1.0", blockAt([1, 0, 0])]] }]);
});

test("a level that is only looked at stores no operations, and its document is read once", async () => {
  const quiet = await addLevel(ann.id, { visibility: "private" });
  await buildStub(testEnv, quiet).recheck();
  await buildStub(testEnv, quiet).revisionChanged(7);
  await buildStub(testEnv, quiet).levelDeleted();
  await runInDurableObject(buildStub(testEnv, quiet), (_, { storage }) => {
    expect(storage.sql.exec("select name from sqlite_master where name = 'parts'").toArray()).toEqual([]);
  });
});
