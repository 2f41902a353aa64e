import { runInDurableObject } from "cloudflare:test";
import { GOAL_ID, SPAWN_ID } from "#domain/build/ids.ts";
import { testEnv } from "#tests/support/browser.ts";
import {
  type BuildClient,
  blockAt,
  buildSnapshot,
  openBuild,
  partsOf,
  rejectedBuild,
  replay,
} from "#tests/support/build-client.ts";
import { evict } from "#tests/support/evict.ts";
import { makeSharedBuild } from "#tests/support/invite-editor.ts";
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

test("a level that is opened to be built begins with its newest revision; pages get a number, and a person's pages one color", async () => {
  const snapshot = await buildSnapshot(ann, level);
  expect(snapshot.seq).toBe(0);
  expect(snapshot.parts.map(([id]) => id)).toContain(SPAWN_ID);
  expect(snapshot.parts.filter(([id]) => id.startsWith("0."))).not.toEqual([]);
  expect(page.hello).toEqual({ client: 1, n: 0, seq: 0, color: 0 });
  expect(other.hello).toEqual({ client: 2, n: 0, seq: 0, color: 1 });
  const { people } = await page.one("people", ({ people }) => people.length === 2);
  expect(people).toMatchObject([
    { client: 1, color: 0, user: { username: ann.username } },
    { client: 2, color: 1, user: { username: ben.username } },
  ]);
  other.close();
  await page.one("people", ({ people }) => people.length === 1);
  expect([other.hello.color, (await openBuild(ann, level)).hello.color]).toEqual([1, 0]);
});

test("an operation is confirmed, sent to others, and part of the document", async () => {
  const before = await buildSnapshot(ann, level);
  const id = page.newId();
  expect(await page.made({ add: [[id, blockAt([1, 2, 3])]] })).toEqual({ ok: 1, s: 1 });
  expect(await other.one("c")).toEqual({ s: 1, c: 1, add: [[id, blockAt([1, 2, 3])]] });
  await page.made({ set: [[id, { color: "ff0000" }]] });
  await page.made({ del: [id], set: [[SPAWN_ID, { yaw: 90 }]] });
  await other.one("c", ({ s }) => s === 3);
  const after = await buildSnapshot(ann, level);
  expect(after.seq).toBe(3);
  expect(partsOf(replay(before, other.received))).toBe(JSON.stringify(after.parts));
  expect(page.all("c"), "its own operations aren't sent to a page").toEqual([]);
});

test("an operation that was handled before is confirmed again and not made again", async () => {
  const id = page.newId();
  await page.made({ add: [[id, blockAt([1, 2, 3])]] });
  await page.made({ undo: 1 });
  page.send({ n: 1, add: [[id, blockAt([1, 2, 3])]] });
  page.send({ n: 2, undo: 1 });
  await page.until(() => page.all("ok").length === 4);
  expect(page.all("ok").slice(2)).toEqual([
    { ok: 1, s: 1 },
    { ok: 2, s: 2, edit: { del: [id] } },
  ]);
  expect((await buildSnapshot(ann, level)).seq).toBe(2);
  expect(other.all("c")).toHaveLength(2);
});

test("an operation that is refused changes nothing, and isn't sent to others", async () => {
  const before = await buildSnapshot(ann, level);
  expect(await page.refused({ add: [["9.1", blockAt([0, 0, 0])]] })).toBe(
    "A new thing has the id of something else.",
  );
  expect(await page.refused({ del: [SPAWN_ID] })).toBe("The spawn can't be deleted.");
  expect(await buildSnapshot(ann, level)).toEqual(before);
  await page.block();
  await other.one("c");
  expect(other.all("c")).toHaveLength(1);
});

test("undoing takes an operation back once, and undoing that makes it again", async () => {
  const before = await buildSnapshot(ann, level);
  const id = await page.block([1, 1, 1]);
  const made = await buildSnapshot(ann, level);
  expect(await page.made({ undo: 1 })).toEqual({ ok: 2, s: 2, edit: { del: [id] } });
  expect((await buildSnapshot(ann, level)).parts).toEqual(before.parts);
  expect(await page.refused({ undo: 1 })).toBe("This was undone already.");
  await page.made({ undo: 2 });
  expect((await buildSnapshot(ann, level)).parts).toEqual(made.parts);
  await page.made({ undo: 4 });
  expect((await buildSnapshot(ann, level)).parts).toEqual(before.parts);
  await other.one("c", ({ s }) => s === 4);
  expect(partsOf(replay(before, other.received))).toBe(JSON.stringify(before.parts));
});

