import { roomRunKey } from "#domain/room/epoch.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { hashState, Runner } from "#domain/sim/v1/runner.ts";
import { runPlaySql } from "#tests/support/browser.ts";
import { joinRoom } from "#tests/support/room-client.ts";
import { createRunLevel, readRun, runPlayer, runWorld, straightRun } from "#tests/support/runs.ts";
import { inputsOf, StoppedClock, sendInputs } from "#tests/support/stopped-clock.ts";
import { signedInUser } from "#tests/support/test-user.ts";

let level: number;
let clock: StoppedClock;
beforeEach(async () => {
  level = await createRunLevel(await signedInUser());
  clock = new StoppedClock();
});
afterEach(() => clock.restore());

describe("a room", () => {
  test("gives someone who joins later the same places as someone who was there", async () => {
    const [ann, ben, eve] = [await signedInUser(), await signedInUser(), await signedInUser()];
    const [a, b] = [await joinRoom(ann, level), await joinRoom(ben, level)];
    const start = a.tick;
    await sendInputs(a, clock, start, inputsOf(straightRun()).slice(0, 60));
    const seen = b.messages.length;
    await b.until(() => b.placeOf(a.slot)?.pose === 2 && b.messages.length >= seen);
    const e = await joinRoom(eve, level);
    await e.until(() => e.placeOf(a.slot) !== undefined);
    expect(e.placeOf(a.slot)).toEqual(b.placeOf(a.slot));
    expect(e.placeOf(b.slot)).toEqual(a.placeOf(b.slot));
    expect([...e.players.keys()].sort()).toEqual([a.slot, b.slot, e.slot].sort());
  });

  test("sends nothing while no one moves", async () => {
    const [ann, ben] = [await signedInUser(), await signedInUser()];
    const [a, b] = [await joinRoom(ann, level), await joinRoom(ben, level)];
    await a.until(() => a.placeOf(b.slot) !== undefined);
    await b.until(() => b.placeOf(a.slot) !== undefined && b.placeOf(b.slot) !== undefined);
    const frames = b.messages.length;
    // Each response to a ping takes longer than a frame.
    for (let i = 0; i < 3; i++) await a.settled();
    await b.settled();
    expect(b.messages.length).toBe(frames + 1);
  });

  test("simulates exactly what the page does, and says so every second", async () => {
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
});

describe("a run in a room", () => {
  test("counts at once when it's cleared, for everyone to see", async () => {
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

  test("isn't live if its inputs came late or all at once", async () => {
    const a = await joinRoom(await runPlayer(), level);
    clock.advanceTicks(400);
    a.inputs(a.tick - 300, inputsOf(straightRun()));
    const { run: id } = await a.one("finished");
    expect(await runPlaySql`select live from runs where id = ${id}`).toEqual([{ live: 0 }]);
  });

  test("isn't live if it was played slower than time", async () => {
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

  test("ends with a restart, and the next one begins later", async () => {
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
});
