import type { Block } from "./block.ts";

/* Apart from parse-world.ts, so the builder loads it without the schemas. */

/** A block with its keys in the document's order, its color in lower case, and nothing else. */
export function canonicalBlock(block: Block): Block {
  const { shape, position, size } = block;
  const result: Block = { shape, position, size, color: block.color.toLowerCase() };
  if (block.rotation) result.rotation = block.rotation;
  if (block.material) result.material = block.material;
  if (block.effect) result.effect = block.effect;
  if (block.motion) result.motion = { by: block.motion.by, seconds: block.motion.seconds };
  return result;
}
