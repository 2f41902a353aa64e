import type * as z from "zod/mini";
import { sizeProblem } from "../file-size.ts";
import { type Block, blockSchema } from "./block.ts";
import { isBlock } from "./block-field-fits.ts";
import { canonicalBlock } from "./canonical-block.ts";
import { WORLD_LIMITS } from "./limits.ts";
import { type World, worldFrameSchema } from "./schema.ts";

type Issue = z.core.$ZodIssue;

/** All problems of a document, as sentences for its creator. */
class WorldProblems {
  /** In the order of their discovery. */
  readonly sentences: string[] = [];
  /** Problems without a sentence. */
  more = 0;
  readonly #most: number;

  /** Problems beyond `most` are only counted. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Whether further problems are only counted. */
  get isFull(): boolean {
    return this.sentences.length >= this.#most;
  }

  /** Adds what a schema found. Without any issues, it adds that the value at the path isn't valid. */
  add(issues: readonly Issue[], path: readonly PropertyKey[] = []): void {
    for (const issue of issues) {
      const moved = { ...issue, path: [...path, ...issue.path] };
      if (issue.code !== "unrecognized_keys") this.#addSentence(moved);
      else for (const key of issue.keys) this.#addSentence({ ...moved, keys: [key] } as Issue);
    }
    if (issues.length === 0)
      this.#addSentence({ code: "custom", path: [...path], message: `${pathText(path)} isn't valid.` });
  }

  #addSentence(issue: Issue): void {
    if (this.isFull) this.more++;
    else this.sentences.push(worldProblem([issue]));
  }
}

/** A sentence that names the position of the first error in the document and how to fix it. */
export function worldProblem(issues: readonly Issue[]): string {
  const issue = issues[0];
  if (!issue) return "The level file isn't a level document.";
  const path = pathText(issue.path) || "The level document";
  switch (issue.code) {
    case "unrecognized_keys":
      return `${path} has a key that levels don't know: ${quoted(issue.keys[0] ?? "")}. Remove it.`;
    case "too_small":
      return `${path} ${sizeText(issue.origin, "at least", issue.minimum)}`;
    case "too_big":
      return `${path} ${sizeText(issue.origin, "at most", issue.maximum)}`;
    case "invalid_value":
      return `${path} must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}.`;
    case "invalid_format":
      return `${path} must be 6 hexadecimal digits without '#', such as f99205.`;
    case "invalid_type":
      return `${path} must be ${withArticle(issue.expected)}.`;
    case "custom":
      return issue.message;
    default:
      return `${path} isn't valid.`;
  }
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((step, i) => (typeof step === "number" ? `[${step}]` : `${i > 0 ? "." : ""}${String(step)}`))
    .join("");
}

function sizeText(origin: string, bound: string, limit: number | bigint): string {
  return origin === "array"
    ? `must have ${bound} ${limit.toLocaleString("en")} entries.`
    : `must be ${bound} ${limit}.`;
}

function withArticle(expected: string): string {
  if (expected === "tuple" || expected === "array")
    return expected === "tuple" ? "a list of three numbers" : "a list";
  return expected === "object" ? "an object" : `a ${expected}`;
}

function quoted(key: string): string {
  return JSON.stringify(key.length > 40 ? `${key.slice(0, 40)}…` : key);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_LIST = 0x5d;
const CLOSE_OBJECT = 0x7d;

/** Whether JSON nests deeper than `limit`, checked before parsing. No multibyte byte looks like a bracket. */
function nestingExceeds(source: Uint8Array | string, limit: number): boolean {
  const bytes = typeof source === "string" ? null : source;
  const text = typeof source === "string" ? source : "";
  let depth = 0;
  let inString = false;
  for (let i = 0; i < source.length; i++) {
    const code = bytes ? bytes[i] : text.charCodeAt(i);
    if (inString) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > limit) return true;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
  }
  return false;
}

/** Problems beyond this many are only counted. */
const MOST_PROBLEMS = 20;

/** A document that was checked. `problems` are sentences for its creator, and `more` is how many problems have none. */
export type ValidatedWorld = { ok: true; world: World } | { ok: false; problems: string[]; more: number };

/** `message` is the first problem, `problems` lists all of them: at most 20, and then how many more there are. */
export type ParsedWorld =
  | { ok: true; world: World; text: string }
  | { ok: false; message: string; problems: string[] };

/** Parses an uploaded document. `text` is its canonical form for storage. Problems are for the creator. */
export function parseWorld(source: Uint8Array | string): ParsedWorld {
  const read = validateWorld(source, MOST_PROBLEMS);
  if (read.ok) return { ...read, text: JSON.stringify(read.world) };
  const { more } = read;
  const problems = more > 0 ? [...read.problems, `And ${more.toLocaleString("en")} more.`] : read.problems;
  return { ok: false, message: problems[0] ?? worldProblem([]), problems };
}

/** Checks a level document like `parseWorld`, with sentences for this many problems. Its world is in canonical form. */
export function validateWorld(source: Uint8Array | string, mostProblems: number): ValidatedWorld {
  // A string has at least as many bytes as code units, so both checks limit the work below.
  if (source.length > WORLD_LIMITS.bytes)
    return failure(sizeProblem("The level file", source.length, WORLD_LIMITS.bytes));
  if (nestingExceeds(source, WORLD_LIMITS.depth)) {
    return failure(`The level file is nested deeper than ${WORLD_LIMITS.depth} levels.`);
  }
  const text = typeof source === "string" ? source : decode(source);
  if (text === null) return failure("The level file isn't UTF-8 text. Save it as a JSON document.");
  const document = readJson(text);
  if (document === undefined)
    return failure("The level file isn't JSON. Check for a missing comma, quote or bracket.");

  const problems = new WorldProblems(mostProblems);
  const frame = worldFrameSchema.safeParse(document);
  if (!frame.success) problems.add(frame.error.issues);
  checkBlocks(document, problems);
  const { sentences, more } = problems;
  if (!frame.success || sentences.length > 0) return { ok: false, problems: sentences, more };
  return { ok: true, world: canonical({ ...frame.data, blocks: frame.data.blocks as Block[] }) };
}

/** Adds the problems of blocks, up to the most that a level can have. */
function checkBlocks(document: unknown, problems: WorldProblems): void {
  const blocks = (document as { blocks?: unknown } | null)?.blocks;
  if (!Array.isArray(blocks)) return;
  for (let i = 0; i < Math.min(blocks.length, WORLD_LIMITS.blocks); i++) {
    if (isBlock(blocks[i])) continue;
    // The schema is slow, and a document can have thousands of broken blocks.
    if (problems.isFull) problems.more++;
    else problems.add(blockSchema.safeParse(blocks[i]).error?.issues ?? [], ["blocks", i]);
  }
}

/** The canonical JSON text of a world made by our own code. */
export function serializeWorld(world: World): string {
  return JSON.stringify(canonical(world));
}

function canonical(world: World): World {
  const { version, ambience, spawn, goal, stars, checkpoints, hazards } = world;
  return {
    version,
    ...(ambience && { ambience }),
    spawn,
    ...(goal && { goal }),
    stars,
    checkpoints,
    hazards,
    blocks: world.blocks.map(canonicalBlock),
  };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failure(problem: string): ValidatedWorld {
  return { ok: false, problems: [problem], more: 0 };
}
