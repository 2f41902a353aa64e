import { Scene } from "three";
import { DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import { PHYSICS, type Physics, physicsFor } from "#domain/sim/index.ts";
import { encodeInput, NO_INPUT, RETURN_TO_CHECKPOINT } from "#domain/sim/input.ts";
import { countTicks, packInputs, readInputs } from "#domain/sim/run-log.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import type { Runner } from "#domain/sim/v1/runner.ts";
import { verifyRun } from "#domain/sim/verify-run.ts";
import type { ReplayState } from "#web/game/game-state.ts";
import { createReplayRun, GhostSplits, type ReplayRun } from "#web/game/ghost-race.ts";
import { PlayerRun } from "#web/game/player-run.ts";
import { ReplayView } from "#web/game/replay-view.ts";
import { createStore } from "#web/lib/store.ts";
import { boxAt, busyWorld, flatWorld, wildInputs } from "./busy-world.ts";

const physics = physicsFor(PHYSICS) as Physics;
const AHEAD = encodeInput(0, 15, false);

/** A number that changes with everything that a runner shows. */
const stateOf = (runner: Runner) =>
  JSON.stringify([
    ...[physics.hashState(0, runner), runner.ticks, runner.tick],
    ...[[...runner.stars], runner.checkpoint, runner.clearedAt],
  ]);

function replayOf(course: Course, log: Uint8Array, startTick = 0): ReplayRun {
  const run = createReplayRun(() => course, { log, startTick, physics: PHYSICS });
  if (!run) throw new Error("The run can't be shown.");
  return run;
}

describe("a replay", () => {
  const course = physics.makeCourse(busyWorld());
  const inputs = [...wildInputs(7, 3_000)];
  const log = packInputs(inputs);
  const states: string[] = [];
  let run: ReplayRun;
  beforeEach(() => {
    run = replayOf(course, log, 777);
  });
  const straight = new physics.Runner(course, 777);
  states.push(stateOf(straight));
  for (const input of inputs) {
    straight.step(input);
    states.push(stateOf(straight));
  }

  test("shows the run as it was, tick by tick", () => {
    expect(run.ticks).toBe(3_000);
    for (let tick = 0; tick < 3_000; tick++) {
      expect(stateOf(run.runner)).toBe(states[tick]);
      expect(run.inputAt(tick)).toBe(inputs[tick]);
      expect(run.step()).toBe(true);
    }
    expect(run.step()).toBe(false);
    expect(stateOf(run.runner)).toBe(states[3_000]);
  });

  test("has the same state at a tick, however it was reached", () => {
    for (const tick of [10, 1_801, 0, 599, 600, 601, 2_999, 3_000, 1_200, 1_199, 5, 2_400, 2_399, 2_401]) {
      expect(run.seek(tick)).toBe(true);
      expect(stateOf(run.runner)).toBe(states[tick]);
      expect(run.inputAt(tick)).toBe(inputs[tick] ?? NO_INPUT);
    }
  });

  test("goes back by at most 10 seconds of simulation, and stays within the run", () => {
    run.seek(3_000);
    expect(run.seek(2_950, 600)).toBe(true);
    expect(run.seek(1_199, 600)).toBe(true);
    expect(stateOf(run.runner)).toBe(states[1_199]);
    run.seek(99_999);
    expect(run.tick).toBe(3_000);
    run.seek(-5);
    expect(run.tick).toBe(0);
    expect(run.inputAt(-1)).toBe(NO_INPUT);
  });

  test("reaches a far point in slices", () => {
    let slices = 1;
    for (; !run.seek(2_950, 500); slices++);
    expect(slices).toBe(6);
    expect(stateOf(run.runner)).toBe(states[2_950]);
  });

  test("isn't shown if its log is broken or its physics is unknown", () => {
    const ghost = { log, startTick: 0, physics: PHYSICS };
    expect(createReplayRun(() => course, { ...ghost, physics: 99 })).toBeNull();
    expect(createReplayRun(() => course, { ...ghost, log: log.subarray(0, 4) })).toBeNull();
  });
});

describe("the player's run", () => {
  const world = flatWorld({ stars: [{ position: [0, 2, 20] }], goal: { position: [0, 0, 40] } });
  const course = physics.makeCourse(world);
  let run: PlayerRun;
  beforeEach(() => {
    run = new PlayerRun(physics, course);
  });

  test("begins with the first input, while the world's clock goes on", () => {
    for (let i = 0; i < 100; i++) run.step(NO_INPUT);
    expect(run).toMatchObject({ hasBegun: false });
    expect(run.runner).toMatchObject({ tick: 100, ticks: 0 });
    run.step(AHEAD);
    expect(run.runner).toMatchObject({ tick: 101, ticks: 1 });
    run.step(NO_INPUT);
    expect(run.runner).toMatchObject({ tick: 102, ticks: 2 });
  });

  test("records a log that the server confirms", () => {
    run.wait(500);
    for (let i = 0; i < 400 && !run.finished; i++) run.step(AHEAD);
    const { finished } = run;
    if (!finished) throw new Error("The run didn't end.");
    expect(finished).toMatchObject({ startTick: 500, deaths: 0, physics: PHYSICS });
    expect(countTicks(finished.log)).toBe(finished.ticks);
    const { startTick, ticks, ms } = finished;
    expect(verifyRun(course, startTick, finished.log)).toMatchObject({ ok: true, ticks, ms });
  });

  test("doesn't record what happens after the end", () => {
    for (let i = 0; i < 400 && !run.finished; i++) run.step(AHEAD);
    const { finished } = run;
    const length = finished?.log.length;
    for (let i = 0; i < 50; i++) run.step(encodeInput(64, 15, true));
    expect(run.finished).toBe(finished);
    expect(finished?.log.length).toBe(length);
  });

  test("starts again at the world's clock after a restart", () => {
    for (let i = 0; i < 60; i++) run.step(AHEAD);
    run.restart();
    expect(run).toMatchObject({ hasBegun: false, finished: null });
    expect(run.runner).toMatchObject({ tick: 60, ticks: 0, z: 0, deaths: 0 });
    for (let i = 0; i < 400 && !run.finished; i++) run.step(AHEAD);
    expect(run.finished?.startTick).toBe(60);
    expect(verifyRun(course, 60, run.finished?.log ?? new Uint8Array()).ok).toBe(true);
  });

  test("records the way back to a checkpoint", () => {
    const first = [AHEAD, AHEAD, RETURN_TO_CHECKPOINT];
    for (const input of first) run.step(input);
    expect(run.events).toEqual(["death"]);
    for (let i = 0; i < 400 && !run.finished; i++) run.step(AHEAD);
    expect([...readInputs(run.finished?.log ?? new Uint8Array())].slice(0, 3)).toEqual(first);
    expect(run.finished?.deaths).toBe(1);
  });
});

describe("events", () => {
  /** Each event with its tick. */
  function eventsOf(world: ReturnType<typeof flatWorld>, ticks: number, inputAt: (tick: number) => number) {
    const run = new PlayerRun(physics, physics.makeCourse(world));
    const found: string[] = [];
    for (let tick = 0; tick < ticks; tick++) {
      run.step(inputAt(tick));
      found.push(...run.events);
    }
    return found;
  }
  const jump = encodeInput(0, 0, true);
  const standing = encodeInput(64, 1, false);

  test("are a jump and a landing, once each", () => {
    const inputAt = (tick: number) => (tick < 20 ? standing : tick < 60 ? jump : NO_INPUT);
    expect(eventsOf(flatWorld(), 120, inputAt)).toEqual(["jump", "land"]);
  });

  test("are stars, checkpoints and the end", () => {
    const world = flatWorld({
      stars: [{ position: [0, 2, 20] }],
      checkpoints: [{ position: [0, 0, 10] }],
      goal: { position: [0, 0, 40] },
    });
    expect(eventsOf(world, 240, () => AHEAD)).toEqual(["checkpoint", "star", "finish"]);
  });

  test("are a death and a respawn 24 ticks later", () => {
    const world = flatWorld({ hazards: [{ kind: "spikes", position: [0, 0.5, 20], size: [20, 1, 4] }] });
    expect(eventsOf(world, 100, () => AHEAD)).toEqual(["death", "respawn"]);
  });

  test("are a bounce, a boost and a splash", () => {
    const pad = (effect: "bounce" | "boost") => boxAt([0, 0, 16], [6, 0.8, 6], { effect });
    expect(eventsOf(flatWorld({}, pad("bounce")), 80, () => AHEAD)).toEqual(["bounce"]);
    expect(eventsOf(flatWorld({}, pad("boost")), 80, () => AHEAD)).toEqual(["boost"]);
    const pool: ReturnType<typeof flatWorld> = {
      ...flatWorld(),
      blocks: [boxAt([0, -1, 0], [20, 2, 20]), boxAt([0, -5, 60], [40, 9, 100], { material: "water" })],
    };
    expect(eventsOf(pool, 90, () => AHEAD)).toContain("splash");
  });

  test("are one crumbling per block that is stepped on", () => {
    const world: ReturnType<typeof flatWorld> = {
      ...flatWorld(),
      blocks: [
        boxAt([0, -1, 0], [20, 2, 20]),
        boxAt([0, -1, 14], [8, 2, 8], { effect: "crumble" }),
        boxAt([0, -1, 22], [8, 2, 8], { effect: "crumble" }),
        boxAt([0, -1, 46], [8, 2, 40]),
      ],
    };
    expect(eventsOf(world, 130, () => AHEAD)).toEqual(["crumble", "crumble"]);
  });
});

test("the splits of a ghost are known once it was simulated that far", () => {
  const world = flatWorld({
    stars: [{ position: [0, 2, 20] }, { position: [0, 2, 30] }],
    checkpoints: [{ position: [0, 0, 25] }],
    goal: { position: [0, 0, 40] },
  });
  const course = physics.makeCourse(world);
  const run = new PlayerRun(physics, course);
  const ticks: Record<string, number> = {};
  for (let i = 0; i < 400 && !run.finished; i++) {
    run.step(AHEAD);
    for (const kind of run.events) ticks[kind] ??= run.runner.ticks;
  }
  const splits = new GhostSplits(replayOf(course, run.finished?.log ?? new Uint8Array()));
  expect(splits.atStars(1)).toBeNull();
  expect(splits.atEnd).toBeNull();
  splits.advance(1_000);
  expect(splits.atStars(0)).toBe(0);
  expect(splits.atStars(1)).toBe(ticks.star);
  expect(splits.atCheckpoint(0)).toBe(ticks.checkpoint);
  expect(splits.atStars(2)).toBeGreaterThan(ticks.checkpoint as number);
  expect(splits.atStars(3)).toBeNull();
  expect(splits.atEnd).toBe(run.finished?.ticks);
});

const course = physics.makeCourse(busyWorld());
const look = { colors: DEFAULT_COLORS, items: {} };
const TICKS = 1_500;
const log = packInputs(wildInputs(3, TICKS));

function startView(logs = [log], fields: Partial<ReplayState> = {}) {
  const state = createStore<ReplayState>({
    tick: 0,
    ticks: TICKS,
    speed: 1,
    playing: true,
    freeCamera: false,
    input: NO_INPUT,
    ...fields,
  });
  const ghosts = logs.map((one) => ({ log: one, startTick: 50, physics: PHYSICS, look, name: "Mia" }));
  const view = new ReplayView(new Scene(), () => course, { ghosts, state });
  /** One tick of the screen, and its frame. Returns the time in ticks. */
  const frame = () => {
    view.tick();
    view.prepare();
    view.actor?.interpolate(1);
    const time = view.draw(1, 1 / 60, 1, null);
    view.publish();
    return time;
  };
  view.prepare();
  return { view, state, frame };
}

const stateAfter = (ticks: number) => {
  const runner = new physics.Runner(course, 50);
  for (const input of [...wildInputs(3, TICKS)].slice(0, ticks)) runner.step(input);
  return runner;
};

describe("a replay on the screen", () => {
  test("goes on by one tick per tick, and by its speed", () => {
    const { view, state, frame } = startView();
    for (let i = 0; i < 100; i++) frame();
    expect(state.get().tick).toBe(100);
    state.set({ ...state.get(), speed: 2 });
    for (let i = 0; i < 100; i++) frame();
    expect(state.get().tick).toBe(300);
    state.set({ ...state.get(), speed: 0.5 });
    for (let i = 0; i < 100; i++) frame();
    expect(state.get().tick).toBe(350);
    expect(view.runner).toMatchObject({ ticks: 350, x: stateAfter(350).x, y: stateAfter(350).y });
  });

  test("shows places between two ticks at half the speed", () => {
    const { view, frame } = startView([log], { speed: 0.5 });
    expect(frame()).toBe(0.5);
    const first = view.actor?.position[0] as number;
    expect(frame()).toBe(1);
    const start = new physics.Runner(course, 50).x;
    expect(first).toBeCloseTo((start + stateAfter(1).x) / 2, 10);
    expect(view.actor?.position[0]).toBeCloseTo(stateAfter(1).x, 10);
  });

  test("shows the same after a jump in time as without it", () => {
    const { view, state, frame } = startView([log], { playing: false });
    for (const tick of [900, 20, 1_499, 601, 600]) {
      view.seek(tick);
      frame();
      const runner = stateAfter(tick);
      expect(state.get().tick).toBe(tick);
      expect(view.runner?.ticks).toBe(tick);
      expect(view.actor?.position).toEqual([runner.x, runner.y, runner.z]);
      expect(view.events).toEqual([]);
    }
  });

  test("begins where the player has already jumped to", () => {
    const { view } = startView([log], { tick: 700, playing: false });
    view.prepare();
    expect(view.runner?.ticks).toBe(700);
  });

  test("stops at its end", () => {
    const { state, frame, view } = startView([log], { tick: TICKS - 3 });
    for (let i = 0; i < 10; i++) frame();
    expect(state.get()).toMatchObject({ tick: TICKS, playing: false });
    expect(view.runner?.ticks).toBe(TICKS);
  });

  test("shows several runs, the shorter ones resting at their ends", () => {
    const short = packInputs(wildInputs(4, 100));
    const { view, frame } = startView([log, short, new Uint8Array([1])], { tick: 300, playing: false });
    frame();
    expect(view.runner?.ticks).toBe(300);
    view.dispose();
  });

  test("shows the input of the current tick", () => {
    const { state, frame } = startView(
      [packInputs([encodeInput(7, 15, true), ...Array(50).fill(NO_INPUT)])],
      { ticks: 51, playing: false },
    );
    frame();
    expect(state.get().input).toBe(encodeInput(7, 15, true));
  });
});
