import type { Block } from "./block.ts";
import type { World } from "./schema.ts";

/** Materials that change how a block plays. */
const PLAYED_MATERIALS: ReadonlySet<string> = new Set(["ice", "lava", "water"]);

/**
 * The canonical text of everything in a world that can be touched. Its hash is the world's content: runs and ranks belong to a
 * content, so repainting a level keeps them and moving a block doesn't.
 */
export function contentText(world: World): string {
  const { spawn, goal, stars, checkpoints, hazards, blocks } = world;
  return JSON.stringify([
    spawn.position,
    goal?.position ?? null,
    stars.map(({ position }) => position),
    checkpoints.map(({ position }) => position),
    hazards.map(({ position, size }) => [position, size]),
    blocks.filter(({ effect }) => effect !== "ghost").map(playedBlock),
  ]);
}

function playedBlock({ shape, position, size, rotation, material, effect, motion }: Block) {
  const isTurned = rotation?.some((angle) => angle !== 0);
  return [
    shape,
    position,
    size,
    isTurned ? rotation : null,
    material && PLAYED_MATERIALS.has(material) ? material : null,
    effect ?? null,
    motion ? [motion.by, motion.seconds] : null,
  ];
}
