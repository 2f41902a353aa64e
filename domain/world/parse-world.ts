import { sizeProblem } from "../file-size.ts";
import { type Block, blockSchema, isBlock } from "./block.ts";
import { canonicalBlock } from "./canonical-block.ts";
import { WORLD_LIMITS } from "./limits.ts";
import { nestingExceeds } from "./nesting.ts";
import { type World, worldFrameSchema } from "./schema.ts";
import { WorldProblems, worldProblem } from "./world-problem.ts";

/** Problems beyond this many are only counted. */
const MOST_PROBLEMS = 20;

/** A document that was checked. `problems` are sentences for its creator, and `more` is how many problems have none. */
export type ValidatedWorld = { ok: true; world: World } | { ok: false; problems: string[]; more: number };

/** `message` is the first problem, `problems` lists all of them: at most 20, and then how many more there are. */
export type ParsedWorld =
  | { ok: true; world: World; text: string }
  | { ok: false; message: string; problems: string[] };

/**
 * Parses an uploaded level document. `text` is its canonical form for storage: keys in a fixed order, colors in lower case,
 * no white space. On failure the problems are for the creator. Never throws.
 */
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
