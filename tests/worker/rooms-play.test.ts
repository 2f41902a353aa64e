import { runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { joinTokenRoute } from "#domain/play/api.ts";
import { parseRoomPath } from "#domain/room/api.ts";
import { roomRunKey } from "#domain/room/epoch.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { hashState, Runner } from "#domain/sim/v1/runner.ts";
import { countRows, runPlaySql, testEnv } from "#tests/support/browser.ts";
import { evict } from "#tests/support/evict.ts";
import { enterRoom, joinRoom, openRoom, type RoomClient, roomTicket } from "#tests/support/room-client.ts";
import { openRoomPath } from "#tests/support/room-hosts.ts";
import {
  addRevision,
  createRunLevel,
  type RunPlayer,
  readRun,
  runPlayer,
  runWorld,
  straightRun,
} from "#tests/support/runs.ts";
import { inputsOf, StoppedClock, sendInputs } from "#tests/support/stopped-clock.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { until } from "#tests/support/until.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { failure } from "#worker/hosts/idempotent-calls.ts";
import { roomStub } from "#worker/live/stubs.ts";
import { GameHost } from "#worker/objects/game-host.ts";

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

async function two() {
  const [ann, ben] = [await signedInUser(), await signedInUser()];
  const [a, b] = [await joinRoom(ann, level), await joinRoom(ben, level)];
  await a.until(() => a.playerOf(ben) !== undefined);
  return { ann, ben, a, b };
}

test("a player leaves at once with their page, and is seen leaving", async () => {
  const { ben, a, b } = await two();
  b.close(1001);
  await waitForLeft(a, ben);
  expect((await stats()).players).toBe(1);
});

test("a player keeps the seat for ten seconds after a cut", async () => {
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

test("a player keeps the place in a second tab, and the first tab closes with 4409", async () => {
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

test("a player leaves no seat behind if the page closes while the token is redeemed", async () => {
  const ann = await signedInUser();
  (await enterRoom(ann, await roomTicket(ann, level))).close();
  await joinRoom(await signedInUser(), level);
  const seats = () => countRows("playing", sql`user_id = ${ann.id}`);
  await until(async () => (await seats()) === 0 && (await stats()).players === 1);
});

test("a player has lost the connection after a long silence", async () => {
  const { a, b } = await two();
  clock.advance(60_000);
  await a.settled();
  clock.advance(31_000);
  expect(await b.end()).toBe(4301);
  expect(a.closed).toBe(null);
});

test("a room runs nothing once everyone has left", async () => {
  const a = await joinRoom(await signedInUser(), level);
  a.inputs(a.tick, new Array(12).fill(0));
  await a.settled();
  a.close();
  await waitForPlayers(0);
  // Only an object without sockets and timers can be evicted.
  await evict(room());
  expect(await stats()).toMatchObject({ players: 0, messagesIn: 0 });
});

test("a room plays the newest revision once it's empty", async () => {
  const [ann, ben] = [await signedInUser(), await signedInUser()];
  const a = await joinRoom(ann, level);
  const early = await roomTicket(ben, level);
  await addRevision(level);
  expect(await (await enterRoom(ben, early)).end()).toBe(4301);
  expect(parseRoomPath((await roomTicket(ben, level)).room)).toEqual({ level, instance: 1 });
  a.close();
  await waitForPlayers(0);
  expect((await joinRoom(ann, level)).welcome.revision).toBe(2);
});

test("a room has 50 players at most", async () => {
  const ticketFor = async (user: TestUser) => {
    const input = { destination_type: "Level", id: level, client: "web", instance: 1 };
    const { body } = await user.call(joinTokenRoute, input);
    expect(parseRoomPath(String(body.room))).toEqual({ level, instance: 1 });
    return body as unknown as Parameters<typeof enterRoom>[1];
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

test("a room lets a user go at once, also one who is only joining", async () => {
  const { ben, a, b } = await two();
  const { client } = await openRoom(ben, openRoomPath(level, 0));
  await room().letGo(ben.id, 4403);
  expect(await b.end()).toBe(4403);
  expect(await client?.end()).toBe(4403);
  await waitForLeft(a, ben);
  expect(a.closed).toBe(null);
});

test("a room closes a socket without a token after ten seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { client } = await openRoom(await signedInUser(), openRoomPath(level, 0));
  await runInDurableObject(room(), () => void vi.advanceTimersByTime(ROOM_LIMITS.joinMs));
  vi.useRealTimers();
  expect(await client?.end()).toBe(4400);
});

test("a level's room sends nothing while no one moves, and shows someone who joins later where everyone is", async () => {
  const { a, b } = await two();
  await a.until(() => a.placeOf(b.slot) !== undefined);
  await b.until(() => b.placeOf(a.slot) !== undefined && b.placeOf(b.slot) !== undefined);
  const frames = b.messages.length;
  // Each response to a ping takes longer than a frame.
  for (let i = 0; i < 3; i++) await a.settled();
  await b.settled();
  expect(b.messages.length).toBe(frames + 1);
  await sendInputs(a, clock, a.tick, inputsOf(straightRun()).slice(0, 60));
  const seen = b.messages.length;
  await b.until(() => b.placeOf(a.slot)?.pose === 2 && b.messages.length >= seen);
  const e = await joinRoom(await signedInUser(), level);
  await e.until(() => e.placeOf(a.slot) !== undefined);
  expect(e.placeOf(a.slot)).toEqual(b.placeOf(a.slot));
  expect(e.placeOf(b.slot)).toEqual(a.placeOf(b.slot));
  expect([...e.players.keys()].sort()).toEqual([a.slot, b.slot, e.slot].sort());
});

test("a level's room simulates exactly what the page does, and says so every second", async () => {
  const player = await joinRoom(await signedInUser(), level);
  const start = player.tick;
  const inputs = inputsOf(straightRun()).slice(0, 130);
  await sendInputs(player, clock, start, inputs);
  const runner = new Runner(makeCourse(runWorld()), start);
  const hashes = new Map<number, number>();
  for (const input of inputs) {
    runner.step(input);
    hashes.set(runner.tick, hashState(0, runner));
  }
  const last = Math.floor(runner.tick / 60) * 60;
  const state = await player.one("state", ({ tick }) => tick === last);
  expect(state.hash).toBe(hashes.get(last));
});

test("a run in a room counts at once when it's cleared, for everyone to see", async () => {
  const [ann, ben] = [await runPlayer(), await signedInUser()];
  const [a, b] = [await joinRoom(ann, level), await joinRoom(ben, level)];
  const start = a.tick;
  const run = straightRun();
  await sendInputs(a, clock, start, inputsOf(run));
  const finished = await b.one("finished");
  const first = { place: 1, isCounted: true, isFirst: true };
  expect(finished).toMatchObject({ slot: a.slot, ticks: run.ticks, ...first });
  expect(await readRun(ann, finished.run)).toMatchObject({ state: "counted", time_ms: run.ms });
  expect(await a.one("finished")).toEqual(finished);
  const [row] = await runPlaySql`select live, call, start_tick, ticks from runs where id = ${finished.run}`;
  const key = roomRunKey(level, a.welcome.epoch, start);
  expect(row).toEqual({ live: 1, call: `web:${ann.id}:${key}`, start_tick: start, ticks: run.ticks });
});

test("a run in a room isn't live if its inputs came late or all at once", async () => {
  const a = await joinRoom(await runPlayer(), level);
  clock.advanceTicks(400);
  a.inputs(a.tick - 300, inputsOf(straightRun()));
  const { run: id } = await a.one("finished");
  expect(await runPlaySql`select live from runs where id = ${id}`).toEqual([{ live: 0 }]);
});

test("a run in a room isn't live if it was played slower than time", async () => {
  const a = await joinRoom(await runPlayer(), level);
  const [start, inputs] = [a.tick, inputsOf(straightRun())];
  for (let at = 0; at < inputs.length; at += 12) {
    clock.advanceTicks(16);
    a.inputs(start + at, inputs.slice(at, at + 12));
    await a.settled();
  }
  const { run: id } = await a.one("finished");
  expect(await runPlaySql`select live from runs where id = ${id}`).toEqual([{ live: 0 }]);
});

test("a run in a room ends with a restart, and the next one begins later", async () => {
  const a = await joinRoom(await runPlayer(), level);
  const start = a.tick;
  const inputs = inputsOf(straightRun());
  await sendInputs(a, clock, start, inputs.slice(0, 60));
  a.restart(a.tick);
  const again = a.tick;
  await sendInputs(a, clock, again, inputs);
  expect(await a.one("finished")).toMatchObject({ isCounted: true });
  a.restart(a.tick);
  // The key of the first run can't be used again.
  a.inputs(start, inputs.slice(0, 12));
  expect(await a.one("resumed")).toMatchObject({ ok: false });
  expect(a.closed).toBe(null);
});

describe("in a room of two,", () => {
  let ann: RunPlayer;
  let player: RoomClient;
  let other: RoomClient;
  beforeEach(async () => {
    ann = await runPlayer();
    [player, other] = [await joinRoom(ann, level), await joinRoom(await signedInUser(), level)];
  });
  const countRun = vi.spyOn(GameHost.prototype, "countRun");
  afterEach(() => void countRun.mockReset());

  const clear = () => sendInputs(player, clock, player.tick, inputsOf(straightRun()));

  describe("a clear", () => {
    test("counts once if the host failed at first", async () => {
      countRun.mockRejectedValueOnce(new Error("down"));
      await clear();
      expect(await other.one("finished")).toMatchObject({ slot: player.slot, isCounted: true });
      expect(countRun).toHaveBeenCalledTimes(2);
      expect(expectWorkerErrors().join()).toContain("clear not recorded");
      expect(await runPlaySql`select count(*) as n from runs where user_id = ${ann.id}`).toEqual([{ n: 1 }]);
    });

    test("that can't be counted is left to the page, and no one else learns of it", async () => {
      countRun.mockResolvedValue(failure("not_playing"));
      await clear();
      expect(await player.one("finished")).toMatchObject({ run: 0, isCounted: false, place: null });
      await player.until(() => player.problems.length > 0);
      await other.settled();
      expect(other.all("finished")).toEqual([]);
      expectWorkerErrors();
    });
  });

  describe("a run that the room can't follow", () => {
    test("ends only this player's connection if it throws", async () => {
      const step = vi.spyOn(Runner.prototype, "step").mockImplementationOnce(() => {
        throw new Error("a bug");
      });
      onTestFinished(() => step.mockRestore());
      player.inputs(player.tick, [0, 0]);
      expect(await player.end()).toBe(4400);
      expect(expectWorkerErrors().join()).toContain("a bug");
      other.inputs(other.tick, [0, 0]);
      await other.settled();
      expect(other.closed).toBe(null);
    });

    test("goes on alone if it fell too far behind, until the next restart", async () => {
      const start = player.tick;
      player.inputs(start, [0, 0]);
      clock.advanceTicks(3_700);
      // Its page shows it asleep long before.
      player.inputs(start + 2, [0, 0]);
      expect(await player.one("resumed")).toMatchObject({ ok: false });
      player.inputs(start + 4, [0, 0]);
      await player.settled();
      expect(player.closed).toBe(null);
      player.restart(player.tick);
      await clear();
      expect(await player.one("finished")).toMatchObject({ isCounted: true });
    });

    test("goes on alone if it costs too much work", async () => {
      const pile = Array.from({ length: 900 }, () => ({
        shape: "sphere" as const,
        position: [0, 2, 12] as [number, number, number],
        size: [16, 16, 16] as [number, number, number],
        rotation: [10, 20, 30] as [number, number, number],
        color: "6cc551",
      }));
      const piled = await createRunLevel(maker, runWorld({ blocks: [...runWorld().blocks, ...pile] }));
      const runner = await joinRoom(ann, piled);
      await sendInputs(runner, clock, runner.tick, inputsOf(straightRun()));
      expect(await runner.one("resumed")).toMatchObject({ ok: false });
      expect(runner.all("finished")).toEqual([]);
    });
  });

  describe("a player's pose", () => {
    test("is asleep ten seconds after the last inputs, and awake after catching up", async () => {
      const start = player.tick;
      player.inputs(start, new Array(12).fill(0));
      await player.settled();
      clock.advanceTicks(620);
      await other.until(() => other.placeOf(player.slot)?.pose === 7);
      player.inputs(start + 12, new Array(600).fill(0));
      await other.until(() => other.placeOf(player.slot)?.pose === 0);
    });
  });
});
