import { sizeProblem } from "../file-size.ts";
import { type Block, blockSchema, isBlock } from "./block.ts";
import { nestingExceeds } from "./depth.ts";
import { WORLD_LIMITS } from "./limits.ts";
import { worldProblem } from "./problem.ts";
import { type World, worldFrameSchema } from "./schema.ts";

export type ParsedWorld = { ok: true; world: World; text: string } | { ok: false; message: string };

/**
 * Reads an uploaded level document. `text` is its canonical form, which is what gets stored: keys in one order,
 * colours in lower case, no white space. A refusal carries one sentence for the creator. Never throws.
 */
export function parseWorld(source: Uint8Array | string): ParsedWorld {
  // A string has at least as many bytes as code units, so both checks bound what is read below.
  if (source.length > WORLD_LIMITS.bytes)
    return refuse(sizeProblem("The level file", source.length, WORLD_LIMITS.bytes));
  if (nestingExceeds(source, WORLD_LIMITS.depth)) {
    return refuse(`The level file is nested deeper than ${WORLD_LIMITS.depth} levels, which no level needs.`);
  }
  const text = typeof source === "string" ? source : decode(source);
  if (text === null) return refuse("The level file isn't UTF-8 text. Save it as a JSON document.");
  const document = readJson(text);
  if (document === undefined)
    return refuse("The level file isn't JSON. Check for a missing comma, quote or bracket.");

  const frame = worldFrameSchema.safeParse(document);
  if (!frame.success) return refuse(worldProblem(frame.error.issues));
  const { blocks } = frame.data;
  for (let i = 0; i < blocks.length; i++) {
    if (isBlock(blocks[i])) continue;
    const issues = blockSchema.safeParse(blocks[i]).error?.issues ?? [];
    return refuse(worldProblem(issues.map((issue) => ({ ...issue, path: ["blocks", i, ...issue.path] }))));
  }
  const world = canonical({ ...frame.data, blocks: blocks as Block[] });
  return { ok: true, world, text: JSON.stringify(world) };
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

function canonicalBlock(block: Block): Block {
  const { shape, position, size } = block;
  const plain: Block = { shape, position, size, color: block.color.toLowerCase() };
  if (block.rotation) plain.rotation = block.rotation;
  if (block.material) plain.material = block.material;
  if (block.effect) plain.effect = block.effect;
  if (block.motion) plain.motion = { by: block.motion.by, seconds: block.motion.seconds };
  return plain;
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

function refuse(message: string): ParsedWorld {
  return { ok: false, message };
}
