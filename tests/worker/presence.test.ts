import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { Database, Meter } from "#db/database.ts";
import { OFFLINE, type PresenceState as Whereabouts } from "#domain/presence/presence.ts";
import { flushed, isOnline } from "#tests/support/board.ts";
import { countRows, db, runSql, testEnv } from "#tests/support/browser.ts";
import { evict } from "#tests/support/evict.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { killHub, passGrace } from "#tests/support/grace.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { hubStub, presenceStub } from "#worker/live/stubs.ts";
import { countStatements } from "#worker/presence/counts.ts";
import { runSchedule } from "#worker/schedule.ts";

const counters = async () => {
  const rows = await runSql<{ name: string; value: number }>`select name, value from counters
    where name in ('online', 'in_game')`;
  const countOf = (name: string) => rows.find((row) => row.name === name)?.value ?? 0;
  return { online: countOf("online"), in_game: countOf("in_game") };
};
/** A page of a new user that watches these members, and has got their first states. */
async function watchingPage(...members: { id: number }[]) {
  const watcher = await signedInUser();
  const page = await connectSocket(watcher);
  page.sendFrame({ type: "watch", user_ids: members.map(({ id }) => id) });
  const { users } = await page.one("PresenceChanged");
  const sees = (state: (user: (typeof users)[number]) => boolean) =>
    page.one("PresenceChanged", ({ users: [user] }) => user !== undefined && state(user));
  return { watcher, page, users, sees };
}
const LEVEL = { level: 7, title: "Sky Maze" };
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
  const member = await signedInUser();
  const { watcher, page, sees } = await watchingPage(member);
  await flushed(watcher.id, 1);
  const before = await counters();
  await hubStub(testEnv, member.id).setPlaying(1, 1_000, LEVEL);
  await sees(({ online, player }) => online && player !== null);
  await flushed(member.id, 1);
  expect(await counters()).toEqual({ online: before.online + 1, in_game: before.in_game + 1 });
  await hubStub(testEnv, member.id).setPlaying(1, 1_000, null);
  await sees(({ online }) => !online);
  await flushed(member.id, 0);
  expect(await counters()).toEqual(before);
  page.close();
});

test("reloading a page doesn't make its user leave and join", async () => {
  const member = await signedInUser();
  const page = await connectSocket(member);
  const watching = await watchingPage(member);
  expect(watching.users).toMatchObject([{ online: true }]);
  page.close();
  const again = await connectSocket(member);
  await runDurableObjectAlarm(hubStub(testEnv, member.id));
  again.close();
  await watching.sees(({ online }) => !online);
  expect(watching.page.events.filter(({ event }) => event === "PresenceChanged")).toHaveLength(2);
  watching.page.close();
});

test("pages receive where the users they watch are, and when they move", async () => {
  const members = [await signedInUser(), await signedInUser()] as const;
  const [member] = members;
  const { watcher, page, users, sees } = await watchingPage(...members);
  const another = await connectSocket(watcher);
  expect(users).toEqual(members.map(({ id }) => ({ user_id: id, ...OFFLINE })));
  const ownSocket = await connectSocket(member);
  await sees(({ user_id, online }) => user_id === member.id && online);
  await hubStub(testEnv, member.id).setPlaying(1, 1_000, LEVEL);
  await sees(({ player }) => player?.level.title_tooltip === "Sky Maze");
  await hubStub(testEnv, member.id).setPlaying(1, 1_000, null);
  await sees(({ player, online }) => player === null && online);
  await another.settled();
  expect(another.events.some(({ event }) => event === "PresenceChanged")).toBe(false);
  for (const socket of [page, another, ownSocket]) socket.close();
});

test("a member who appears offline is in no count, no watcher's page and no level", async () => {
  const member = await signedInUser();
  const ownSocket = await connectSocket(member);
  await flushed(member.id, 1);
  const { page, users, sees } = await watchingPage(member);
  expect(users).toMatchObject([{ online: true }]);
  await hubStub(testEnv, member.id).setHidden(true);
  await sees(({ online }) => !online);
  ownSocket.close();
  await hubStub(testEnv, member.id).setPlaying(1, 1_000, LEVEL);
  await flushed(member.id, 0);
  expect(await countRows("playing", sql`user_id = ${member.id}`)).toBe(0);
  await hubStub(testEnv, member.id).setHidden(false);
  expect(await sees(({ player }) => player !== null)).toMatchObject({ users: [{ online: true }] });
  page.close();
});

test("a member who already appeared offline is hidden from the first moment", async () => {
  const member = await signedInUser({ appear_offline: 1 });
  const { page } = await watchingPage(member);
  const ownSocket = await connectSocket(member);
  await ownSocket.settled();
  expect(await hubStub(testEnv, member.id).presence()).toMatchObject({ online: false, version: 0 });
  for (const socket of [page, ownSocket]) socket.close();
});

test("watchers receive moves even after every object was evicted", async () => {
  const member = await signedInUser();
  const { watcher, page, sees } = await watchingPage(member);
  for (const stub of [hubStub(testEnv, watcher.id), presenceStub(testEnv, member.id)]) await evict(stub);
  const ownSocket = await connectSocket(member);
  await sees(({ online }) => online);
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
  const online = { online: true, player: null };
  for (const [place, some, most] of [
    [online, one, 2],
    [{ ...online, player: playing(7, "Sky Maze") }, one, 2],
    [{ ...online, player: playing(8, "Other") }, one, 1],
    [online, one, 2],
    [OFFLINE, one, 2],
    [online, people, 11],
    [online, people, 0],
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
      const there = sql`user_id = ${user} and level_id = ${player?.level.id ?? 0}`;
      expect(await countRows("playing", there)).toBe(player ? 1 : 0);
    }
    const offline = ids.map((user) => ({ user, ...OFFLINE }));
    await db.batch({ counts: countStatements(offline, 3) });
  });
});
