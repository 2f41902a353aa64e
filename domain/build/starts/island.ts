import type { Block } from "../../world/block.ts";
import type { Vec3, World } from "../../world/schema.ts";
import { block, box, ghost, repeat, slab, starAbove, startWorld } from "./blocks.ts";
import { palm, rock, tree } from "./scenery.ts";

/** A sunny island with three stars, and a boat to leave in. */
export function island(): World {
  return startWorld(
    "day",
    { position: [4, 2, 10], yaw: 180 },
    {
      goal: { position: [9, 0, 57] },
      stars: [starAbove([-10, 11, -10]), starAbove([-30, 0, 2]), starAbove([21, 2, 2])],
      blocks: [...land(), ...plants(), ...hut([20, 2, -12]), ...pier(), ...boat([9, 0, 57]), ...beach()],
    },
  );
}

const land = (): Block[] => [
  block("box", [0, -4, 0], [150, 3, 150], "3fb7e8", "water"),
  slab([0, -4, 0], [150, 1, 150], "e9cf8a", "sand"),
  block("cylinder", [0, -3, 0], [72, 3, 72], "f4dc9b", "sand"),
  block("cylinder", [-2, 0, -2], [50, 2, 50], "74c957", "grass"),
  block("cylinder", [-10, 2, -10], [24, 3, 24], "66bb4c", "grass"),
  block("cylinder", [-10, 5, -10], [16, 3, 16], "5aad45", "grass"),
  block("cylinder", [-10, 8, -10], [9, 3, 9], "a7a3a0", "stone"),
];

const plants = (): Block[] => [
  ...palm([27, 0, 10], 1.1),
  ...palm([-24, 0, 20], 1.2),
  ...palm([10, 0, 29], 0.9),
  ...palm([30, 0, -8], 1),
  ...tree([-18, 2, 10]),
  ...tree([4, 2, -21], 1.2),
  ...rock([-31, 0, -8], 1.4),
  ...rock([16, 0, 28], 1),
];

function hut([x, y, z]: Vec3): Block[] {
  const posts = [-4, 4].flatMap((dx) =>
    [-3, 3].map((dz) => box([x + dx, y, z + dz], [0.7, 5, 0.7], "8a5a3b", "wood")),
  );
  return [
    ...posts,
    box([x, y, z - 3], [8, 5, 0.5], "c99a5b", "wood"),
    block("pyramid", [x, y + 5, z], [11, 4, 9], "d9b45f", "leaves"),
    box([x, y, z - 1], [5, 1.4, 1.6], "b07a46", "wood"),
  ];
}

const pier = (): Block[] => [
  ...repeat(8, (i) => slab([0, 0.1, 36.5 + i * 3], [6, 0.5, 2.8], i % 2 ? "b07a46" : "a56f3d", "wood")),
  ...[39, 48, 57].flatMap((z) => [-2.8, 2.8].map((x) => box([x, -4, z], [0.8, 5.2, 0.8], "7d5230", "wood"))),
];

function boat([x, y, z]: Vec3): Block[] {
  return [
    slab([x, y, z], [7, 1, 11], "c8453a", "wood"),
    ghost("wedge", [x, y - 1, z + 7.5], [7, 1, 4], "c8453a", "wood"),
    ...[-3.3, 3.3].map((dx) => box([x + dx, y, z], [0.4, 0.9, 11], "f6efe0", "wood")),
    block("cylinder", [x, y, z - 3.5], [0.5, 10, 0.5], "8a5a3b", "wood"),
    ghost("box", [x + 0.1, y + 3.5, z - 1], [0.2, 6, 4.6], "fff6e5", "cloth"),
    ghost("box", [x, y + 9.4, z - 2.9], [0.2, 1, 1.6], "f99205", "cloth"),
  ];
}

const beach = (): Block[] => [
  block("cylinder", [-14, 0, 27], [0.4, 5, 0.4], "f6f6f6", "metal"),
  ghost("cone", [-14, 4.4, 27], [7, 2.2, 7], "f94144", "cloth"),
  box([-11, 0, 27], [2.2, 0.3, 5], "43aa8b", "cloth"),
  block("sphere", [-18, 0, 29], [1.6, 1.6, 1.6], "f9c74f"),
];
