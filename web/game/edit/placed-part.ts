import { addVectors, scaleVector } from "#domain/build/bounds.ts";
import { type CopyablePart, clipFoot, isCopyable } from "#domain/build/clip.ts";
import { limitFields } from "#domain/build/limit-fields.ts";
import { type PlacedPart, withFields } from "#domain/build/part.ts";
import { snapTo, snapVector } from "#domain/build/snap.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { Brush, Placing } from "./level-editor.ts";
import { mainAxis, type Surface } from "./surface.ts";

/** Something that has a size while it is placed. */
export type SizedPlacing = Extract<Placing, { kind: "block" | "hazard" }>;
export type SinglePlacing = Exclude<Placing, { kind: "parts" }>;

/** How far stars float above what they are placed on. */
const STAR_HEIGHT = 3;
/** Distance from a wall of what stands beside it. */
const WALL_GAP = 1.5;

const BLOCK_SIZES = {
  box: [4, 1, 4],
  wedge: [4, 2, 4],
  pyramid: [4, 4, 4],
  cylinder: [4, 4, 4],
  cone: [4, 4, 4],
  sphere: [4, 4, 4],
} as const satisfies Record<string, Vec3>;
const HAZARD_SIZES = {
  lava: [4, 1, 4],
  spikes: [4, 1, 4],
  saw: [4, 4, 1],
  laser: [8, 0.5, 0.5],
  poison: [4, 1, 4],
} as const satisfies Record<string, Vec3>;

/** The size of something that is placed without drawing it out, at least a grid step. */
export function defaultSize(placing: SizedPlacing, step: number): Vec3 {
  const size = placing.kind === "block" ? BLOCK_SIZES[placing.shape] : HAZARD_SIZES[placing.hazard];
  return size.map((length) => (length < 1 ? length : Math.max(step, snapTo(length, step)))) as Vec3;
}

/** The center of a box that rests on a surface, around the point of the surface. Its lower corner is on the grid; 0 is no grid. */
function restingCenter({ point, normal }: Surface, size: Vec3, step: number): Vec3 {
  const { axis, sign } = mainAxis(normal);
  const center = point.map((value, i) => {
    const half = size[i as 0] / 2;
    return snapTo(value - half, step) + half;
  }) as Vec3;
  center[axis] = point[axis] + (sign * size[axis]) / 2;
  return center;
}

/** A point on a surface for something without a size. `height` is its distance from the surface. */
function restingPoint({ point, normal }: Surface, height: number, step: number): Vec3 {
  const { axis, sign } = mainAxis(normal);
  const place = snapVector(point, step);
  place[axis] = point[axis] + sign * height;
  return place;
}

/** A corner of a box that is drawn. One that snapped to another block is exact; others are on the grid. */
export interface DrawnCorner {
  point: Vec3;
  isExact: boolean;
}

/** A box on a surface from one corner to another, which has its height from `size`. A step of 0 is no grid. */
export function drawnBox(
  normal: Vec3,
  [start, end]: readonly [DrawnCorner, DrawnCorner],
  { size, step }: { size: Vec3; step: number },
): { position: Vec3; size: Vec3 } {
  const { axis, sign } = mainAxis(normal);
  const least = Math.max(step, WORLD_LIMITS.sizeMin);
  const position: Vec3 = [0, 0, 0];
  const drawn: Vec3 = [...size];
  for (const i of [0, 1, 2] as const) {
    if (i === axis) {
      position[i] = start.point[i] + (sign * size[i]) / 2;
      continue;
    }
    // The cells of the grid under both corners belong to the box.
    const [from, to] = start.point[i] <= end.point[i] ? [start, end] : [end, start];
    const low = from.isExact || step === 0 ? from.point[i] : Math.floor(from.point[i] / step + EDGE) * step;
    const high = to.isExact || step === 0 ? to.point[i] : Math.ceil(to.point[i] / step - EDGE) * step;
    drawn[i] = Math.max(least, high - low);
    // A box that is too small grows towards the pointer.
    position[i] = from === start ? low + drawn[i] / 2 : Math.max(high, low + least) - drawn[i] / 2;
  }
  return { position, size: drawn };
}

/** A corner on a line of the grid doesn't need the cell beyond it. */
const EDGE = 1e-6;

/** The part that is placed on a surface. */
export function placedPart(
  placing: SinglePlacing,
  surface: Surface,
  { brush, step }: { brush: Brush; step: number },
): PlacedPart {
  const { axis } = mainAxis(surface.normal);
  switch (placing.kind) {
    case "block":
    case "hazard": {
      const size = defaultSize(placing, step);
      return sizedPart(placing, { position: restingCenter(surface, size, step), size }, brush);
    }
    case "star":
      return limitedPart({ kind: "star", position: restingPoint(surface, STAR_HEIGHT, step) });
    case "checkpoint":
    case "spawn":
    case "goal": {
      const position = restingPoint(surface, axis === 1 ? 0 : WALL_GAP, step);
      return limitedPart({ kind: placing.kind, position });
    }
  }
}

/** A block or a hazard of some size. */
export function sizedPart(
  placing: SizedPlacing,
  { position, size }: { position: Vec3; size: Vec3 },
  { color, material }: Brush,
): PlacedPart {
  if (placing.kind === "hazard")
    return limitedPart({ kind: "hazard", hazard: placing.hazard, position, size });
  const { shape } = placing;
  return limitedPart({
    kind: "block",
    shape,
    position,
    size,
    color,
    ...(material !== "plastic" && { material }),
  });
}

/** Where copies go that are placed on a surface, as a movement of the parts. */
export function clipMove(parts: CopyablePart[], surface: Surface, step: number): Vec3 {
  return addVectors(restingPoint(surface, 0, step), scaleVector(clipFoot({ parts }), -1));
}

/** The parts of a prefab that can be placed. */
export const copyableParts = (placing: Extract<Placing, { kind: "parts" }>): CopyablePart[] =>
  placing.parts.filter(isCopyable);

function limitedPart(part: PlacedPart): PlacedPart {
  const { position, size } = part as { position: Vec3; size?: Vec3 };
  return withFields(part, limitFields({ position, ...(size && { size }) }).fields) as PlacedPart;
}
