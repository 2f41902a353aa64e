import type { Block } from "../../world/block.ts";
import type { Vec3, World } from "../../world/schema.ts";
import { block, box, ghost, repeat, slab, starAbove, startWorld } from "./blocks.ts";
import { palm, rock, tree } from "./scenery.ts";

const STONE = "8f9a7a";
const MOSS = "6f8f57";

/** A temple behind a river: over a rope bridge and up its steps. */
export function jungle(): World {
  return startWorld(
    "jungle",
    { position: [0, 0, 40], yaw: 180 },
    {
      goal: { position: [0, 15, -18] },
      stars: [starAbove([-26, 6, 22]), starAbove([22, 4, -6]), starAbove([0, 10, -4])],
      checkpoints: [{ position: [0, 0, 6] }],
      hazards: [
        { kind: "poison", position: [24, 0.2, 8], size: [12, 0.4, 8] },
        { kind: "spikes", position: [-5, 0.5, 0], size: [4, 1, 3] },
      ],
      blocks: [...land(), ...bridge(), ...temple(), ...ruins(), ...plants(), ...treeHouse([-26, 0, 22])],
    },
  );
}

const land = (): Block[] => [
  slab([0, 0, 34], [76, 5, 28], "5a9e45", "grass"),
  slab([0, 0, -16], [76, 5, 52], "5a9e45", "grass"),
  slab([0, -4, 14], [76, 1, 14], "6b4b2e", "dirt"),
  slab([0, -1.4, 15], [76, 2.6, 10], "3fa9c9", "water"),
  slab([0, -5, 0], [70, 4, 80], "6b4b2e", "dirt"),
  block("wedge", [32, -4, 18.2], [6, 4, 8], "6b4b2e", "dirt", { rotation: [0, 180, 0] }),
];

/** Planks, some of which fall after a step. */
const bridge = (): Block[] => [
  ...repeat(6, (i) =>
    slab(
      [0, 0.2, 21.4 - i * 2.4],
      [6, 0.5, 2],
      i % 2 ? "a56f3d" : "8a5a3b",
      "wood",
      i === 3 ? { effect: "crumble" } : {},
    ),
  ),
  ...[-3.2, 3.2].flatMap((x) => [
    ...[22.6, 8.2].map((z) => box([x, 0, z], [0.7, 3.4, 0.7], "6b4226", "wood")),
    ghost("box", [x, 2.3, 15.4], [0.3, 0.3, 14.4], "c9a56a", "cloth"),
  ]),
];

/** Three steps of stone with a stair in front, and a shrine on top. */
const temple = (): Block[] => [
  box([0, 0, -18], [36, 5, 28], STONE, "stone"),
  box([0, 5, -18], [27, 5, 20], MOSS, "stone"),
  box([0, 10, -18], [18, 5, 13], STONE, "stone"),
  ...repeat(4, (i) => box([0, 0, 0.8 - i * 1.6], [8, 1.25 * (i + 1), 1.6], "a9b194", "stone")),
  ...repeat(4, (i) => box([0, 5, -5 - i * 1], [7, 1.25 * (i + 1), 1], "a9b194", "stone")),
  ...repeat(4, (i) => box([0, 10, -8.6 - i * 1], [6, 1.25 * (i + 1), 1], "a9b194", "stone")),
  ...[-5.5, 5.5].flatMap((x) =>
    [-22, -14.4].map((z) => block("cylinder", [x, 15, z], [1.6, 6.4, 1.6], "a9b194", "stone")),
  ),
  box([0, 21.4, -18.2], [15, 1.2, 11], MOSS, "stone"),
  block("pyramid", [0, 22.6, -18.2], [12, 4, 9], STONE, "stone"),
  ...[-10, 10].flatMap((x) => torch([x, 5, -6])),
  ...[-6.4, 6.4].flatMap((x) => torch([x, 0, 2])),
  ...[-14, 15].map((x) => ghost("box", [x, 0.6, -3.9], [2.4, 4.4, 0.3], "3f8f45", "leaves")),
  ghost("box", [11, 5.4, -7.9], [3, 4.4, 0.3], "3f8f45", "leaves"),
];

const torch = ([x, y, z]: Vec3): Block[] => [
  block("cylinder", [x, y, z], [0.6, 3.4, 0.6], "6b4226", "wood"),
  ghost("cone", [x, y + 3.2, z], [1.3, 1.8, 1.3], "ff9d2e", "neon"),
];

const ruins = (): Block[] => [
  box([22, 0, -6], [5, 4, 5], STONE, "stone"),
  box([16.6, 0, -3], [3.4, 2, 3.4], MOSS, "stone"),
  block("cylinder", [29, 0, -2], [2.4, 7, 2.4], "a9b194", "stone"),
  block("cylinder", [31, 0, 3], [2.4, 3, 2.4], "a9b194", "stone"),
  block("cylinder", [-24, 0, 4], [2.4, 5, 2.4], "a9b194", "stone"),
  ghost("box", [-28, 0, 1], [3, 2.4, 2], MOSS, "stone", { rotation: [0, 30, 20] }),
];

const treeHouse = ([x, y, z]: Vec3): Block[] => [
  block("cylinder", [x - 3, y, z - 3], [4, 16, 4], "6b4226", "wood"),
  ghost("sphere", [x - 3, y + 12, z - 3], [16, 10, 16], "3f8f45", "leaves"),
  ghost("sphere", [x + 2, y + 17, z - 5], [10, 7, 10], "4da852", "leaves"),
  slab([x, y + 6, z], [9, 0.8, 9], "a56f3d", "wood"),
  box([x + 6.5, y, z + 1], [3.4, 2, 3.4], "8a5a3b", "wood"),
  box([x + 4.6, y, z + 6.4], [3.4, 4, 3.4], "8a5a3b", "wood"),
];

const PALMS: readonly Vec3[] = [
  [24, 0, 34],
  [32, 0, 42],
  [-34, 0, 40],
  [34, 0, -34],
  [-32, 0, -8],
];

const plants = (): Block[] => [
  ...PALMS.flatMap((at, i) => palm(at, 1.1 + (i % 2) * 0.3)),
  ...tree([-30, 0, -30], 1.6, "3f8f45"),
  ...tree([12, 0, 44], 1, "4da852"),
  ...rock([14, 0, 26], 1.2, "7c8570"),
  ...rock([-14, 0, 34], 0.9, "7c8570"),
];
