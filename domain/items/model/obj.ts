import { MODEL_LIMITS } from "../limits.ts";
import { ModelError } from "./model-error.ts";
import { type Effort, triangulate } from "./triangulate.ts";

/**
 * A corner of a triangle: indices into the positions, texture coordinates and normals; -1 if the file has
 * none.
 */
export interface Corner {
  position: number;
  uv: number;
  normal: number;
}

export type Vector = readonly [x: number, y: number, z: number];

/** The surfaces of a Wavefront OBJ file; the rest of the file is ignored. */
export interface ObjFile {
  /** x, y, z of each position in a flat list. */
  positions: number[];
  /** u, v; v grows upwards, as in the file format. */
  uvs: number[];
  normals: number[];
  /** 3 per triangle. */
  corners: Corner[];
}

/**
 * Parses OBJ text: cuts polygons into triangles, resolves negative indices, joins lines that end with `\`. Numbers must be
 * finite and indices in range, except those of normals, which can be computed. Throws `ModelError` as soon as a limit is exceeded, before storing more.
 */
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

/**
 * Lines without comments and surrounding white space, numbered as in an editor. Joins lines continued with
 * `\`.
 */
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
