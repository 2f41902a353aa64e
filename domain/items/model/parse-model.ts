import type { MeshData } from "../../avatar/model/mesh.ts";
import { sizeProblem } from "../../file-size.ts";
import { MODEL_LIMITS } from "../limits.ts";
import { ModelError } from "./model-error.ts";

/** Corner tests that one file can cost. Beyond it, the rest of a polygon becomes a fan. */
const MOST_TESTS = 20_000_000;

export interface Effort {
  tests: number;
}

/** Triangulates: convex polygons as a fan, others by ears; 3 indices of `points` each. Always ends. */
export function triangulate(
  points: readonly (readonly [number, number, number])[],
  effort: Effort,
): number[] {
  const flat = points.length > 3 ? flatten(points) : null;
  return flat ? cutEars(flat.x, flat.y, flat.tolerance, effort) : fanOf(points.map((_, i) => i));
}

const fanOf = (corners: readonly number[]): number[] =>
  corners.slice(2).flatMap((corner, i) => [corners[0] as number, corners[i + 1] as number, corner]);

/** The polygon seen from the side that it faces, so that it runs counter-clockwise; null if it has no area. */
function flatten(points: readonly (readonly [number, number, number])[]) {
  const [first = [0, 0, 0] as const] = points;
  // Relative to a corner, because the products of large coordinates are imprecise.
  const local = points.map(([x, y, z]) => [x - first[0], y - first[1], z - first[2]] as const);
  const normal: [number, number, number] = [0, 0, 0];
  for (const [i, [x, y, z]] of local.entries()) {
    const [u, v, w] = local[(i + 1) % local.length] as (typeof local)[number];
    normal[0] += (y - v) * (z + w);
    normal[1] += (z - w) * (x + u);
    normal[2] += (x - u) * (y + v);
  }
  const sizes = normal.map(Math.abs) as [number, number, number];
  const largest = Math.max(...sizes);
  if (!(largest > 0)) return null;
  const drop = sizes.indexOf(largest) as 0 | 1 | 2;
  const [a, b] = (
    [
      [1, 2],
      [2, 0],
      [0, 1],
    ] as const
  )[drop];
  const turn = normal[drop] > 0 ? 1 : -1;
  const x = Float64Array.from(local, (point) => point[a] * turn);
  const y = Float64Array.from(local, (point) => point[b]);
  return { x, y, tolerance: largest * 1e-12 };
}

