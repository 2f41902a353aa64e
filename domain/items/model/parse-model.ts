import type { MeshData } from "../../avatar/model/mesh.ts";
import { sizeProblem } from "../../file-size.ts";
import { MODEL_LIMITS } from "../limits.ts";
import { ModelError } from "./model-error.ts";
import { type Corner, type ObjFile, readObj, type Vector, vector } from "./obj.ts";

/** A mesh before its positions are rounded: far from the center, 32 bits are too few for its shape. */
interface PreciseMesh extends Omit<MeshData, "positions"> {
  positions: Float64Array;
}

/** The space of a slot, in units around its anchor: lowest and highest x, y, z. */
interface SlotSpace {
  low: readonly [number, number, number];
  high: readonly [number, number, number];
  /** Size that a fitted model's longest side gets. The model stands on `floor`, or is centered without one. */
  size: number;
  floor: number | null;
}

/** Models with a shorter longest side were made in other units. */
const SMALLEST = 0.25;

/** The hat's anchor is inside the head, 1.26 above the chin; the toy's is the center of the right hand. */
const SLOT_SPACES: Record<"hat" | "toy", SlotSpace> = {
  hat: { low: [-1.7, -1.3, -1.7], high: [1.7, 2.3, 1.7], size: 2.1, floor: 0.1 },
  toy: { low: [-1.3, -1.3, -1.3], high: [1.3, 1.3, 1.3], size: 1.4, floor: null },
};

/**
 * Fits a model into its slot. A model that was made for the bopi stays as it is. A misplaced, too large or
 * tiny one is centered in the slot and scaled uniformly.
 */
export function fitModel<Mesh extends MeshData | PreciseMesh>(mesh: Mesh, slot: "hat" | "toy"): Mesh {
  const space = SLOT_SPACES[slot];
  const { low, high } = bounds(mesh.positions);
  const largest = Math.max(...high.map((value, axis) => value - (low[axis] as number)));
  const fits =
    largest >= SMALLEST &&
    low.every((value, axis) => Math.fround(value) >= (space.low[axis] as number)) &&
    high.every((value, axis) => Math.fround(value) <= (space.high[axis] as number));
  if (fits) return mesh;
  const scale = space.size / largest;
  const middle = low.map((value, axis) => (value + (high[axis] as number)) / 2);
  const lift =
    space.floor === null ? 0 : space.floor + (((high[1] as number) - (low[1] as number)) * scale) / 2;
  const positions = mesh.positions.map((value, i) => {
    const axis = i % 3;
    return (value - (middle[axis] as number)) * scale + (axis === 1 ? lift : 0);
  });
  return { ...mesh, positions };
}

function bounds(positions: Float32Array | Float64Array): { low: number[]; high: number[] } {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((value) => -value);
  for (const [i, value] of positions.entries()) {
    const axis = i % 3;
    if (value < (low[axis] as number)) low[axis] = value;
    if (value > (high[axis] as number)) high[axis] = value;
  }
  return { low, high };
}

/** Faces that meet at a smaller angle are shaded as one smooth surface. */
const CREASE = Math.cos((50 * Math.PI) / 180);
/** Corners with more faces are shaded flat, so no file can make the work grow quadratically. */
const MAX_FACES_PER_CORNER = 64;

/** Builds a mesh from a parsed file: equal corners become one vertex, missing normals are computed. */
function buildMesh(file: ObjFile): PreciseMesh {
  const corners = withoutFlat(file);
  if (corners.length === 0) throw new ModelError("The model has no visible faces.");
  const normals = cornerNormals(file, corners);
  const positions: number[] = [];
  const normalValues: number[] = [];
  const uvs: number[] = [];
  const known = new Map<string, number>();
  const indices = corners.map(({ position, uv }, i) => {
    const normal = normals[i] as Vector;
    const key = `${position} ${uv} ${normal.map((part) => Math.round(part * 1000)).join(" ")}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const vertex = known.size;
    known.set(key, vertex);
    positions.push(...vector(file.positions, position));
    normalValues.push(...normal);
    // Texture rows run down in our meshes and up in OBJ files.
    uvs.push(file.uvs[uv * 2] ?? 0, uv < 0 ? 0 : 1 - (file.uvs[uv * 2 + 1] ?? 0));
    return vertex;
  });
  return {
    positions: Float64Array.from(positions),
    normals: Float32Array.from(normalValues),
    uvs: Float32Array.from(uvs),
    indices: known.size > 65_535 ? Uint32Array.from(indices) : Uint16Array.from(indices),
  };
}

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function unit([x, y, z]: Vector): Vector | null {
  const length = Math.hypot(x, y, z);
  return length > 1e-12 ? [x / length, y / length, z / length] : null;
}

function faceNormal({ positions }: ObjFile, corners: readonly Corner[], first: number): Vector | null {
  const [a, b, c] = [0, 1, 2].map((i) => vector(positions, corners[first + i]?.position ?? 0)) as [
    Vector,
    Vector,
    Vector,
  ];
  const u: Vector = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const v: Vector = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  return unit([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]);
}

/** Drops triangles without an area. */
function withoutFlat(file: ObjFile): Corner[] {
  return file.corners.filter((_, i) => faceNormal(file, file.corners, i - (i % 3)) !== null);
}

/** Each corner's normal: the file's own, or the mean of the adjacent faces that meet it at a small angle. */
function cornerNormals(file: ObjFile, corners: readonly Corner[]): Vector[] {
  const faces = Array.from(
    { length: corners.length / 3 },
    (_, i) => faceNormal(file, corners, i * 3) ?? ([0, 1, 0] as const),
  );
  const around = new Map<number, Vector[]>();
  for (const [i, { position }] of corners.entries()) {
    const normal = faces[Math.floor(i / 3)] as Vector;
    const list = around.get(position);
    if (list) list.push(normal);
    else around.set(position, [normal]);
  }
  return corners.map(({ position, normal }, i) => {
    const own = faces[Math.floor(i / 3)] as Vector;
    const given = normal >= 0 ? unit(vector(file.normals, normal)) : null;
    return given ?? creased(own, around.get(position) ?? []);
  });
}

function creased(own: Vector, around: readonly Vector[]): Vector {
  if (around.length > MAX_FACES_PER_CORNER) return own;
  const sum: [number, number, number] = [0, 0, 0];
  for (const other of around) {
    if (dot(own, other) < CREASE) continue;
    for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + (other[c] as number);
  }
  return unit(sum) ?? own;
}

/**
 * Parses an uploaded OBJ file into a mesh in its slot's space. Throws `ModelError` with a message for the
 * user.
 */
export function parseModel(bytes: Uint8Array, slot: "hat" | "toy"): MeshData {
  if (bytes.byteLength > MODEL_LIMITS.bytes)
    throw new ModelError(sizeProblem("The model", bytes.byteLength, MODEL_LIMITS.bytes));
  const mesh = fitModel(buildMesh(readObj(new TextDecoder().decode(bytes))), slot);
  return { ...mesh, positions: Float32Array.from(mesh.positions) };
}
