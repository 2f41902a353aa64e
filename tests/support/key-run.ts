import type { Input } from "#domain/sim/input.ts";
import { readInputs, runMs } from "#domain/sim/run-log.ts";
import { type Course, makeCourse } from "#domain/sim/v1/course.ts";
import { hashState, Runner } from "#domain/sim/v1/runner.ts";
import type { Vec3, World } from "#domain/world/schema.ts";
import { resolveInput } from "#web/game/input/game-input.ts";

/** The keys that move a bopi, as `KeyboardEvent.code`. */
export const MOVES = ["KeyW", "KeyS", "KeyA", "KeyD", "Space"] as const;
export type MoveKey = (typeof MOVES)[number];

/** Keys that are held together for some ticks. */
export interface KeyStretch {
  keys: readonly MoveKey[];
  ticks: number;
}

/** A run that a keyboard can play exactly, with its result. */
export interface KeyRun {
  stretches: readonly KeyStretch[];
  ticks: number;
  ms: number;
  deaths: number;
  /** `hashState` when it is cleared. */
  hash: number;
}

/** How long keys are held before the next decision. */
const DECISION_TICKS = 5;
/** How far the reference may get ahead between two decisions. */
const WINDOW = 24;
const BEAM = 12;
/** Cost of a tick that the run is behind, and of a missed star, in units of distance. */
const BEHIND = 0.12;
const MISSED_STAR = 40;

const PUSHES: readonly (readonly MoveKey[])[] = [
  ["KeyW"],
  ["KeyW", "KeyA"],
  ["KeyW", "KeyD"],
  ["KeyA"],
  ["KeyD"],
  ["KeyS"],
  ["KeyS", "KeyA"],
  ["KeyS", "KeyD"],
  [],
];
const CHOICES = PUSHES.flatMap((keys) => [keys, [...keys, "Space" as const]]);

/** The input that these keys make with a camera that looks where the spawn does. */
export function keysInput(keys: readonly MoveKey[], world: World): Input {
  const axis = (positive: MoveKey, negative: MoveKey) =>
    Number(keys.includes(positive)) - Number(keys.includes(negative));
  const [right, ahead] = [axis("KeyD", "KeyA"), axis("KeyW", "KeyS")];
  const length = Math.hypot(right, ahead) || 1;
  const yaw = ((world.spawn.yaw ?? 0) * Math.PI) / 180;
  return resolveInput(right / length, ahead / length, keys.includes("Space"), yaw);
}

/** A moment of the run to follow. */
interface Waypoint {
  at: Vec3;
  stars: number;
}

interface Attempt {
  runner: Runner;
  stretches: readonly KeyStretch[];
  progress: number;
  error: number;
}

/**
 * Finds keys that follow a recorded run: of several attempts, those that stay closest to it go on. The world must not depend
 * on its clock. Returns null if keys can't follow the run.
 */
export function followWithKeys(world: World, log: Uint8Array): KeyRun | null {
  const course = makeCourse(world);
  const path = pathOf(course, log);
  let beam: Attempt[] = [{ runner: new Runner(course, 0), stretches: [], progress: 0, error: 0 }];
  for (let decisions = 0; decisions < (2 * path.length) / DECISION_TICKS; decisions++) {
    const next = beam.flatMap((attempt) =>
      CHOICES.flatMap((keys) => extend(attempt, keys, world, path) ?? []),
    );
    const cleared = next.find(({ runner }) => runner.clearedAt > 0);
    if (cleared) return resultOf(cleared);
    beam = best(next, path);
    if (beam.length === 0) break;
  }
  return null;
}

function pathOf(course: Course, log: Uint8Array): Waypoint[] {
  const runner = new Runner(course, 0);
  const path: Waypoint[] = [];
  for (const input of readInputs(log)) {
    runner.step(input);
    path.push({ at: [runner.x, runner.y, runner.z], stars: runner.stars.length - runner.starsLeft });
    if (runner.clearedAt > 0) break;
  }
  return path;
}

const distanceTo = ({ x, y, z }: Runner, [tx, ty, tz]: Vec3): number => Math.hypot(x - tx, y - ty, z - tz);

/** The attempt after some more ticks; null if it dies or doesn't begin. */
function extend(
  { runner, stretches, progress, error }: Attempt,
  keys: readonly MoveKey[],
  world: World,
  path: readonly Waypoint[],
): Attempt | null {
  const input = keysInput(keys, world);
  if (stretches.length === 0 && input === 0) return null;
  const after = runner.clone();
  let ticks = 0;
  while (ticks < DECISION_TICKS && after.clearedAt === 0) {
    after.step(input);
    ticks++;
  }
  if (after.deaths > runner.deaths) return null;
  let [reached, distance] = [progress, Number.POSITIVE_INFINITY];
  for (let i = progress; i < Math.min(path.length, progress + WINDOW); i++) {
    const away = distanceTo(after, (path[i] as Waypoint).at);
    if (away > distance) continue;
    [reached, distance] = [i, away];
  }
  const last = stretches.at(-1);
  const isSame = last?.keys === keys;
  const more = isSame
    ? [...stretches.slice(0, -1), { keys, ticks: last.ticks + ticks }]
    : [...stretches, { keys, ticks }];
  return { runner: after, stretches: more, progress: reached, error: error * 0.7 + distance };
}

/** The attempts that are closest to the path, without those that are almost the same. */
function best(attempts: readonly Attempt[], path: readonly Waypoint[]): Attempt[] {
  const cost = ({ runner, progress, error }: Attempt) => {
    const missed =
      (path[Math.max(0, progress - DECISION_TICKS)]?.stars ?? 0) - (runner.stars.length - runner.starsLeft);
    return error + BEHIND * (runner.ticks - progress) + MISSED_STAR * Math.max(0, missed);
  };
  const sorted = attempts
    .map((attempt) => ({ attempt, cost: cost(attempt) }))
    .sort((a, b) => a.cost - b.cost);
  const selected: Attempt[] = [];
  for (const { attempt } of sorted) {
    const { runner } = attempt;
    const isNew = selected.every((one) => distanceTo(one.runner, [runner.x, runner.y, runner.z]) > 0.3);
    if (isNew) selected.push(attempt);
    if (selected.length === BEAM) break;
  }
  return selected;
}

function resultOf({ runner, stretches }: Attempt): KeyRun {
  const { clearedAt, deaths } = runner;
  return { stretches, ticks: clearedAt, ms: runMs(clearedAt), deaths, hash: hashState(0, runner) };
}
