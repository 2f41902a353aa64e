import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { Database, Meter } from "#db/database.ts";
import { CLOSE_CODES, LIVE_PATH } from "#domain/live/frames.ts";
import { reconnectSpread, returnTime } from "#domain/live/reconnect.ts";
import { OFFLINE, type PresenceState as Whereabouts } from "#domain/presence/presence.ts";
import { alarmsOf, makeDue } from "#tests/support/alarms.ts";
import { flushed, forgetBoard, isOnline, setOnlineCount } from "#tests/support/board.ts";
import { type Browser, countRows, db, runSql, testEnv } from "#tests/support/browser.ts";
import { evict } from "#tests/support/evict.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { connectSocket, requestSocket, TestSocket } from "#tests/support/socket.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { until } from "#tests/support/until.ts";
import { ALARMS_KEY } from "#worker/live/alarm-scheduler.ts";
import { readBoard } from "#worker/live/read-board.ts";
import { boardStub, hubStub, presenceShards, presenceStub } from "#worker/live/stubs.ts";
import { countStatements } from "#worker/presence/counts.ts";
import { runSchedule } from "#worker/schedule.ts";

/** Milliseconds until a hub shows its user as offline; null if it isn't going to. */
const offlineIn = (user: number): Promise<number | null> =>
  runInDurableObject(hubStub(testEnv, user), (_, { storage }) => {
    const { "pages closed": due } = alarmsOf(storage);
    return due === undefined ? null : due - Date.now();
  });

/** Waits until a hub has noticed that its user's last socket is gone. */
const closeNoticed = (user: number): Promise<boolean> => until(async () => (await offlineIn(user)) !== null);

/** Lets the time pass after which a hub shows a user without a page as offline. */
async function passGrace(user: number): Promise<void> {
  await closeNoticed(user);
  await runInDurableObject(hubStub(testEnv, user), (_, { storage }) => {
    makeDue(storage);
    if (storage.kv.get("cut") !== undefined) storage.kv.put("cut", 0);
  });
  await runDurableObjectAlarm(hubStub(testEnv, user));
}

/** Ends a hub and its sockets without notice, as when its process dies. */
async function killHub(user: number): Promise<void> {
  await evict(hubStub(testEnv, user), { webSockets: "close" });
  await runInDurableObject(hubStub(testEnv, user), (_, { storage }) => {
    storage.kv.delete(ALARMS_KEY);
  });
}

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
const presenceOf = (id: number) => hubStub(testEnv, id).presence();
const setPlaying = (id: number, place: { level: number; title: string } | null) =>
  hubStub(testEnv, id).setPlaying(1, 1_000, place);
const LEVEL = { level: 7, title: "Sky Maze" };
const playing = (id: number, title: string) => ({ level: { id, title_tooltip: title } });

test("a member with an open socket is online, and counted once for several", async () => {
  const member = await signedInUser();
  const before = await counters();
  const [first, second] = [await connectSocket(member), await connectSocket(member)];
  await flushed(member.id, 1);
  expect((await counters()).online).toBe(before.online + 1);
  first.close();
  expect(await presenceOf(member.id)).toMatchObject({ online: true });
  second.close();
  await flushed(member.id, 0);
  expect((await counters()).online).toBe(before.online);
});

