import { encodeInput, type Input } from "#domain/sim/input.ts";
import { type Course, FLAG, makeCourse, motionAt, solidPlanes } from "#domain/sim/v1/course.ts";
import { RULES } from "#domain/sim/v1/rules.ts";
import { hashState, Runner } from "#domain/sim/v1/runner.ts";
import { SIM_WORLDS, simRandom } from "./sim-worlds.ts";

/** Random play: a direction for a few ticks, often with a jump. */
export function* randomInputs(seed: number, ticks: number): Generator<Input> {
  const random = simRandom(seed);
  let input = 0;
  for (let tick = 0; tick < ticks; tick++) {
    if (tick % 10 === 0) {
      const strength = random() < 0.1 ? 0 : random() < 0.2 ? 7 : 15;
      input = encodeInput(Math.floor(random() * 256), strength, random() < 0.4);
    }
    yield input;
  }
}

const MINUTE = 3_600;

/** The hash over all states of a minute of scripted play in each of the worlds, by the world's name. */
export function simHashes(): Record<string, string> {
  const hashes = SIM_WORLDS.map(({ name, world }, i) => {
    const runner = new Runner(makeCourse(world), i * 1_000);
    let hash = 2_166_136_261;
    for (const input of randomInputs(i + 1, MINUTE)) {
      runner.step(input);
      hash = hashState(hash, runner);
    }
    return [name, hash.toString(16).padStart(8, "0")];
  });
  return Object.fromEntries(hashes);
}

/** Less than this inside a surface counts as touching it. */
const TOUCHING = 0.001;

/** The solid that a bopi is inside of, found by looking at all of them; −1 if there is none. */
export function solidAround(course: Course, runner: Runner): number {
  const { solids, flags, blockOf } = course;
  for (let solid = 0; solid < blockOf.length; solid++) {
    if (((flags[solid] as number) & FLAG.water) !== 0 || !isInBox(solids.boxes, 6 * solid, runner)) continue;
    if (runner.crumbleAge(blockOf[solid] as number) >= RULES.crumbleTicks) continue;
    if (depthOf(course, solid, runner) > TOUCHING) return solid;
  }
  return -1;
}

function isInBox(boxes: Float64Array, at: number, { x, y, z }: Runner): boolean {
  const box = boxes.subarray(at, at + 6) as unknown as [number, number, number, number, number, number];
  return x >= box[0] && y >= box[1] && z >= box[2] && x <= box[3] && y <= box[4] && z <= box[5];
}

function depthOf(course: Course, solid: number, { x, y, z, tick }: Runner): number {
  const [bx = 0, by = 0, bz = 0, ticks = 0] = course.motion.subarray(4 * solid, 4 * solid + 4);
  const along = ticks > 0 ? motionAt(ticks, tick) : 0;
  const planes = solidPlanes(course, solid);
  let depth = Number.POSITIVE_INFINITY;
  for (let p = 0; p < planes.length; p += 4) {
    const [nx = 0, ny = 0, nz = 0, d = 0] = planes.subarray(p, p + 4);
    depth = Math.min(depth, d - nx * (x - bx * along) - ny * (y - by * along) - nz * (z - bz * along));
  }
  return depth;
}
