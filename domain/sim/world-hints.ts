import { solidFaces } from "./cast-sphere.ts";
import { RUN_LIMITS } from "./run-log.ts";
import { type Course, type CourseWorld, FLAG, makeCourse } from "./v1/course.ts";
import { RULES } from "./v1/rules.ts";
import { Runner } from "./v1/runner.ts";
import type { Vec3 } from "./v1/solid.ts";

const NEAR = new Int32Array(4096);

/** How deep a point is inside a solid, in units; 0 outside of all of them. */
export function depthInside(course: Course, [x, y, z]: Vec3): number {
  const count = course.solids.find(NEAR, x, y - RULES.height, z, x, y, z);
  let deepest = 0;
  for (let k = 0; k < count; k++) {
    const solid = NEAR[k]!;
    if ((course.flags[solid]! & (FLAG.water | FLAG.moving | FLAG.crumble)) !== 0) continue;
    const planes = solidFaces(course, solid);
    let outside = Number.NEGATIVE_INFINITY;
    for (let p = 0; p < planes.length; p += 4)
      outside = Math.max(outside, planes[p]! * x + planes[p + 1]! * y + planes[p + 2]! * z - planes[p + 3]!);
    deepest = Math.max(deepest, -outside);
  }
  return deepest;
}

export type WorldHintKind = "start_in_block" | "out_of_reach" | "below_fall_line" | "too_costly";

/** Something in a world that its creator probably didn't intend. */
export interface WorldHint {
  kind: WorldHintKind;
  text: string;
  position: Vec3;
}

/** Lifts of a start up to this height are not noticeable. */
const NOTICED_LIFT = 0.1;
/** Blocks looked at in the search for too many overlapping ones. */
const SAMPLES = 500;
/** A box has about as many half-spaces. */
const PLANES_PER_SOLID = 10;
const FOUND = new Int32Array(RUN_LIMITS.workOnAverage / PLANES_PER_SOLID + 1);

/** Lists things that a world's creator should look at. A world with hints can be published. */
export const worldHints = (world: CourseWorld): WorldHint[] => courseHints(makeCourse(world));

/** The same for a world whose course is known. */
export function courseHints(course: Course): WorldHint[] {
  const { world } = course;
  const starts = [
    { name: "The spawn", point: world.spawn.position },
    ...world.checkpoints.map(({ position }, i) => ({ name: `Checkpoint ${i + 1}`, point: position })),
  ];
  const targets = [
    ...world.stars.map(({ position }, i) => ({ name: `Star ${i + 1}`, point: position })),
    ...(world.goal ? [{ name: "The goal", point: world.goal.position }] : []),
  ];
  return [
    ...starts.flatMap(({ name, point }) => startHint(course, name, point) ?? []),
    ...targets.flatMap(({ name, point }) => targetHint(course, name, point) ?? []),
    ...[...starts, ...targets].flatMap(({ name, point }) => fallHint(course, name, point) ?? []),
    ...(costHint(course) ?? []),
  ];
}

function startHint(course: Course, name: string, point: Vec3): WorldHint | null {
  const start = new Runner({ ...course, world: { ...course.world, spawn: { position: point } } }, 0);
  const lift = start.y - point[1];
  if (lift <= NOTICED_LIFT) return null;
  const text = `${name} is inside a block, so players start ${formatLength(lift)} units higher. Move it or the block.`;
  return { kind: "start_in_block", text, position: point };
}

function targetHint(course: Course, name: string, point: Vec3): WorldHint | null {
  if (depthInside(course, point) <= RULES.reach) return null;
  const text = `${name} is deep inside a block, so no one can reach it. Move it or the block.`;
  return { kind: "out_of_reach", text, position: point };
}

function fallHint({ fallLine }: Course, name: string, point: Vec3): WorldHint | null {
  if (point[1] >= fallLine) return null;
  const text = `${name} is so far below all blocks that players die before they get there. Move it up.`;
  return { kind: "below_fall_line", text, position: point };
}

/** The first place where so many blocks overlap that runs would be refused. */
function costHint({ world, blockOf, solids }: Course): WorldHint[] | null {
  const step = Math.max(1, Math.floor(blockOf.length / SAMPLES));
  for (let solid = 0; solid < blockOf.length; solid += step) {
    const block = world.blocks[blockOf[solid]!]!;
    const [x, y, z] = block.position;
    if (solids.find(FOUND, x, y, z, x, y, z) < FOUND.length) continue;
    const text = `More than ${FOUND.length - 1} blocks overlap in one place. Runs through it can't be checked. Remove some.`;
    return [{ kind: "too_costly", text, position: block.position }];
  }
  return null;
}

const formatLength = (length: number): string => String(Math.round(length * 10) / 10);
