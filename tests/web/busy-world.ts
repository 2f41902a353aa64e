import { encodeInput, type Input } from "#domain/sim/input.ts";
import type { Block } from "#domain/world/block.ts";
import type { Vec3, World } from "#domain/world/schema.ts";

/** A gray box. */
export const boxAt = (position: Vec3, size: Vec3, fields: Partial<Block> = {}): Block => ({
  shape: "box",
  position,
  size,
  color: "888888",
  ...fields,
});

/** A wide floor with its surface at height 0, and other things. */
export const flatWorld = (fields: Partial<World> = {}, ...blocks: Block[]): World => ({
  version: 1,
  spawn: { position: [0, 0, 0] },
  stars: [],
  checkpoints: [],
  hazards: [],
  ...fields,
  blocks: [boxAt([0, -1, 0], [400, 2, 400]), ...blocks],
});

/** A world with something of everything: lifts, crumbling and bouncing blocks, water, hazards, stars and checkpoints. */
export function busyWorld(): World {
  const blocks: Block[] = [];
  for (let i = 0; i < 40; i++) {
    const at: Vec3 = [((i * 37) % 90) - 45, (i * 7) % 12, ((i * 53) % 90) - 45];
    const effect = (["bounce", "boost", "crumble", undefined] as const)[i % 4];
    const material = (["ice", "water", "grass"] as const)[i % 3];
    const motion = i % 5 === 0 ? { by: [6, 4, 0] as Vec3, seconds: 2 } : undefined;
    blocks.push(boxAt(at, [8, 2, 8], { material, ...(effect && { effect }), ...(motion && { motion }) }));
  }
  return flatWorld(
    {
      stars: [{ position: [200, 5, 200] }, { position: [0, 2, 6] }],
      checkpoints: [{ position: [5, 0, 10] }, { position: [-20, 0, -20] }],
      hazards: [{ kind: "spikes", position: [20, 0.5, 20], size: [6, 1, 6] }],
    },
    ...blocks,
  );
}

/** Play that changes its direction now and then. The same number gives the same play. */
export function* wildInputs(seed: number, ticks: number): Generator<Input> {
  let random = seed;
  let input = encodeInput(0, 15, false);
  for (let tick = 0; tick < ticks; tick++) {
    if (tick % 9 === 0) {
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      input = encodeInput(random >>> 24, (random >>> 20) & 15, ((random >>> 16) & 3) === 0);
    }
    yield input;
  }
}