function cutEars(x: Float64Array, y: Float64Array, tolerance: number, effort: Effort): number[] {
  const count = x.length;
  const at = (list: ArrayLike<number>, i: number) => list[i] as number;
  /** Twice the area of a triangle; positive if it runs counter-clockwise. */
  const area = (a: number, b: number, c: number) =>
    (at(x, b) - at(x, a)) * (at(y, c) - at(y, a)) - (at(y, b) - at(y, a)) * (at(x, c) - at(x, a));
  const previous = Int32Array.from({ length: count }, (_, i) => (i + count - 1) % count);
  const next = Int32Array.from({ length: count }, (_, i) => (i + 1) % count);
  const turnAt = (i: number) => area(at(previous, i), i, at(next, i));

  /** Corners that don't turn left. An ear is cut off only if none of them is in its way. */
  let reflex = Array.from({ length: count }, (_, i) => i).filter((i) => turnAt(i) <= tolerance);
  if (reflex.length === 0) return fanOf(Array.from({ length: count }, (_, i) => i));

  const isSame = (a: number, b: number) => at(x, a) === at(x, b) && at(y, a) === at(y, b);
  /** Whether an edge from corner `b` to `target` goes inside the angle of the ear a, b, c. */
  const goesInside = (a: number, b: number, c: number, target: number) =>
    area(b, c, target) > tolerance && area(b, target, a) > tolerance;
  const blocks = (q: number, a: number, b: number, c: number): boolean => {
    if (q === a || q === b || q === c) return false;
    if (area(a, b, q) < 0 || area(b, c, q) < 0 || area(c, a, q) < 0) return false;
    const [before, after] = [at(previous, q), at(next, q)];
    // A corner that touches one of the ear's: its edges decide.
    if (isSame(q, a)) return goesInside(c, a, b, before) || goesInside(c, a, b, after);
    // The same corner from the other side: what is left between them has no area.
    if (isSame(q, b) && isSame(before, c) && isSame(after, a)) return true;
    if (isSame(q, b)) return goesInside(a, b, c, before) || goesInside(a, b, c, after);
    if (isSame(q, c)) return goesInside(b, c, a, before) || goesInside(b, c, a, after);
    return true;
  };
  const isEar = (b: number): boolean => {
    const [a, c] = [at(previous, b), at(next, b)];
    if (!(area(a, b, c) > tolerance)) return false;
    effort.tests += reflex.length;
    return !reflex.some((q) => blocks(q, a, b, c));
  };

  const triangles: number[] = [];
  let left = count;
  const cut = (b: number, isFilled: boolean) => {
    const [a, c] = [at(previous, b), at(next, b)];
    if (isFilled) triangles.push(a, b, c);
    next[a] = c;
    previous[c] = a;
    left--;
    const changed = new Set([a, c]);
    if (reflex.some((q) => q === b || changed.has(q)))
      reflex = reflex.filter((q) => q !== b && (!changed.has(q) || turnAt(q) <= tolerance));
  };
  let corner = 0;
  let tried = 0;
  while (left > 3 && effort.tests < MOST_TESTS) {
    const following = at(next, corner);
    if (isEar(corner)) {
      cut(corner, true);
      tried = 0;
    } else if (++tried > left) {
      // No ear: a corner without an area goes first, or one that turns left although something is in its way.
      const rest = ring(next, corner, left);
      const flat = rest.find((i) => Math.abs(turnAt(i)) <= tolerance);
      const chosen = flat ?? rest.find((i) => turnAt(i) > 0) ?? corner;
      cut(chosen, flat === undefined);
      tried = 0;
      corner = at(next, at(previous, chosen));
      continue;
    }
    corner = following;
  }
  triangles.push(...fanOf(ring(next, corner, left)));
  return triangles;
}

/** The corners that are left, from `start` on. */
function ring(next: Int32Array, start: number, count: number): number[] {
  const corners = [start];
  while (corners.length < count) corners.push(next[corners.at(-1) as number] as number);
  return corners;
}

/** Indices into the positions, texture coordinates and normals; -1 if the file has none. */
interface Corner {
  position: number;
  uv: number;
  normal: number;
}

type Vector = readonly [x: number, y: number, z: number];

/** The surfaces of a Wavefront OBJ file; the rest of the file is ignored. */
interface ObjFile {
  /** x, y, z of each position in a flat list. */
  positions: number[];
  /** u, v; v grows upwards, as in the file format. */
  uvs: number[];
  normals: number[];
  /** 3 per triangle. */
  corners: Corner[];
}

/** Parses OBJ text. Throws `ModelError` as soon as a limit is exceeded, before storing more. */
export function readObj(text: string): ObjFile {
  const file: ObjFile = { positions: [], uvs: [], normals: [], corners: [] };
  const effort = { tests: 0 };
  for (const { number, line } of logicalLines(text)) {
    const [keyword, ...words] = line.split(/[ \t]+/, MAX_WORDS);
    if (keyword === "v") push(file.positions, words, 3, number);
    else if (keyword === "vt") push(file.uvs, words, 2, number);
    else if (keyword === "vn") push(file.normals, words, 3, number, true);
    else if (keyword === "f") addFace(file, words, number, effort);
  }
  if (file.corners.length === 0) throw new ModelError("The model has no faces in it.");
  return file;
}

/** x, y and z of an entry of a flat list. */
export const vector = (list: readonly number[], i: number): Vector => [
  list[i * 3] as number,
  list[i * 3 + 1] as number,
  list[i * 3 + 2] as number,
];

/** 1 more than the words of the largest accepted polygon: enough to detect larger ones. */
const MAX_WORDS = MODEL_LIMITS.triangles + 4;