test("a player without an open page counts as online until they stop playing", async () => {
  const member = await signedInUser();
  const { watcher, page, sees } = await watchingPage(member);
  await flushed(watcher.id, 1);
  const before = await counters();
  await setPlaying(member.id, LEVEL);
  await sees(({ online, player }) => online && player !== null);
  await flushed(member.id, 1);
  expect(await counters()).toEqual({ online: before.online + 1, in_game: before.in_game + 1 });
  await setPlaying(member.id, null);
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
  await setPlaying(member.id, LEVEL);
  await sees(({ player }) => player?.level.title_tooltip === "Sky Maze");
  await setPlaying(member.id, null);
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
  await setPlaying(member.id, LEVEL);
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
  expect(await presenceOf(member.id)).toMatchObject({ online: false, version: 0 });
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

const RESTART = 1012;

const presences = (page: TestSocket) =>
  page.events.flatMap((event) => (event.event === "PresenceChanged" ? event.users : []));

test("the number of people online is read from the board when this process doesn't know it", async () => {
  const member = await signedInUser();
  // None of the object that counts the member, which reports as well.
  const shard = (member.id + 1) % presenceShards(testEnv);
  await boardStub(testEnv).reportPeople(shard, Date.now(), { online: 600, playing: 0 });
  await forgetBoard();
  const socket = await connectSocket(member);
  const { online } = (await readBoard(testEnv, Date.now())).counts;
  expect(online).toBeGreaterThanOrEqual(600);
  expect(await socket.one("Hello")).toMatchObject({ reconnect_ms: reconnectSpread(online) });
  socket.close();
});

test("a member whose socket was cut stays online for their page's return, and a closed page's for two seconds", async () => {
  setOnlineCount(6_000);
  const [cut, left] = [await signedInUser(), await signedInUser()];
  const [cutSocket, leftSocket] = [await connectSocket(cut), await connectSocket(left)];
  cutSocket.closeWith(RESTART);
  leftSocket.close();
  await Promise.all([closeNoticed(cut.id), closeNoticed(left.id)]);
  expect(await offlineIn(cut.id)).toBeGreaterThan(returnTime(100_000) - 20_000);
  expect(await offlineIn(left.id)).toBeLessThanOrEqual(2_000);
  expect(await presenceOf(cut.id)).toMatchObject({ online: true });
});

test("a member who connected when few were online has the time that pages need now", async () => {
  setOnlineCount(0);
  const member = await signedInUser();
  (await connectSocket(member)).closeWith(RESTART);
  await closeNoticed(member.id);
  setOnlineCount(6_000);
  expect(await offlineIn(member.id)).toBeLessThanOrEqual(returnTime(0));
  await runInDurableObject(hubStub(testEnv, member.id), (_, { storage }) => {
    makeDue(storage);
  });
  await runDurableObjectAlarm(hubStub(testEnv, member.id));
  expect(await offlineIn(member.id)).toBeGreaterThan(returnTime(100_000) - 20_000);
  expect(await presenceOf(member.id)).toMatchObject({ online: true });
  setOnlineCount(0);
  await passGrace(member.id);
  expect(await presenceOf(member.id)).toMatchObject({ online: false });
});

test("the first frame says over which time pages return after a cut (rule 17), which a member who is cut has at once", async () => {
  setOnlineCount(6_000);
  const member = await signedInUser();
  const socket = await connectSocket(member);
  expect(await socket.one("Hello")).toMatchObject({ reconnect_ms: 100_000 });
  expect(reconnectSpread(6_000)).toBe(100_000);
  await hubStub(testEnv, member.id).disconnect(RESTART);
  expect(await offlineIn(member.id)).toBeGreaterThan(returnTime(100_000) - 20_000);
  await socket.end();
  setOnlineCount(0);
});

test("watchers see no change when a cut page returns, and its user as offline if it doesn't", async () => {
  const member = await signedInUser();
  const socket = await connectSocket(member);
  const { page } = await watchingPage(member);
  const { cursor } = socket;
  socket.closeWith(RESTART);
  await closeNoticed(member.id);
  const again = await connectSocket(member, cursor);
  expect(await offlineIn(member.id)).toBeNull();
  again.closeWith(RESTART);
  await closeNoticed(member.id);
  await page.settled();
  expect(presences(page)).toMatchObject([{ online: true }]);
  await passGrace(member.id);
  await page.one("PresenceChanged", ({ users }) => users[0]?.online === false);
  await flushed(member.id, 0);
  page.close();
});

test("a member whose second page is closed while the first one is cut stays online", async () => {
  const member = await signedInUser();
  const [first, second] = [await connectSocket(member), await connectSocket(member)];
  first.closeWith(RESTART);
  await closeNoticed(member.id);
  second.close();
  await second.end();
  expect(await offlineIn(member.id)).toBeGreaterThan(10_000);
});

test("a member whose object restarted stays online for their page's return, in the count and for watchers", async () => {
  const member = await signedInUser();
  const socket = await connectSocket(member);
  await flushed(member.id, 1);
  const { page } = await watchingPage(member);
  const { cursor } = socket;
  // As in a release: the sockets are gone without notice, and both objects start in another process.
  await killHub(member.id);
  const shard = presenceStub(testEnv, member.id);
  await runInDurableObject(shard, (_, { storage }) => storage.kv.put("process", "another"));
  await evict(shard);
  await shard.wakeUp();
  await closeNoticed(member.id);
  expect(await offlineIn(member.id)).toBeGreaterThan(10_000);
  const again = await connectSocket(member, cursor);
  expect(await again.one("Hello")).toMatchObject({ resume: "silence" });
  expect(await offlineIn(member.id)).toBeNull();
  await page.settled();
  expect(presences(page)).toMatchObject([{ online: true }]);
  expect(await isOnline(member.id)).toBe(1);
  again.close();
  page.close();
});

test("a player who leaves their level after a restart stays online for their page's return", async () => {
  const member = await signedInUser();
  await connectSocket(member);
  await setPlaying(member.id, LEVEL);
  await killHub(member.id);
  await setPlaying(member.id, null);
  expect(await presenceOf(member.id)).toMatchObject({ online: true, player: null });
  await passGrace(member.id);
  expect(await presenceOf(member.id)).toMatchObject({ online: false });
});

test("a player whose last page is closed is offline as soon as they stop playing", async () => {
  const member = await signedInUser();
  await setPlaying(member.id, LEVEL);
  (await connectSocket(member)).close();
  await closeNoticed(member.id);
  await passGrace(member.id);
  expect(await presenceOf(member.id)).toMatchObject({ online: true });
  await setPlaying(member.id, null);
  expect(await presenceOf(member.id)).toMatchObject({ online: false });
});

test("a member is held by another object after the number of objects changed", async () => {
  const member = await signedInUser();
  const socket = await connectSocket(member);
  await flushed(member.id, 1);
  const hub = hubStub(testEnv, member.id);
  // As if the presence had been published to the third object of another number of them.
  await runInDurableObject(hub, (_, { storage }) => {
    storage.kv.put("published", { ...(storage.kv.get("published") as object), shards: 3 });
  });
  const shard = presenceStub(testEnv, member.id);
  await runInDurableObject(shard, (_, { storage }) => {
    storage.sql.exec("delete from people where user = ?", member.id);
  });
  const second = await connectSocket(member);
  const { page } = await watchingPage(member);
  expect(presences(page)).toMatchObject([{ online: true }]);
  for (const one of [socket, second, page]) one.close();
});

test("pages that return faster than their spread are given turns, without a query", async () => {
  const browser = await signedInUser();
  const request = async (one: Browser, query: string) => {
    const { webSocket } = await requestSocket(one, `${LIVE_PATH}?after=a.1${query}`);
    const socket = new TestSocket(webSocket as WebSocket);
    await until(() => socket.events.length > 0);
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: 40 }, () => request(browser, "&queue=1")));
  const waits = sockets.flatMap(({ events: [first] }) =>
    first?.event === "Closing" && first.code === CLOSE_CODES.wait ? [first.wait_ms ?? 0] : [],
  );
  expect(waits.length).toBeGreaterThan(0);
  // 40 turns take less than a second, and begin one later where the process can't follow.
  expect(waits.every((ms) => ms > 0 && ms < 2_000)).toBe(true);
  // A page with a turn, or one that its user is writing on, doesn't queue.
  const direct = await request(browser, "");
  expect(await direct.one("Hello")).toMatchObject({ resume: "resync" });
  for (const one of [...sockets, direct]) one.close();
});
