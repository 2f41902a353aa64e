import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { Database, Meter } from "#db/database.ts";
import { OFFLINE, type PresenceState as Whereabouts } from "#domain/presence/presence.ts";
import { flushPresence } from "#tests/support/board.ts";
import { countRows, db, runSql, testEnv } from "#tests/support/browser.ts";
import { evict } from "#tests/support/evict.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { killHub, passGrace } from "#tests/support/grace.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { until } from "#tests/support/until.ts";
import { hubStub, presenceStub } from "#worker/live/stubs.ts";
import { countStatements } from "#worker/presence/counts.ts";
import { runSchedule } from "#worker/schedule.ts";

const counters = async () => {
  const rows = await runSql<{ name: string; value: number }>`select name, value from counters
    where name in ('online', 'in_game')`;
  const countOf = (name: string) => rows.find((row) => row.name === name)?.value ?? 0;
  return { online: countOf("online"), in_game: countOf("in_game") };
};
const isOnline = (id: number) => countRows("presence", sql`user_id = ${id}`);
/** Waits until the state of the Durable Objects is written to D1. */
const flushed = (id: number, online: 0 | 1) =>
  until(async () => {
    await flushPresence(id);
    return (await isOnline(id)) === online;
  });
const playing = (id: number, title: string) => ({ level: { id, title_tooltip: title } });

test("a member with an open socket is online, and counted once for several", async () => {
  const member = await signedInUser();
  const before = await counters();
  const [first, second] = [await connectSocket(member), await connectSocket(member)];
  await flushed(member.id, 1);
  expect((await counters()).online).toBe(before.online + 1);
  first.close();
  expect(await hubStub(testEnv, member.id).presence()).toMatchObject({ online: true });
  second.close();
  await flushed(member.id, 0);
  expect((await counters()).online).toBe(before.online);
});

test("a player without an open page counts as online until they stop playing", async () => {
  const [member, watcher] = [await signedInUser(), await signedInUser()];
  const page = await connectSocket(watcher);
  page.sendFrame({ type: "watch", user_ids: [member.id] });
  await page.one("PresenceChanged");
  await flushed(watcher.id, 1);
  const before = await counters();
  await hubStub(testEnv, member.id).setPlaying(1, 1_000, { level: 7, title: "Sky Maze" });
  await page.one("PresenceChanged", ({ users }) => users[0]?.online === true && users[0].player !== null);
  await flushed(member.id, 1);
  expect(await counters()).toEqual({ online: before.online + 1, in_game: before.in_game + 1 });
  await hubStub(testEnv, member.id).setPlaying(1, 1_000, null);
  await page.one("PresenceChanged", ({ users }) => users[0]?.online === false);
  await flushed(member.id, 0);
  expect(await counters()).toEqual(before);
  page.close();
});

test("reloading a page doesn't make its user leave and join", async () => {
  const [member, watcher] = [await signedInUser(), await signedInUser()];
  const page = await connectSocket(member);
  const watching = await connectSocket(watcher);
  watching.sendFrame({ type: "watch", user_ids: [member.id] });
  await watching.one("PresenceChanged", ({ users }) => users[0]?.online === true);
  page.close();
  const again = await connectSocket(member);
  await runDurableObjectAlarm(hubStub(testEnv, member.id));
  again.close();
  await watching.one("PresenceChanged", ({ users }) => users[0]?.online === false);
  expect(watching.events.filter(({ event }) => event === "PresenceChanged")).toHaveLength(2);
  watching.close();
});

test("pages receive where the users they watch are, and when they move", async () => {
  const [member, watcher, other] = [await signedInUser(), await signedInUser(), await signedInUser()];
  const page = await connectSocket(watcher);
  const another = await connectSocket(watcher);
  page.sendFrame({ type: "watch", user_ids: [member.id, other.id] });
  const first = await page.one("PresenceChanged");
  expect(first.users).toEqual([
    { user_id: member.id, ...OFFLINE },
    { user_id: other.id, ...OFFLINE },
  ]);
  const ownSocket = await connectSocket(member);
  await page.one("PresenceChanged", ({ users }) => users[0]?.user_id === member.id && users[0].online);
  await hubStub(testEnv, member.id).setPlaying(1, 1_000, { level: 7, title: "Sky Maze" });
  await page.one("PresenceChanged", ({ users }) => users[0]?.player?.level.title_tooltip === "Sky Maze");
  await hubStub(testEnv, member.id).setPlaying(1, 1_000, null);
  await page.one("PresenceChanged", ({ users }) => users[0]?.player === null && users[0].online);
  await another.settled();
  expect(another.events.some(({ event }) => event === "PresenceChanged")).toBe(false);
  for (const socket of [page, another, ownSocket]) socket.close();
});

test("a member who appears offline is in no count, no watcher's page and no level", async () => {
  const [member, watcher] = [await signedInUser(), await signedInUser()];
  const [page, ownSocket] = [await connectSocket(watcher), await connectSocket(member)];
  await flushed(member.id, 1);
  page.sendFrame({ type: "watch", user_ids: [member.id] });
  await page.one("PresenceChanged", ({ users }) => users[0]?.online === true);
  await hubStub(testEnv, member.id).setHidden(true);
  await page.one("PresenceChanged", ({ users }) => users[0]?.online === false);
  ownSocket.close();
  await hubStub(testEnv, member.id).setPlaying(1, 1_000, { level: 7, title: "Sky Maze" });
  await flushed(member.id, 0);
  expect(await countRows("playing", sql`user_id = ${member.id}`)).toBe(0);
  await hubStub(testEnv, member.id).setHidden(false);
  expect(await page.one("PresenceChanged", ({ users }) => users[0]?.player !== null)).toMatchObject({
    users: [{ online: true }],
  });
  page.close();
});

