import { runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { joinTokenRoute } from "#domain/play/api.ts";
import { parseRoomPath } from "#domain/room/api.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { countRows, testEnv } from "#tests/support/browser.ts";
import { evict } from "#tests/support/evict.ts";
import {
  enterRoom,
  joinRoom,
  openRoom,
  type RoomClient,
  type RoomTicket,
  roomTicket,
} from "#tests/support/room-client.ts";
import { openRoomPath } from "#tests/support/room-hosts.ts";
import { addRevision, createRunLevel } from "#tests/support/runs.ts";
import { StoppedClock } from "#tests/support/stopped-clock.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { until } from "#tests/support/until.ts";
import { roomStub } from "#worker/live/stubs.ts";

let level: number;
let clock: StoppedClock;
const maker = await signedInUser();
beforeEach(async () => {
  level = await createRunLevel(maker);
  clock = new StoppedClock();
});
afterEach(() => clock.restore());

const room = () => roomStub(testEnv, level, 0);
const stats = () => room().stats();
const waitForPlayers = (count: number) => until(async () => (await stats()).players === count);
const waitForLeft = (client: RoomClient, user: TestUser) =>
  client.until(() => client.playerOf(user) === undefined);

/** Two players who see each other. */
async function two() {
  const [ann, ben] = [await signedInUser(), await signedInUser()];
  const [a, b] = [await joinRoom(ann, level), await joinRoom(ben, level)];
  await a.until(() => a.playerOf(ben) !== undefined);
  return { ann, ben, a, b };
}

describe("a player", () => {
  test("leaves at once with their page, and is seen leaving", async () => {
    const { ben, a, b } = await two();
    b.close(1001);
    await waitForLeft(a, ben);
    expect((await stats()).players).toBe(1);
  });

  test("keeps the seat for ten seconds after a cut", async () => {
    const { ben, a, b } = await two();
    b.close(4000);
    await b.end();
    clock.advance(ROOM_LIMITS.seatMs - 100);
    await a.settled();
    expect((await stats()).players).toBe(2);
    clock.advance(1_100);
    await waitForLeft(a, ben);
    expect((await stats()).players).toBe(1);
  });

  test("keeps the place in a second tab, and the first tab closes with 4409", async () => {
    const [ann, ben] = [await signedInUser(), await signedInUser()];
    const [other, first] = [await joinRoom(ben, level), await joinRoom(ann, level)];
    const second = await joinRoom(ann, level);
    expect(await first.end()).toBe(4409);
    expect(first.closing).toBe(4409);
    expect(second.slot).toBe(first.slot);
    // The end of the first tab must not end the seat of the second.
    clock.advance(2 * ROOM_LIMITS.seatMs);
    await second.settled();
    await other.settled();
    expect(other.playerOf(ann)?.slot).toBe(second.slot);
    expect((await stats()).players).toBe(2);
  });

  test("leaves no seat behind if the page closes while the token is redeemed", async () => {
    const ann = await signedInUser();
    const ticket = await roomTicket(ann, level);
    const client = await enterRoom(ann, ticket);
    client.close();
    await joinRoom(await signedInUser(), level);
    const seats = () => countRows("playing", sql`user_id = ${ann.id}`);
    await until(async () => (await seats()) === 0 && (await stats()).players === 1);
  });

  test("has lost the connection after a long silence", async () => {
    const { a, b } = await two();
    clock.advance(60_000);
    await a.settled();
    clock.advance(31_000);
    expect(await b.end()).toBe(4301);
    expect(a.closed).toBe(null);
  });
});

describe("a room", () => {
  test("runs nothing once everyone has left", async () => {
    const a = await joinRoom(await signedInUser(), level);
    a.inputs(a.tick, new Array(12).fill(0));
    await a.settled();
    a.close();
    await waitForPlayers(0);
    // Only an object without sockets and timers can be evicted.
    await evict(room());
    expect(await stats()).toMatchObject({ players: 0, messagesIn: 0 });
  });

  test("plays the newest revision once it's empty", async () => {
    const [ann, ben] = [await signedInUser(), await signedInUser()];
    const a = await joinRoom(ann, level);
    const early = await roomTicket(ben, level);
    await addRevision(level);
    expect(await (await enterRoom(ben, early)).end()).toBe(4301);
    const ticket = await roomTicket(ben, level);
    expect(parseRoomPath(ticket.room)).toEqual({ level, instance: 1 });
    a.close();
    await waitForPlayers(0);
    expect((await joinRoom(ann, level)).welcome.revision).toBe(2);
  });

  test("has 50 players at most", async () => {
    const ticketFor = async (user: TestUser) => {
      const input = { destination_type: "Level", id: level, client: "web", instance: 1 };
      const { body } = await user.call(joinTokenRoute, input);
      expect(parseRoomPath(String(body.room))).toEqual({ level, instance: 1 });
      return body as unknown as RoomTicket;
    };
    const users = await Promise.all(Array.from({ length: ROOM_LIMITS.players }, () => signedInUser()));
    const clients = await Promise.all(users.map(async (user) => enterRoom(user, await ticketFor(user))));
    for (const client of clients) await client.one("come");
    // The list of instances has lost track of this one.
    const list = room();
    await list.reportInstance({ instance: 1, revision: 1, users: users.map(({ id }) => id) });
    await list.reportInstance({ instance: 1, revision: 1, users: [] });
    const late = await signedInUser();
    expect(await (await enterRoom(late, await ticketFor(late))).end()).toBe(4301);
    expect((await roomStub(testEnv, level, 1).stats()).players).toBe(ROOM_LIMITS.players);
  });

  test("lets a user go at once, also one who is only joining", async () => {
    const { ben, a, b } = await two();
    const { client } = await openRoom(ben, openRoomPath(level, 0));
    await room().letGo(ben.id, 4403);
    expect(await b.end()).toBe(4403);
    expect(await client?.end()).toBe(4403);
    await waitForLeft(a, ben);
    expect(a.closed).toBe(null);
  });

  test("closes a socket without a token after ten seconds", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { client } = await openRoom(await signedInUser(), openRoomPath(level, 0));
    await runInDurableObject(room(), () => void vi.advanceTimersByTime(ROOM_LIMITS.joinMs));
    vi.useRealTimers();
    expect(await client?.end()).toBe(4400);
  });
});
