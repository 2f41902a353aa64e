import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { CLOSE_CODES, LIVE_PATH } from "#domain/live/frames.ts";
import { reconnectSpread, returnTime } from "#domain/live/reconnect.ts";
import { flushed, forgetBoard, isOnline, setOnlineCount } from "#tests/support/board.ts";
import { type Browser, testEnv } from "#tests/support/browser.ts";
import { evict } from "#tests/support/evict.ts";
import { closeNoticed, killHub, offlineIn, passGrace } from "#tests/support/grace.ts";
import { connectSocket, requestSocket, TestSocket } from "#tests/support/socket.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { until } from "#tests/support/until.ts";
import { readBoard } from "#worker/live/read-board.ts";
import { boardStub, hubStub, presenceShards, presenceStub } from "#worker/live/stubs.ts";

const RESTART = 1012;

const presenceOf = (id: number) => hubStub(testEnv, id).presence();
const setPlaying = (id: number, place: { level: number; title: string } | null) =>
  hubStub(testEnv, id).setPlaying(1, 1_000, place);
const LEVEL = { level: 7, title: "Sky Maze" };

/** Opens a page that watches a user. */
async function watch(id: number): Promise<TestSocket> {
  const page = await connectSocket(await signedInUser());
  page.sendFrame({ type: "watch", user_ids: [id] });
  await page.one("PresenceChanged");
  return page;
}

const presences = (page: TestSocket) =>
  page.events.flatMap((event) => (event.event === "PresenceChanged" ? event.users : []));

test("the first frame of a socket says over which time pages return after a cut (rule 17)", async () => {
  setOnlineCount(6_000);
  const socket = await connectSocket(await signedInUser());
  expect(await socket.one("Hello")).toMatchObject({ reconnect_ms: 100_000 });
  expect(reconnectSpread(6_000)).toBe(100_000);
  socket.close();
});

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
  const socket = await connectSocket(member);
  socket.closeWith(RESTART);
  await closeNoticed(member.id);
  setOnlineCount(6_000);
  expect(await offlineIn(member.id)).toBeLessThanOrEqual(returnTime(0));
  await runInDurableObject(hubStub(testEnv, member.id), (_, { storage }) => {
    storage.sql.exec("update alarms set due = 1");
  });
  await runDurableObjectAlarm(hubStub(testEnv, member.id));
  expect(await offlineIn(member.id)).toBeGreaterThan(returnTime(100_000) - 20_000);
  expect(await presenceOf(member.id)).toMatchObject({ online: true });
  setOnlineCount(0);
  await passGrace(member.id);
  expect(await presenceOf(member.id)).toMatchObject({ online: false });
});

test("a member whose sockets the site cuts has the time of a return at once", async () => {
  setOnlineCount(6_000);
  const member = await signedInUser();
  const socket = await connectSocket(member);
  await hubStub(testEnv, member.id).disconnect(RESTART);
  expect(await offlineIn(member.id)).toBeGreaterThan(returnTime(100_000) - 20_000);
  await socket.end();
  setOnlineCount(0);
});

test("watchers see no change when a cut page returns, and its user as offline if it doesn't", async () => {
  const member = await signedInUser();
  const socket = await connectSocket(member);
  const page = await watch(member.id);
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
  const page = await watch(member.id);
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
  const socket = await connectSocket(member);
  socket.close();
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
  const page = await watch(member.id);
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
  expect(waits.every((ms) => ms > 0 && ms < 1_000)).toBe(true);
  // A page with a turn, or one that its user is writing on, doesn't queue.
  const direct = await request(browser, "");
  expect(await direct.one("Hello")).toMatchObject({ resume: "resync" });
  for (const one of [...sockets, direct]) one.close();
});
