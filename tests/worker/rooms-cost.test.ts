import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { encodeInput, type Input } from "#domain/sim/input.ts";
import { testEnv } from "#tests/support/browser.ts";
import { enterRoom, joinRoom, type RoomClient, roomTicket } from "#tests/support/room-client.ts";
import { createRunLevel } from "#tests/support/runs.ts";
import { StoppedClock } from "#tests/support/stopped-clock.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { until } from "#tests/support/until.ts";
import { roomStub } from "#worker/live/stubs.ts";

const SECONDS = 60;
const TICKS = SECONDS * 60;
const MESSAGES = TICKS / ROOM_LIMITS.inputTicks;
/** A page sends one every ten seconds. */
const PINGS = 6;
/** Less than a player can send at once. */
const STEP = 30;
/** Type and tick, then one stretch: count and input. */
const INPUTS_BYTES = 8;
const PING_BYTES = 5;
/** Cloudflare bills this many incoming messages as one request. */
const MESSAGES_PER_REQUEST = 20;

let level: number;
let clock: StoppedClock;
beforeEach(async () => {
  level = await createRunLevel(await signedInUser());
  clock = new StoppedClock();
});
afterEach(() => {
  clock.restore();
  vi.restoreAllMocks();
});

const readStats = () => roomStub(testEnv, level, 0).stats();
const receivedBytes = ({ messages }: RoomClient) => messages.reduce((sum, { length }) => sum + length, 0);

/** Plays a minute: walks to and fro, a message every 4 ticks, a ping every 10 s. */
async function playMinute(client: RoomClient): Promise<void> {
  const start = client.tick;
  const { messagesIn } = await readStats();
  for (let i = 0; i < MESSAGES; i++) {
    const input: Input = encodeInput(i % 30 < 15 ? 0 : 128, 15, false);
    clock.advanceTicks(ROOM_LIMITS.inputTicks);
    client.inputs(start + i * ROOM_LIMITS.inputTicks, new Array(ROOM_LIMITS.inputTicks).fill(input));
    if ((i + 1) % STEP !== 0) continue;
    if ((i + 1) % (MESSAGES / PINGS) === 0) await client.settled();
    const pings = Math.floor(((i + 1) * PINGS) / MESSAGES);
    const sent = messagesIn + i + 1 + pings;
    await until(async () => (await readStats()).messagesIn === sent);
  }
}

test("a room counts the messages, bytes and ticks of a minute exactly", async () => {
  const [ann, ben] = [await signedInUser(), await signedInUser()];
  const [player, watcher] = [await joinRoom(ann, level), await joinRoom(ben, level)];
  await player.until(() => player.placeOf(watcher.slot) !== undefined);
  await watcher.until(
    () => watcher.placeOf(player.slot) !== undefined && watcher.placeOf(watcher.slot) !== undefined,
  );
  const before = await readStats();
  await playMinute(player);
  await player.settled();
  await watcher.settled();
  const after = await readStats();
  const pings = PINGS + 2;
  expect(after.messagesIn - before.messagesIn).toBe(MESSAGES + pings);
  expect(Math.ceil((MESSAGES + pings) / MESSAGES_PER_REQUEST)).toBe(46);
  expect(after.bytesIn - before.bytesIn).toBe(MESSAGES * INPUTS_BYTES + pings * PING_BYTES);
  expect(after.ticks - before.ticks).toBe(TICKS);
  expect(after.messagesOut).toBe(player.messages.length + watcher.messages.length);
  expect(after.bytesOut).toBe(receivedBytes(player) + receivedBytes(watcher));
  expect(after.receipts).toBe(player.all("receipt").length);
  expect(after.receipts).toBeLessThanOrEqual(TICKS / ROOM_LIMITS.receiptTicks);
});

/** Counts the round trips of this isolate, which also has the objects. */
function countRoundTrips(): { take(): number } {
  const session = testEnv.DB.withSession();
  const statement = session.prepare("select 1");
  const spies = [
    vi.spyOn(Object.getPrototypeOf(session) as D1DatabaseSession, "batch"),
    vi.spyOn(Object.getPrototypeOf(statement) as D1PreparedStatement, "all"),
  ];
  return {
    take() {
      const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      for (const spy of spies) spy.mockClear();
      return count;
    },
  };
}

test("entering a room takes one round trip to the main database and one to play data, and playing none", async () => {
  await joinRoom(await signedInUser(), level);
  const user = await signedInUser();
  const ticket = await roomTicket(user, level);
  const trips = countRoundTrips();
  const player = await enterRoom(user, ticket);
  await player.until(() => player.all("come").length > 0);
  expect(trips.take()).toBe(2);
  await playMinute(player);
  expect(trips.take()).toBe(0);
});
