import type { BlockShape } from "#domain/world/block.ts";
import { blockMesh } from "#domain/world/iso/block-mesh.ts";
import { rotationMatrix } from "#domain/world/rotation.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { isRound } from "#web/game/world/block-geometry.ts";
import type { PartShape } from "./part-bounds.ts";

/** A point of a solid: a corner, the middle of an edge or the center of a face. Round sides have points at four sides. */
export interface ShapePoint {
  kind: "corner" | "edge" | "face";
  point: Vec3;
  /** Of a face, away from the solid, of length 1. */
  normal: Vec3 | null;
}

const cache = new Map<BlockShape, readonly ShapePoint[]>();

/** The points of a shape in the cube from −0.5 to 0.5. */
function unitPoints(shape: BlockShape): readonly ShapePoint[] {
  const known = cache.get(shape) ?? (isRound(shape) ? roundPoints(shape) : sharpPoints(shape));
  cache.set(shape, known);
  return known;
}

function sharpPoints(shape: BlockShape): ShapePoint[] {
  const { vertices, faces } = blockMesh(shape, 4);
  const at = (corner: number): Vec3 => [...vertices.slice(corner * 3, corner * 3 + 3)] as Vec3;
  const points: ShapePoint[] = [];
  for (let i = 0; i < vertices.length / 3; i++) points.push(pointOf("corner", at(i)));
  for (const face of faces) {
    for (const [i, corner] of face.entries()) {
      const next = face[(i + 1) % face.length] as number;
      // Each edge is in two faces, once in each direction.
      if (corner < next) points.push(pointOf("edge", middleOf([at(corner), at(next)])));
    }
    const corners = face.map(at);
    points.push(pointOf("face", middleOf(corners), faceNormal(corners)));
  }
  return points;
}

function roundPoints(shape: BlockShape): ShapePoint[] {
  const around: Vec3[] = [
    [0.5, 0, 0],
    [-0.5, 0, 0],
    [0, 0, 0.5],
    [0, 0, -0.5],
  ];
  const rim = (y: number) => around.map(([x, , z]) => pointOf("edge", [x, y, z]));
  const end = (y: number) => pointOf("face", [0, y, 0], [0, Math.sign(y), 0]);
  switch (shape) {
    case "cylinder":
      return [...rim(-0.5), ...rim(0.5), end(-0.5), end(0.5)];
    case "cone":
      return [...rim(-0.5), end(-0.5), pointOf("corner", [0, 0.5, 0])];
    default:
      return [...around.map((at) => pointOf("face", at, [at[0] * 2, 0, at[2] * 2])), end(-0.5), end(0.5)];
  }
}

const pointOf = (kind: ShapePoint["kind"], point: Vec3, normal: Vec3 | null = null): ShapePoint => ({
  kind,
  point,
  normal,
});

function middleOf(points: readonly Vec3[]): Vec3 {
  const along = (axis: number) =>
    points.reduce((sum, point) => sum + (point[axis] as number), 0) / points.length;
  return [along(0), along(1), along(2)];
}

function faceNormal([a, b, c]: readonly Vec3[]): Vec3 {
  if (!a || !b || !c) return [0, 1, 0];
  const [u, v] = [b, c].map(([x, y, z]) => [x - a[0], y - a[1], z - a[2]] as const) as [Vec3, Vec3];
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

export function shapePoints({ shape, position, size, rotation }: PartShape): ShapePoint[] {
  const m = rotationMatrix(rotation);
  const turn = ([x, y, z]: Vec3): Vec3 => {
    if (!m) return [x, y, z];
    const row = (i: number) => (m[i] as number) * x + (m[i + 1] as number) * y + (m[i + 2] as number) * z;
    return [row(0), row(3), row(6)];
  };
  const place = ([x, y, z]: Vec3): Vec3 => {
    const [dx, dy, dz] = turn([x * size[0], y * size[1], z * size[2]]);
    return [position[0] + dx, position[1] + dy, position[2] + dz];
  };
  const placeNormal = ([x, y, z]: Vec3): Vec3 => {
    const [nx, ny, nz] = turn([x / size[0], y / size[1], z / size[2]]);
    const length = Math.hypot(nx, ny, nz) || 1;
    return [nx / length, ny / length, nz / length];
  };
  return unitPoints(shape).map(({ kind, point, normal }) => ({
    kind,
    point: place(point),
    normal: normal && placeNormal(normal),
  }));
}
