import { encodeInput, type Input, MAX_STRENGTH, NO_INPUT, RETURN_TO_CHECKPOINT } from "#domain/sim/input.ts";
import { RunRecorder, runMs } from "#domain/sim/run-log.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import type { Block } from "#domain/world/block.ts";
import { type Random, seededRandom } from "../../seed/content/random.ts";

/** A run as its player saw it. */
export interface LiveRun {
  log: Uint8Array<ArrayBuffer>;
  startTick: number;
  ticks: number;
  ms: number;
  deaths: number;
}

const MAX_TICKS = 20_000;
const MAX_START_TICK = 100_000;

/** Plays a `corridorWorld`: another run for each seed. Without a start tick, that's random, too. */
export function corridorRun(
  course: Course,
  seed: number,
  startTick = seededRandom(seed).int(0, MAX_START_TICK),
): LiveRun {
  const pilot = new CorridorPilot(seed);
  const runner = new Runner(course, startTick);
  const recorder = new RunRecorder();
  while (runner.clearedAt === 0) {
    if (runner.ticks > MAX_TICKS) throw new Error(`Run ${seed} doesn't clear its corridor.`);
    const input = pilot.next(runner);
    recorder.push(input);
    runner.step(input);
  }
  const ticks = runner.clearedAt;
  return { log: recorder.toBytes(), startTick, ticks, ms: runMs(ticks), deaths: runner.deaths };
}

/** Units ahead of the bopi at which it aims. */
const LOOK_AHEAD = 4;
/** Distances to the edge of a plate from which it jumps (a wall keeps it 0.9 away), and the most ticks until it turns to the next plate. */
const JUMP_BEFORE = { least: 1.1, most: 3 };
const MAX_REACTION = 8;

/** Plays a `corridorWorld` like a person who wobbles, pauses and sometimes gives up a try: another way for each seed. */
export class CorridorPilot {
  readonly #random: Random;
  readonly #givesUpAt: number;
  #plate = 0;
  #jumpBefore: number = JUMP_BEFORE.most;
  #wobble = 0;
  #pause = 0;
  /** Ticks until it notices on which plate it is. */
  #reaction = 0;

  constructor(seed: number) {
    const random = seededRandom(seed);
    this.#random = random;
    this.#givesUpAt = random.chance(0.2) ? random.int(60, 400) : -1;
  }

  /** The input of the runner's next tick. */
  next(runner: Runner): Input {
    const random = this.#random;
    const { course } = runner;
    this.#notice(runner);
    if (random.chance(0.15)) this.#wobble = random.int(-5, 5);
    const isOnPlate = runner.ground >= 0 && course.world.blocks[this.#plate]?.effect !== "crumble";
    if (this.#pause > 0) this.#pause--;
    else if (isOnPlate && runner.ticks > 0 && random.chance(0.004)) this.#pause = random.int(5, 60);
    if (runner.ticks === this.#givesUpAt) return RETURN_TO_CHECKPOINT;
    return this.#pause > 0 ? NO_INPUT : steer(runner, this.#plate, this.#wobble, this.#jumpBefore);
  }

  /** People turn a little late and jump where they like, so no two of them press the same keys at the same ticks. */
  #notice({ ground, course }: Runner): void {
    const plate = ground >= 0 ? (course.blockOf[ground] ?? this.#plate) : this.#plate;
    if (plate === this.#plate) return;
    if (this.#reaction === 0) this.#reaction = this.#random.int(1, MAX_REACTION);
    this.#reaction--;
    if (this.#reaction > 0) return;
    this.#plate = plate;
    this.#jumpBefore = this.#random.range(JUMP_BEFORE.least, JUMP_BEFORE.most);
  }
}

/** Walks along the middle of the corridor and jumps at the edges of plates. */
function steer(runner: Runner, plate: number, wobble: number, jumpBefore: number): Input {
  const { blocks, stars } = runner.course.world;
  const from = blocks[plate] as Block;
  const to = blocks[plate + 1];
  const star = stars.findIndex(
    ({ position }, i) =>
      runner.stars[i] === 0 && position[0] === from.position[0] && position[2] === from.position[2],
  );
  if (!to || star >= 0) return walkTo(runner, from.position[0], from.position[2], wobble, star >= 0);
  const axis = from.position[0] === to.position[0] ? 2 : 0;
  const sign = Math.sign(to.position[axis] - from.position[axis]);
  const along = axis === 2 ? runner.z : runner.x;
  const toEdge = from.size[axis] / 2 - sign * (along - from.position[axis]);
  const gap = Math.abs(to.position[axis] - from.position[axis]) - (from.size[axis] + to.size[axis]) / 2;
  const isJump = gap > 0 || to.position[1] > from.position[1] || to.motion !== undefined;
  const isInAir = runner.ground < 0;
  // In the air it aims at the next plate, so it doesn't fly past.
  const ahead = isInAir ? to.position[axis] : along + sign * LOOK_AHEAD;
  const [x, z] = axis === 2 ? [from.position[0], ahead] : [ahead, from.position[2]];
  return walkTo(runner, x, z, wobble, isJump && (toEdge < jumpBefore || isInAir));
}

function walkTo(runner: Runner, x: number, z: number, wobble: number, jump: boolean): Input {
  const [dx, dz] = [x - runner.x, z - runner.z];
  const direction = Math.round((Math.atan2(dx, dz) * 128) / Math.PI) + wobble;
  const strength = Math.min(MAX_STRENGTH, 3 + Math.round(4 * Math.hypot(dx, dz)));
  return encodeInput(direction & 255, strength, jump);
}
