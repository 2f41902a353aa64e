import type { Block } from "#domain/world/block.ts";
import { MATERIALS, SHAPES } from "#domain/world/materials.ts";
import type { World } from "#domain/world/schema.ts";
import { seededRandom } from "../seed/content/random.ts";

/** Share of blocks that move, and of large ones. */
const MOVING = 0.01;
const LARGE = 0.02;

/** A world with blocks of all shapes and materials, spread over `extent` units. */
export function scatteredWorld(blockCount: number, extent: number): World {
  const random = seededRandom(blockCount + extent);
  const place = (reach: number) => random.range(-reach / 2, reach / 2);
  const side = () => (random.chance(LARGE) ? 60 : random.range(1, 9));
  const blocks = Array.from(
    { length: blockCount },
    (): Block => ({
      shape: random.pick(SHAPES),
      position: [place(extent), place(extent * 0.3), place(extent)],
      size: [side(), side(), side()],
      rotation: [0, random.range(0, 360), 0],
      color: "8a9bb0",
      material: random.pick(MATERIALS),
      ...(random.chance(MOVING) && {
        motion: { by: [0, 6, 0] as const satisfies Block["size"], seconds: 3 },
      }),
    }),
  );
  return {
    version: 1,
    ambience: "day",
    spawn: { position: [0, 0, 0] },
    goal: { position: [0, 0, extent / 3] },
    stars: Array.from({ length: 8 }, () => ({
      position: [place(extent), 10, place(extent)] as Block["size"],
    })),
    checkpoints: [{ position: [10, 0, 10] }],
    hazards: [],
    blocks,
  };
}
