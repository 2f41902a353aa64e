import { seededRandom } from "#db/seed/random.ts";
import { encodeInput, type Input, MAX_STRENGTH, NO_INPUT, RETURN_TO_CHECKPOINT } from "#domain/sim/input.ts";
import { RunRecorder, runMs } from "#domain/sim/run-log.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import type { Block } from "#domain/world/block.ts";

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
/** Units ahead of the bopi at which it aims. */
const LOOK_AHEAD = 4;
/** Distance to the edge of a plate from which it jumps. */
const JUMP_BEFORE = 1.6;

/** Plays a `corridorWorld` like a person who wobbles, pauses and sometimes gives up a try: another run for each seed. */
export function corridorRun(course: Course, seed: number): LiveRun {
  const random = seededRandom(seed);
  const startTick = random.int(0, MAX_START_TICK);
  const runner = new Runner(course, startTick);
  const recorder = new RunRecorder();
  const givesUpAt = random.chance(0.2) ? random.int(60, 400) : -1;
  let plate = 0;
  let wobble = 0;
  let pause = 0;
  while (runner.clearedAt === 0) {
    if (runner.ticks > MAX_TICKS) throw new Error(`Run ${seed} doesn't clear its corridor.`);
    if (runner.ground >= 0) plate = course.blockOf[runner.ground] ?? plate;
    if (random.chance(0.15)) wobble = random.int(-5, 5);
    const isOnPlate = runner.ground >= 0 && course.world.blocks[plate]?.effect !== "crumble";
    if (pause > 0) pause--;
    else if (isOnPlate && runner.ticks > 0 && random.chance(0.004)) pause = random.int(5, 60);
    let input: Input = pause > 0 ? NO_INPUT : steer(runner, plate, wobble);
    if (runner.ticks === givesUpAt) input = RETURN_TO_CHECKPOINT;
    recorder.push(input);
    runner.step(input);
  }
  const ticks = runner.clearedAt;
  return { log: recorder.toBytes(), startTick, ticks, ms: runMs(ticks), deaths: runner.deaths };
}

/** Walks along the middle of the corridor and jumps at the edges of plates. */
function steer(runner: Runner, plate: number, wobble: number): Input {
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
  return walkTo(runner, x, z, wobble, isJump && (toEdge < JUMP_BEFORE || isInAir));
}

function walkTo(runner: Runner, x: number, z: number, wobble: number, jump: boolean): Input {
  const [dx, dz] = [x - runner.x, z - runner.z];
  const direction = Math.round((Math.atan2(dx, dz) * 128) / Math.PI) + wobble;
  const strength = Math.min(MAX_STRENGTH, 3 + Math.round(4 * Math.hypot(dx, dz)));
  return encodeInput(direction & 255, strength, jump);
}