test("undoing leaves what others have changed since, and says whose it is", async () => {
  const ids = [await page.block([1, 0, 0]), await page.block([2, 0, 0])];
  const [first = "", second = ""] = ids;
  await page.made({ set: ids.map((id) => [id, { color: "ff0000", position: [9, 9, 9] }]) });
  await other.made({ set: [[first, { color: "00ff00" }]], del: [second] });
  const { edit, skipped } = await page.made({ undo: 3 });
  expect(edit).toEqual({ set: [[first, { position: [1, 0, 0] }]] });
  expect(skipped).toEqual([{ username: ben.username, count: 2 }]);
  const { parts } = await buildSnapshot(ann, level);
  expect(parts.find(([id]) => id === first)?.[1]).toMatchObject({ color: "00ff00", position: [1, 0, 0] });
  expect(await page.made({ undo: 1 })).toMatchObject({
    edit: {},
    skipped: [{ username: ben.username, count: 1 }],
  });
});

test("undoing doesn't reach operations of others, or those that don't exist", async () => {
  await page.block();
  expect(await other.refused({ undo: 1 }).catch(() => other.end())).toBe(4400);
  const again = await openBuild(ben, level);
  await again.block();
  await page.block();
  await page.block();
  // The number of an operation of the other page, but not of this one.
  expect(await again.made({ add: [["3.1", blockAt([0, 0, 0])]] })).toMatchObject({ ok: 2 });
  expect(await again.made({ undo: 1 })).toMatchObject({ edit: { del: ["3.0"] } });
  expect((await buildSnapshot(ann, level)).parts.filter(([id]) => id.startsWith("1."))).toHaveLength(3);
});

describe("a page that comes back", () => {
  test("gets what it missed, and neither loses nor repeats an operation", async () => {
    await page.block([1, 0, 0]);
    const seen = await buildSnapshot(ann, level);
    page.op({ add: [[page.newId(), blockAt([2, 0, 0])]] });
    page.op({ undo: 1 });
    page.close();
    await other.one("c", ({ s }) => s === 3);
    await other.block([3, 0, 0]);
    const again = await openBuild(ann, level, { client: page.hello.client, after: seen.seq });
    expect(again.hello).toMatchObject({ client: 1, n: 3, seq: 4 });
    expect(again.received.slice(1, 4)).toEqual([
      { ok: 2, s: 2, edit: { add: [["1.1", blockAt([2, 0, 0])]] } },
      { ok: 3, s: 3, edit: { del: ["1.0"] } },
      { s: 4, c: 2, add: [["2.0", blockAt([3, 0, 0])]] },
    ]);
    again.continueFrom(3, 2);
    await again.block([4, 0, 0]);
    const made = (await buildSnapshot(ann, level)).parts.filter(([id]) => /^[12]\./.test(id));
    expect(made.map(([id]) => id)).toEqual(["1.1", "1.2", "2.0"]);
  });

  test("isn't let in with a number that it doesn't have, takes the place of its older socket, and fetches what it lacks", async () => {
    const client = page.hello.client;
    expect(await rejectedBuild(ben, level, { client, after: 0 })).toBe(4400);
    expect(await rejectedBuild(ann, level, { client: 77, after: 0 })).toBe(4400);
    expect(page.closed).toBe(null);
    const again = await openBuild(ann, level, { client: 1, after: 0 });
    expect(await page.end()).toBe(4409);
    expect((await again.one("people")).people.map(({ client }) => client)).toEqual([1, 2]);
    again.continueFrom(0, 0);
    await again.block();
    expect((await openBuild(ann, level, { client: 1, after: 77 })).received[1]).toEqual({ resync: true });
  });
});

test("presence reaches everyone in one message, and a new page at once", async () => {
  page.send({ p: { at: [1, 2, 3] } });
  page.send({ p: { sel: ["0.1"] } });
  other.send({ p: { at: null, drag: [["0.1", { position: [1, 1, 1] }]] } });
  const { p } = await other.one("p", (message) => message.p.length === 2);
  expect(p).toEqual([
    [1, { at: [1, 2, 3], sel: ["0.1"] }],
    [2, { at: null, drag: [["0.1", { position: [1, 1, 1] }]] }],
  ]);
  expect((await (await openBuild(ben, level)).one("p")).p).toEqual(p);
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
  expect(partsOf(replay(before, seen))).toBe(JSON.stringify((await buildSnapshot(ann, level)).parts));
  expect(page.closed).toBe(null);
});

test("after an eviction, undoing still leaves what others have changed, or replaced and deleted", async () => {
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
