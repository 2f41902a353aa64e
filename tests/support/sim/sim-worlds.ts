import { encodeInput, type Input } from "#domain/sim/input.ts";
import {
  type Course,
  type CourseWorld,
  FLAG,
  makeCourse,
  motionAt,
  solidPlanes,
} from "#domain/sim/v1/course.ts";
import { RULES } from "#domain/sim/v1/rules.ts";
import { hashState, Runner } from "#domain/sim/v1/runner.ts";
import type { CourseBlock } from "#domain/sim/v1/solid.ts";

type Point = [number, number, number];

const MATERIALS = ["ice", "lava", "water"] as const;
const EFFECTS = ["bounce", "boost", "crumble", "ghost"] as const;
const SHAPES = ["box", "wedge", "pyramid", "cylinder", "cone", "sphere"] as const;

/**
 * Worlds for tests of the simulation. They depend on nothing else, because the stored hashes of runs in them must never
 * change.
 */
export const SIM_WORLDS: readonly { name: string; world: CourseWorld }[] = [
  { name: "boxes", world: scatteredWorld({ seed: 1, shapes: ["box"] }) },
  { name: "turned boxes", world: scatteredWorld({ seed: 2, shapes: ["box"], turned: 1 }) },
  { name: "slopes", world: scatteredWorld({ seed: 3, shapes: ["wedge", "pyramid"], turned: 0.3 }) },
  {
    name: "round blocks",
    world: scatteredWorld({ seed: 4, shapes: ["cylinder", "cone", "sphere"], turned: 0.5 }),
  },
  { name: "moving blocks", world: scatteredWorld({ seed: 5, moving: 0.6 }) },
  { name: "turned moving blocks", world: scatteredWorld({ seed: 6, turned: 0.7, moving: 0.5 }) },
  { name: "effects", world: scatteredWorld({ seed: 7, effects: 0.7 }) },
  { name: "materials", world: scatteredWorld({ seed: 8, materials: 0.7 }) },
  { name: "hazards and checkpoints", world: scatteredWorld({ seed: 9, points: 40 }) },
  {
    name: "everything",
    world: scatteredWorld({ seed: 10, turned: 0.4, moving: 0.2, effects: 0.3, materials: 0.3, points: 20 }),
  },
  { name: "a crowd of blocks", world: scatteredWorld({ seed: 11, blocks: 1_500, turned: 0.5 }) },
  { name: "a pool and a stair", world: poolWorld() },
];

interface Scatter {
  seed: number;
  blocks?: number;
  shapes?: readonly CourseBlock["shape"][];
  /** Shares of the blocks, 0 to 1. */
  turned?: number;
  moving?: number;
  effects?: number;
  materials?: number;
  /** Numbers of stars, hazards and checkpoints. */
  points?: number;
}

/** Random blocks over a floor. */
function scatteredWorld({
  seed,
  blocks = 140,
  shapes = SHAPES,
  turned = 0,
  moving = 0,
  effects = 0,
  materials = 0,
  points = 3,
}: Scatter): CourseWorld {
  const random = simRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const point = (across: number, up: number): Point => [
    round((random() - 0.5) * across),
    round(random() * up - 2),
    round((random() - 0.5) * across),
  ];
  const block = (): CourseBlock => ({
    shape: pick(shapes),
    position: point(90, 18),
    size: [round(random() * 12 + 0.3), round(random() * 7 + 0.3), round(random() * 12 + 0.3)],
    ...(random() < turned && { rotation: [0, 0, 0].map(() => round(random() * 360 - 180)) as Point }),
    ...(random() < effects && { effect: pick(EFFECTS) }),
    ...(random() < materials && { material: pick(MATERIALS) }),
    ...(random() < moving && { motion: { by: point(30, 12), seconds: round(random() * 4 + 0.5) } }),
  });
  const floor: CourseBlock = { shape: "box", position: [0, -3, 0], size: [60, 2, 60] };
  const list = (count: number, up: number) =>
    Array.from({ length: count }, () => ({ position: point(80, up) }));
  return {
    spawn: { position: [0, -1.5, 0] },
    goal: { position: [44, 4, 44] },
    blocks: [floor, ...Array.from({ length: blocks }, block)],
    stars: list(points, 10),
    checkpoints: list(points, 2),
    hazards: list(points - 3, 4).map(({ position }) => ({ position, size: [3, 1, 3] as const })),
  };
}

/** Water to swim through, a stair, and a lift. */
function poolWorld(): CourseWorld {
  const box = (position: Point, size: Point, more: Partial<CourseBlock> = {}): CourseBlock => ({
    shape: "box",
    position,
    size,
    ...more,
  });
  const steps = Array.from({ length: 12 }, (_, i) => box([20 + 2 * i, i / 2, 0], [2, 1 + i, 12]));
  return {
    spawn: { position: [0, 6, 0] },
    goal: { position: [60, 12, 0] },
    stars: [{ position: [0, -3, 0] }],
    checkpoints: [{ position: [26, 4, 0] }],
    hazards: [{ position: [-24, 0, 0], size: [2, 2, 40] }],
    blocks: [
      box([0, -3, 0], [34, 6, 40], { material: "water" }),
      box([0, -7, 0], [60, 2, 60]),
      ...steps,
      box([50, 10, 0], [6, 1, 6], { motion: { by: [0, 12, 0], seconds: 2.5 } }),
      box([60, 11.5, 0], [8, 1, 8], { material: "ice" }),
    ],
  };
}

/** Random numbers from 0 to 1 from integer arithmetic, equal in every engine. */
export function simRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

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
