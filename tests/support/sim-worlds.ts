import { encodeInput, type Input, NO_INPUT } from "#domain/sim/input.ts";
import { type CourseWorld, makeCourse } from "#domain/sim/v1/course.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import type { CourseBlock, Vec3 } from "#domain/sim/v1/solid.ts";

/** Towards +X with full strength. */
export const EAST = encodeInput(64, 15, false);
export const EAST_JUMPING = encodeInput(64, 15, true);

type SimBlock = Partial<CourseBlock>;

/** A world of boxes, one unit in size where nothing else is given. */
export const simWorld = (blocks: readonly SimBlock[], more: Partial<CourseWorld> = {}): CourseWorld => ({
  spawn: { position: [0, 0, 0] },
  stars: [],
  checkpoints: [],
  hazards: [],
  ...more,
  blocks: blocks.map((block) => ({ shape: "box", position: [0, 0, 0], size: [1, 1, 1], ...block })),
});

/** A floor 20 wide with its surface at `top`, from `x` − `length` / 2 to `x` + `length` / 2. */
export const simFloor = (x: number, length: number, top = 0, more: SimBlock = {}): SimBlock => ({
  position: [x, top - 1, 0] as Vec3,
  size: [length, 2, 20] as Vec3,
  ...more,
});

/** An input that is held, or what gives that of each tick. */
type NextInput = Input | ((runner: Runner, tick: number) => Input);
const inputAt = (next: NextInput, runner: Runner, tick: number) =>
  typeof next === "number" ? next : next(runner, tick);

/** Plays for a number of ticks; stands still without `nextInput`. */
export function playSim(
  world: CourseWorld,
  ticks: number,
  nextInput: NextInput = NO_INPUT,
  startTick = 0,
): Runner {
  const runner = new Runner(makeCourse(world), startTick);
  for (let tick = 0; tick < ticks; tick++) runner.step(inputAt(nextInput, runner, tick));
  return runner;
}

/** The number of ticks until something holds; −1 if it never does. */
export function ticksUntil(
  world: CourseWorld,
  isDone: (runner: Runner) => boolean,
  nextInput: NextInput = NO_INPUT,
  most = 1_000,
): number {
  const runner = new Runner(makeCourse(world), 0);
  for (let tick = 0; tick < most; tick++) {
    if (isDone(runner)) return tick;
    runner.step(inputAt(nextInput, runner, tick));
  }
  return -1;
}
