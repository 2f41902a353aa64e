import { cosDegrees, sinDegrees } from "./sin-degrees.ts";

export type Vec3 = readonly [number, number, number];

/** The part of a level's block that the simulation reads (domain/world/block.ts). */
export interface CourseBlock {
  readonly shape: "box" | "wedge" | "pyramid" | "cylinder" | "cone" | "sphere";
  readonly position: Vec3;
  readonly size: Vec3;
  readonly rotation?: Vec3 | undefined;
  readonly material?: string | undefined;
  readonly effect?: "bounce" | "boost" | "crumble" | "ghost" | undefined;
  readonly motion?: { readonly by: Vec3; readonly seconds: number } | undefined;
}

export interface Solid {
  /** x, y, z of each corner. */
  corners: Float64Array;
  /** The corners of each face, in order around it. */
  faces: readonly (readonly number[])[];
  /** Whether edges matter: false for round solids, whose faces are close to each other. */
  isSharp: boolean;
}

const BASE = [
  [-0.5, -0.5, -0.5],
  [0.5, -0.5, -0.5],
  [0.5, -0.5, 0.5],
  [-0.5, -0.5, 0.5],
] as const;
const FLOOR = [0, 1, 2, 3];

/** Solids within a cube from −0.5 to 0.5. `widest` is the block's longest side. */
function unitSolid(shape: CourseBlock["shape"], widest: number): Solid {
  switch (shape) {
    case "box":
      return sharpSolid(
        [...BASE, ...BASE.map(([x, , z]) => [x, 0.5, z])],
        [FLOOR, [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]],
      );
    case "wedge":
      return sharpSolid(
        [...BASE, [-0.5, 0.5, -0.5], [0.5, 0.5, -0.5]],
        [FLOOR, [0, 1, 5, 4], [3, 2, 5, 4], [1, 2, 5], [0, 3, 4]],
      );
    case "pyramid":
      return sharpSolid([...BASE, [0, 0.5, 0]], [FLOOR, [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]]);
    case "cylinder":
      return loft([0.5, 0.5], [-0.5, 0.5], sidesFor(widest));
    case "cone":
      return loft([0.5, 0], [-0.5, 0.5], sidesFor(widest));
    case "sphere":
      return sphere(sidesFor(widest));
  }
}

/** Larger round blocks have more sides, because players stand closer to them than they are wide. */
function sidesFor(widest: number): number {
  if (widest < 4) return 12;
  if (widest < 20) return 16;
  return widest < 60 ? 24 : 40;
}

function sharpSolid(corners: readonly (readonly number[])[], faces: Solid["faces"]): Solid {
  return { corners: Float64Array.from(corners.flat()), faces, isSharp: true };
}

function sphere(sides: number): Solid {
  const bands = sides / 4 + 2;
  const radii: number[] = [];
  const heights: number[] = [];
  for (let ring = 0; ring <= bands; ring++) {
    const isPole = ring === 0 || ring === bands;
    radii.push(isPole ? 0 : sinDegrees((ring * 180) / bands) / 2);
    heights.push(-cosDegrees((ring * 180) / bands) / 2);
  }
  return loft(radii, heights, sides / 2);
}

/** A solid of rings with the given radii at the given heights. */
function loft(radii: readonly number[], heights: readonly number[], sides: number): Solid {
  const corners = new Float64Array(radii.length * sides * 3);
  let next = 0;
  for (let ring = 0; ring < radii.length; ring++) {
    for (let side = 0; side < sides; side++) {
      const angle = ((side + 0.5) * 360) / sides;
      corners[next++] = sinDegrees(angle) * radii[ring]!;
      corners[next++] = heights[ring]!;
      corners[next++] = cosDegrees(angle) * radii[ring]!;
    }
  }
  const corner = (ring: number, side: number) => ring * sides + (side % sides);
  const faces: number[][] = [];
  for (let ring = 0; ring + 1 < radii.length; ring++) {
    for (let side = 0; side < sides; side++) {
      const face = [corner(ring, side)];
      if (radii[ring] !== 0) face.push(corner(ring, side + 1));
      face.push(corner(ring + 1, side + 1));
      if (radii[ring + 1] !== 0) face.push(corner(ring + 1, side));
      faces.push(face);
    }
  }
  for (const ring of [0, radii.length - 1]) {
    if (radii[ring] === 0) continue;
    faces.push(Array.from({ length: sides }, (_, side) => corner(ring, side)));
  }
  return { corners, faces, isSharp: radii.length === 2 };
}

/** The rows of the matrix Rx · Ry · Rz for Euler angles in degrees. */
export function rotationRows([rx, ry, rz]: Vec3): Float64Array {
  const [a, b] = [cosDegrees(rx), sinDegrees(rx)];
  const [c, d] = [cosDegrees(ry), sinDegrees(ry)];
  const [e, f] = [cosDegrees(rz), sinDegrees(rz)];
  return Float64Array.of(
    ...[c * e, -c * f, d],
    ...[a * f + b * e * d, a * e - b * f * d, -b * c],
    ...[b * f - a * e * d, b * e + a * f * d, a * c],
  );
}

const UNTURNED: Vec3 = [0, 0, 0];

/** A block's solid in the world, where its motion begins. */
export function solidOf({ shape, position, size, rotation }: CourseBlock): Solid {
  const unit = unitSolid(shape, Math.max(size[0], size[1], size[2]));
  const m = rotationRows(rotation ?? UNTURNED);
  const from = unit.corners;
  const corners = new Float64Array(from.length);
  for (let i = 0; i < from.length; i += 3) {
    const x = from[i]! * size[0];
    const y = from[i + 1]! * size[1];
    const z = from[i + 2]! * size[2];
    corners[i] = position[0] + m[0]! * x + m[1]! * y + m[2]! * z;
    corners[i + 1] = position[1] + m[3]! * x + m[4]! * y + m[5]! * z;
    corners[i + 2] = position[2] + m[6]! * x + m[7]! * y + m[8]! * z;
  }
  return { ...unit, corners };
}
