import type { Block } from "../../world/block.ts";
import type { Vec3, World } from "../../world/schema.ts";
import { block, box, ghost, onCircle, repeat, slab, starAbove, startWorld } from "./blocks.ts";

const HULL = "c9ced8";
const DARK = "4b5166";
const GLOW = "35d0ff";

/** A station among planets, with a shuttle to reach. */
export function space(): World {
  return startWorld(
    "space",
    { position: [0, 0, 0], yaw: 90 },
    {
      goal: { position: [86, 12, 0] },
      stars: [starAbove([22, 0, -9]), starAbove([46, 12, 0])],
      checkpoints: [{ position: [46, 12, 5] }],
      hazards: [{ kind: "laser", position: [22, 0.4, 3], size: [2, 0.8, 9] }],
      blocks: [
        ...deck([0, 0, 0], 22),
        ...dome([-4, 0, -4]),
        ...bridge(),
        ...deck([46, 12, 0], 20),
        ...antenna([42, 12, -5]),
        ...platforms(),
        ...deck([86, 12, 0], 18),
        ...shuttle([89, 12, -3]),
        ...planets(),
      ],
    },
  );
}

/** A round deck with a glowing rim. */
function deck([x, top, z]: Vec3, width: number): Block[] {
  return [
    block("cylinder", [x, top - 1.2, z], [width, 1.2, width], HULL, "metal"),
    block("cylinder", [x, top - 2, z], [width + 1, 0.8, width + 1], GLOW, "neon"),
    block("cylinder", [x, top - 4, z], [width * 0.7, 2, width * 0.7], DARK, "metal"),
    ghost("cone", [x, top - 10, z], [width * 0.4, 6, width * 0.4], DARK, "metal", { rotation: [180, 0, 0] }),
    ...repeat(6, (i) => {
      const at = onCircle(width / 2 - 1.2, i * 60 + 30);
      return slab([x + at.x, top + 0.1, z + at.z], [1.4, 0.2, 1.4], i % 2 ? "f99205" : GLOW, "neon");
    }),
  ];
}

const dome = ([x, y, z]: Vec3): Block[] => [
  block("sphere", [x, y - 4, z], [9, 8, 9], "a9d6e5", "glass"),
  block("cylinder", [x, y, z], [9.6, 0.6, 9.6], DARK, "metal"),
  ghost("cylinder", [x, y + 0.5, z], [1, 2, 1], "8a5a3b", "wood"),
  ghost("sphere", [x, y + 1.6, z], [3, 2, 3], "58bd5a", "leaves"),
];

/** From the first deck to the second: a corridor, and a block that throws players up. */
const bridge = (): Block[] => [
  slab([19, 0, 0], [18, 1, 10], HULL, "metal"),
  slab([22, 0, -9], [8, 1, 8], HULL, "metal"),
  ...[-4.8, 4.8].map((z) => slab([19, 0.3, z], [18, 0.3, 0.4], GLOW, "neon")),
  ...[18, 26].map((x) => box([x, -4, 0], [1, 3, 8], DARK, "metal")),
  slab([31.5, 0.4, 0], [6, 1, 6], "ff3d8b", "neon", { effect: "bounce" }),
  block("cylinder", [31.5, -4, 0], [3, 3.4, 3], DARK, "metal"),
];

const antenna = ([x, y, z]: Vec3): Block[] => [
  block("cylinder", [x, y, z], [0.8, 8, 0.8], DARK, "metal"),
  block("cone", [x, y + 7, z], [5, 2.4, 5], HULL, "metal", { rotation: [180, 0, 0], effect: "ghost" }),
  ghost("sphere", [x, y + 9.4, z], [1.2, 1.2, 1.2], "ff3d8b", "neon"),
  box([x + 7, y, z + 8], [3, 2.4, 3], "f99205", "metal"),
  box([x + 9.6, y, z + 7], [2, 2, 2], DARK, "metal"),
];

const platforms = (): Block[] => [
  slab([60, 12, 0], [7, 0.8, 7], "6ee7b7", "neon", { motion: { by: [0, 0, 5], seconds: 3 } }),
  slab([71, 12, 0], [7, 0.8, 7], "6ee7b7", "neon", { motion: { by: [0, 2, 0], seconds: 2.5 } }),
];

function shuttle([x, y, z]: Vec3): Block[] {
  return [
    block("cylinder", [x, y + 1.4, z], [4, 10, 4], "f4f4f8", "metal"),
    block("cone", [x, y + 11.4, z], [4, 4, 4], "f94144", "metal"),
    block("sphere", [x, y + 7.4, z + 1.6], [1.8, 1.8, 1.4], GLOW, "glass"),
    ...repeat(3, (i) => {
      const at = onCircle(2.6, i * 120);
      return block("wedge", [x + at.x, y, z + at.z], [0.6, 4, 3], "f94144", "metal", {
        rotation: [0, i * 120, 0],
      });
    }),
    block("cone", [x, y, z], [3, 1.4, 3], DARK, "metal"),
  ];
}

const planets = (): Block[] => [
  ghost("sphere", [44, 16, -30], [14, 14, 14], "b5653c", "stone"),
  ghost("cylinder", [44, 22.8, -30], [23, 0.4, 23], "e9cf8a", "sand", { rotation: [18, 0, 14] }),
  ghost("sphere", [58, -8, 20], [9, 9, 9], "5b8def", "stone"),
  ghost("sphere", [2, 9, -18], [3, 3, 3], "c9ced8", "stone"),
  ...repeat(6, (i) =>
    ghost("sphere", [6 + i * 15, -6 - (i % 3) * 4, 14 + (i % 2) * 5], [2.4, 2, 2.2], "8d8f98", "stone"),
  ),
];
