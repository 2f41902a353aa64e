import type { World } from "#domain/world/schema.ts";

/** A short floor with a star above the spawn, one on the way, a checkpoint and a goal. A jump and then forward clears it. */
export const SHORT_WORLD: World = {
  version: 1,
  ambience: "day",
  spawn: { position: [0, 0, 0] },
  goal: { position: [0, 0, 40] },
  stars: [{ position: [0, 8.5, 0] }, { position: [0, 2, 12] }],
  checkpoints: [{ position: [0, 0, 26] }],
  hazards: [],
  blocks: [{ shape: "box", position: [0, -1, 20], size: [16, 2, 60], color: "6cc551" }],
};