/** Lines without comments and outer white space, numbered as in an editor; `\` at the end joins lines. */
function* logicalLines(text: string): Generator<{ number: number; line: string }> {
  let parts: string[] = [];
  let number = 0;
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    const whole = text.slice(at, end);
    const comment = whole.indexOf("#");
    // A comment ends with its line, also if that ends with `\\`, as paths do.
    const part = (comment < 0 ? whole : whole.slice(0, comment)).trim();
    at = end + 1;
    number++;
    if (comment < 0 && part.endsWith("\\") && at < text.length) {
      // An empty part would only add space.
      if (part.length > 1) parts.push(part.slice(0, -1));
      continue;
    }
    // Joined once at the end, because a line can have a million parts.
    const line = parts.length > 0 ? [...parts, part].join(" ").trim() : part;
    parts = [];
    if (line) yield { number, line };
  }
}

function numberProblem(word: string, value: number): string | null {
  if (/^[+-]?[\d.]*,[\d.,]*(?:e[+-]?\d+)?$/i.test(word))
    return `has a comma in the number ${word.slice(0, 20)}. Save it with decimal points`;
  if (Number.isNaN(value)) return "has an invalid number";
  if (Math.abs(value) > MODEL_LIMITS.coordinate)
    return `has a number that's too large: the limit is ${MODEL_LIMITS.coordinate.toLocaleString("en")}`;
  return null;
}

function push(list: number[], words: string[], size: number, line: number, isNormal = false): void {
  if (list.length >= MODEL_LIMITS.vertices * size)
    throw new ModelError(`The model has more than ${MODEL_LIMITS.vertices.toLocaleString("en")} vertices.`);
  for (let i = 0; i < size; i++) {
    // A texture coordinate can be a single number.
    const word = words[i] ?? (size === 2 && i === 1 ? "0" : "");
    const value = word === "" ? Number.NaN : Number(word);
    const problem = numberProblem(word, value);
    // A normal that can't be read is computed.
    if (problem && !isNormal) throw new ModelError(`Line ${line} of the model ${problem}.`);
    list.push(problem ? 0 : value);
  }
}

function addFace(file: ObjFile, words: string[], line: number, effort: Effort): void {
  if (words.length < 3)
    throw new ModelError(`Line ${line} of the model has a face with fewer than 3 corners.`);
  if (file.corners.length / 3 + words.length - 2 > MODEL_LIMITS.triangles)
    throw new ModelError(`The model has more than ${MODEL_LIMITS.triangles.toLocaleString("en")} triangles.`);
  const corners = words.map((word) => readCorner(file, word, line));
  const points = corners.map(({ position }) => vector(file.positions, position));
  for (const corner of triangulate(points, effort)) file.corners.push(corners[corner] as Corner);
}

function readCorner(file: ObjFile, word: string, line: number): Corner {
  const [position, uv, normal, ...rest] = word.split("/");
  if (rest.length > 0) throw new ModelError(`Line ${line} of the model has a corner that can't be read.`);
  return {
    position: index(position ?? "", file.positions.length / 3, line),
    uv: uv ? index(uv, file.uvs.length / 2, line) : -1,
    normal: normal ? index(normal, file.normals.length / 3, line) : -1,
  };
}

function index(word: string, count: number, line: number): number {
  const value = /^[+-]?\d{1,9}$/.test(word) ? Number(word) : 0;
  const found = value < 0 ? count + value : value - 1;
  if (value === 0 || found < 0 || found >= count)
    throw new ModelError(`Line ${line} of the model refers to a vertex that doesn't exist.`);
  return found;
}

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

/** Fits a model into its slot. One made for the bopi stays; others are centered and scaled uniformly. */
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
  // Triangles without an area have no normal.
  const corners = file.corners.filter((_, i) => faceNormal(file, file.corners, i - (i % 3)) !== null);
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

/** Parses an uploaded OBJ into a mesh in its slot's space. Throws `ModelError` with a text for the user. */
export function parseModel(bytes: Uint8Array, slot: "hat" | "toy"): MeshData {
  if (bytes.byteLength > MODEL_LIMITS.bytes)
    throw new ModelError(sizeProblem("The model", bytes.byteLength, MODEL_LIMITS.bytes));
  const mesh = fitModel(buildMesh(readObj(new TextDecoder().decode(bytes))), slot);
  return { ...mesh, positions: Float32Array.from(mesh.positions) };
}
