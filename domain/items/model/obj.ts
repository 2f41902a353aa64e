import { MODEL_LIMITS } from "../limits.ts";
import { ModelError } from "./error.ts";

/** A corner of a triangle: places in the lists of positions, texture places and normals; -1 where the file gives none. */
export interface Corner {
  position: number;
  place: number;
  normal: number;
}

/** What a Wavefront OBJ file says of surfaces; everything else in it is passed over. */
export interface ObjFile {
  /** x, y, z one after the other. */
  positions: number[];
  /** u, v; v grows upwards as the format has it. */
  places: number[];
  normals: number[];
  /** Three to a triangle. */
  corners: Corner[];
}

/**
 * Reads OBJ text: polygons are cut into fans, negative indices count from the end, a `\` joins lines. Numbers must be
 * finite and indices in range. Throws `ModelError` as soon as a limit is passed, before more is kept.
 */
export function readObj(text: string): ObjFile {
  const file: ObjFile = { positions: [], places: [], normals: [], corners: [] };
  for (const { number, line } of logicalLines(text)) {
    const [keyword, ...words] = line.split(/[ \t]+/, MOST_WORDS);
    if (keyword === "v") push(file.positions, words, 3, number);
    else if (keyword === "vt") push(file.places, words, 2, number);
    else if (keyword === "vn") push(file.normals, words, 3, number);
    else if (keyword === "f") addFace(file, words, number);
  }
  if (file.corners.length === 0) throw new ModelError("The model has no faces in it.");
  return file;
}

/** One more than the largest polygon that is taken has: enough to see that there are too many. */
const MOST_WORDS = MODEL_LIMITS.triangles + 4;

/** Lines without their ends, comments and surrounding white space, numbered as editors do; what a `\` continues is joined. */
function* logicalLines(text: string): Generator<{ number: number; line: string }> {
  let held: string[] = [];
  let number = 0;
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    const part = text.slice(at, end).trim();
    at = end + 1;
    number++;
    if (part.endsWith("\\") && at < text.length) {
      held.push(part.slice(0, -1));
      continue;
    }
    // Joined once, at the end: a line may have a million parts.
    const line = held.length > 0 ? [...held, part].join(" ").trim() : part;
    held = [];
    const comment = line.indexOf("#");
    const kept = comment < 0 ? line : line.slice(0, comment).trimEnd();
    if (kept) yield { number, line: kept };
  }
}

function push(list: number[], words: string[], size: number, line: number): void {
  if (list.length >= MODEL_LIMITS.vertices * size)
    throw new ModelError(`The model has more than ${MODEL_LIMITS.vertices.toLocaleString("en")} vertices.`);
  for (let i = 0; i < size; i++) {
    // A texture place may be a single number.
    const word = words[i] ?? (size === 2 && i === 1 ? "0" : "");
    const value = word === "" ? Number.NaN : Number(word);
    if (!Number.isFinite(value) || Math.abs(value) > MODEL_LIMITS.coordinate)
      throw new ModelError(`Line ${line} of the model has something that is no usable number.`);
    list.push(value);
  }
}

function addFace(file: ObjFile, words: string[], line: number): void {
  if (words.length < 3)
    throw new ModelError(`Line ${line} of the model has a face with fewer than 3 corners.`);
  if (file.corners.length / 3 + words.length - 2 > MODEL_LIMITS.triangles)
    throw new ModelError(`The model has more than ${MODEL_LIMITS.triangles.toLocaleString("en")} triangles.`);
  const corners = words.map((word) => readCorner(file, word, line));
  const [first] = corners;
  for (let i = 1; i + 1 < corners.length; i++)
    file.corners.push(first as Corner, corners[i] as Corner, corners[i + 1] as Corner);
}

function readCorner(file: ObjFile, word: string, line: number): Corner {
  const [position, place, normal, ...rest] = word.split("/");
  if (rest.length > 0) throw new ModelError(`Line ${line} of the model has a corner that can't be read.`);
  return {
    position: index(position ?? "", file.positions.length / 3, line),
    place: place ? index(place, file.places.length / 2, line) : -1,
    normal: normal ? index(normal, file.normals.length / 3, line) : -1,
  };
}

function index(word: string, count: number, line: number): number {
  const value = /^[+-]?\d{1,9}$/.test(word) ? Number(word) : 0;
  const found = value < 0 ? count + value : value - 1;
  if (value === 0 || found < 0 || found >= count)
    throw new ModelError(`Line ${line} of the model names a vertex that is not there.`);
  return found;
}
