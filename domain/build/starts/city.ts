import type { Block } from "../../world/block.ts";
import type { Vec3, World } from "../../world/schema.ts";
import { block, box, ghost, repeat, slab, starAbove, startWorld } from "./blocks.ts";
import { lamp, tree } from "./scenery.ts";

/** A few streets at night, with a way over the roofs. */
export function city(): World {
  return startWorld(
    "night",
    { position: [0, 0.4, 34], yaw: 180 },
    {
      goal: { position: [24, 16, -24] },
      stars: [starAbove([-24, 8, 22]), starAbove([-24, 14, -24]), starAbove([0, 1.5, 0])],
      checkpoints: [{ position: [-24, 8, 22] }],
      blocks: [
        ...streets(),
        ...square(),
        ...building([-24, 0.4, 22], [18, 7.6, 18], "b5563c"),
        ...building([-24, 0.4, -24], [20, 13.6, 20], "5d6b8a"),
        ...building([24, 0.4, -24], [20, 15.6, 20], "7a4f8f"),
        ...building([24, 0.4, 22], [18, 5.6, 18], "3f7f78"),
        ...stairs(),
        ...roofs(),
        ...car([7, 0.4, 18], "f94144"),
        ...car([-7, 0.4, -16], "f9c74f"),
      ],
    },
  );
}

const streets = (): Block[] => [
  slab([0, 0, 0], [84, 2, 84], "33363f", "stone"),
  ...[-24, 24].flatMap((x) => [-24, 24].map((z) => slab([x, 0.4, z], [28, 0.4, 28], "8d919c", "stone"))),
  ...repeat(5, (i) => slab([0, 0.06, 42 - 4 - i * 5], [0.8, 0.06, 2.6], "f6efe0")),
  ...repeat(5, (i) => slab([0, 0.06, -18 - i * 5], [0.8, 0.06, 2.6], "f6efe0")),
  ...repeat(5, (i) => slab([18 + i * 5, 0.06, 0], [2.6, 0.06, 0.8], "f6efe0")),
  ...repeat(5, (i) => slab([-18 - i * 5, 0.06, 0], [2.6, 0.06, 0.8], "f6efe0")),
  slab([0, 0.4, 35], [10, 0.4, 8], "8d919c", "stone"),
  ...[-11.5, 11.5].flatMap((x) => [-11.5, 11.5].map((z) => lamp([x, 0.4, z]))).flat(),
];

/** A fountain with a bouncing block in its middle. */
const square = (): Block[] => [
  block("cylinder", [0, 0, 0], [14, 1, 14], "9aa0ad", "stone"),
  block("cylinder", [0, 0.9, 0], [12, 0.3, 12], "3fa9f5", "neon", { effect: "ghost" }),
  block("cylinder", [0, 0.5, 0], [4, 1, 4], "c9ced8", "stone", { effect: "bounce" }),
];

/** A building with lit windows on the two sides that streets lead past. */
function building([x, y, z]: Vec3, [w, h, d]: Vec3, color: string): Block[] {
  const floors = Math.floor(h / 4.5);
  const glow = (i: number, k: number) => ((i * 3 + k * 5 + floors) % 4 === 0 ? "5a6072" : "ffe08a");
  const windows = repeat(floors, (i) =>
    repeat(3, (k) => {
      const side = (k - 1) * w * 0.3;
      const at = y + 1.6 + i * 4.4;
      return [
        box([x + side, at, z + d / 2], [2.4, 2.4, 0.3], glow(i, k), "neon"),
        box([x + w / 2, at, z + side], [0.3, 2.4, 2.4], glow(i, k + 1), "neon"),
      ];
    }),
  );
  return [box([x, y, z], [w, h, d], color, "brick"), ...windows];
}

/** Up to the first roof from the street. */
const stairs = (): Block[] =>
  repeat(5, (i) => box([-12.5, 0.4, 29 - i * 3.4], [5, 1.5 * (i + 1), 3.4], "c0c4cc", "metal"));

/** From the first roof to the goal: a lift, a crane's beam and a sign. */
const roofs = (): Block[] => [
  slab([-24, 8.2, 5], [7, 0.8, 7], "f99205", "metal", { motion: { by: [0, 0, -6], seconds: 3 } }),
  slab([-24, 10.6, -9.5], [8, 0.8, 6], "6d7384", "metal"),
  slab([-9, 14.4, -24], [7, 0.8, 7], "f99205", "metal", { motion: { by: [5, 0, 0], seconds: 3 } }),
  slab([9, 15.4, -24], [6, 0.8, 6], "6d7384", "metal"),
  ...[-4, 4].map((dx) => box([24 + dx, 16, -32], [0.6, 5, 0.6], "34374a", "metal")),
  box([24, 18.4, -32], [13, 4, 0.6], "ff3d8b", "neon"),
  block("cylinder", [-29, 14, -29], [6, 4, 6], "7d5230", "wood"),
  block("cone", [-29, 18, -29], [7, 2.4, 7], "5a3a22", "wood"),
  box([27, 6, 25], [5, 2, 5], "a9aeb9", "metal"),
  ...tree([19, 6, 18], 0.7),
  ghost("box", [24, 4.2, 12.6], [10, 0.4, 2.6], "2fd6b5", "cloth"),
];

function car([x, y, z]: Vec3, color: string): Block[] {
  const wheel = (dx: number, dz: number) =>
    block("cylinder", [x + dx, y - 0.4, z + dz], [1.4, 0.6, 1.4], "17171c", "plastic", {
      rotation: [0, 0, 90],
    });
  return [
    box([x, y + 0.3, z], [3.6, 1.3, 7], color, "metal"),
    box([x, y + 1.6, z - 0.4], [3, 1.2, 3.6], "a9d6e5", "glass"),
    ...[-1.7, 1.7].flatMap((dx) => [-2.2, 2.2].map((dz) => wheel(dx, dz))),
    ...[-1.1, 1.1].map((dx) => box([x + dx, y + 0.7, z + 3.5], [0.7, 0.5, 0.2], "fff3b0", "neon")),
  ];
}