test("a member who already appeared offline is hidden from the first moment", async () => {
  const [member, watcher] = [await signedInUser({ appear_offline: 1 }), await signedInUser()];
  const page = await connectSocket(watcher);
  page.sendFrame({ type: "watch", user_ids: [member.id] });
  await page.one("PresenceChanged");
  const ownSocket = await connectSocket(member);
  await ownSocket.settled();
  expect(await hubStub(testEnv, member.id).presence()).toMatchObject({ online: false, version: 0 });
  for (const socket of [page, ownSocket]) socket.close();
});

test("watchers receive moves even after every object was evicted", async () => {
  const [member, watcher] = [await signedInUser(), await signedInUser()];
  const page = await connectSocket(watcher);
  page.sendFrame({ type: "watch", user_ids: [member.id] });
  await page.one("PresenceChanged");
  for (const stub of [hubStub(testEnv, watcher.id), presenceStub(testEnv, member.id)]) await evict(stub);
  const ownSocket = await connectSocket(member);
  await page.one("PresenceChanged", ({ users }) => users[0]?.online === true);
  for (const socket of [page, ownSocket]) socket.close();
});

test("a user whose sockets died with their process is found to be offline", async () => {
  const member = await signedInUser();
  await connectSocket(member);
  await flushed(member.id, 1);
  const shard = presenceStub(testEnv, member.id);
  // As after a crash: the sockets are gone without notice, and the object starts in another process.
  await killHub(member.id);
  await runInDurableObject(shard, (_, { storage }) => storage.kv.put("process", "another"));
  await evict(shard);
  await runSchedule(testEnv);
  await passGrace(member.id);
  await flushed(member.id, 0);
});

test("a late update of a hub doesn't undo a newer one", async () => {
  const { id } = await signedInUser();
  const shard = presenceStub(testEnv, id);
  await shard.setPresence(id, { online: true, player: null, version: 2 });
  await shard.setPresence(id, { ...OFFLINE, version: 1 });
  await flushed(id, 1);
  await shard.setPresence(id, { ...OFFLINE, version: 3 });
  await flushed(id, 0);
});

test("a change of presence writes at most two rows, however often it is repeated", async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => signedInUser()));
  const write = async (place: Whereabouts, some = people) => {
    const meter = new Meter();
    const moved = some.map(({ id }) => ({ user: id, ...place }));
    await new Database(testEnv.DB, meter).batch({ counts: countStatements(moved, Date.now()) });
    return meter;
  };
  const one = people.slice(0, 1);
  const inLevel = { online: true, player: playing(7, "Sky Maze") };
  for (const [place, some, most] of [
    [{ online: true, player: null }, one, 2],
    [inLevel, one, 2],
    [{ ...inLevel, player: playing(8, "Other") }, one, 1],
    [{ online: true, player: null }, one, 2],
    [OFFLINE, one, 2],
    [{ online: true, player: null }, people, 11],
    [{ online: true, player: null }, people, 0],
    [OFFLINE, people, 11],
  ] as const) {
    const { roundTrips: rounds, rowsWritten } = await write(place, [...some]);
    expect(rounds).toBe(1);
    expect(rowsWritten, JSON.stringify(place)).toBeLessThanOrEqual(most);
  }
});

test("the counters always equal the number of rows, in any order of changes", async () => {
  const ids = (await Promise.all(Array.from({ length: 5 }, () => signedInUser()))).map(({ id }) => id);
  const before = await counters();
  const move = fc.record({
    user: fc.constantFrom(...ids),
    online: fc.boolean(),
    player: fc.option(fc.constantFrom(playing(7, "A"), playing(8, "B"))),
  });
  const batch = fc.uniqueArray(move, { selector: ({ user }) => user, minLength: 1 });
  await forAllAsync(25, fc.array(batch, { maxLength: 6 }), async (batches) => {
    for (const people of batches) {
      await db.batch({ counts: countStatements(people, 1) });
      // A write whose response was lost is repeated.
      await db.batch({ counts: countStatements(people, 2) });
    }
    const mine = sql`user_id in (select value from json_each(${JSON.stringify(ids)}))`;
    expect(await counters()).toEqual({
      online: before.online + (await countRows("presence", mine)),
      in_game: before.in_game + (await countRows("playing", mine)),
    });
    const last = new Map(batches.flat().map((one) => [one.user, one]));
    for (const [user, { online, player }] of last) {
      expect(await isOnline(user)).toBe(online ? 1 : 0);
      expect(await countRows("playing", sql`user_id = ${user} and level_id = ${player?.level.id ?? 0}`)).toBe(
        player ? 1 : 0,
      );
    }
    await db.batch({
      counts: countStatements(
        ids.map((user) => ({ user, ...OFFLINE })),
        3,
      ),
    });
  });
});
