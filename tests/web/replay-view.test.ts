import { Scene } from "three";
import { DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import { PHYSICS, type Physics, physicsFor } from "#domain/sim/index.ts";
import { encodeInput, NO_INPUT } from "#domain/sim/input.ts";
import { packInputs } from "#domain/sim/run-log.ts";
import type { ReplayState } from "#web/game/game-state.ts";
import { ReplayView } from "#web/game/replay-view.ts";
import { createStore } from "#web/lib/store.ts";
import { busyWorld, wildInputs } from "./busy-world.ts";

const physics = physicsFor(PHYSICS) as Physics;
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
