import type { Block } from "../../world/block.ts";
import type { Vec3, World } from "../../world/schema.ts";
import { block, box, ghost, repeat, slab, starAbove, startWorld } from "./blocks.ts";
import { pine, rock, tree } from "./scenery.ts";

const STONE = "b6b3ad";
const HALF = 22;
const WALL = 9;

/** A castle in a moat: over the bridge, up the stairs and along the wall to the keep. */
export function castle(): World {
  return startWorld(
    "day",
    { position: [0, 0, 46], yaw: 180 },
    {
      goal: { position: [0, 14, -6] },
      stars: [starAbove([13, 0, 12]), starAbove([22, WALL, 0]), starAbove([0, WALL, -22])],
      checkpoints: [{ position: [0, 0, 14] }],
      hazards: [{ kind: "spikes", position: [11, 0.5, 2], size: [5, 1, 3] }],
      blocks: [...land(), ...walls(), ...towers(), ...stairs(), ...keep(), ...garden()],
    },
  );
}

const land = (): Block[] => [
  slab([0, 0, 0], [52, 4, 52], "cdb98c", "sand"),
  slab([0, -0.6, 0], [72, 1.4, 72], "3a9be0", "water"),
  slab([0, -2, 0], [80, 2, 80], "8a7a5a", "dirt"),
  slab([0, 0, 43], [80, 4, 14], "74b94f", "grass"),
  ...[-38, 38].map((x) => slab([x, 0, 0], [4, 4, 72], "74b94f", "grass")),
  slab([0, 0, -38], [80, 4, 4], "74b94f", "grass"),
  ...repeat(6, (i) => slab([0, 0.2, 37 - i * 2.2], [8, 0.6, 2], i % 2 ? "9c6b3f" : "8a5a3b", "wood")),
];

function walls(): Block[] {
  const merlons = repeat(10, (i) => {
    const along = -18 + i * 4;
    return [
      box([HALF + 2, WALL, along], [1, 1.6, 2], STONE, "stone"),
      box([-HALF - 2, WALL, along], [1, 1.6, 2], STONE, "stone"),
      box([along, WALL, HALF + 2], [2, 1.6, 1], STONE, "stone"),
      box([along, WALL, -HALF - 2], [2, 1.6, 1], STONE, "stone"),
    ];
  });
  return [
    ...[-HALF, HALF].map((x) => box([x, 0, 0], [5, WALL, 39], STONE, "brick")),
    box([0, 0, -HALF], [39, WALL, 5], STONE, "brick"),
    ...[-12.5, 12.5].map((x) => box([x, 0, HALF], [15, WALL, 5], STONE, "brick")),
    box([0, 6.4, HALF], [10, WALL - 6.4, 5], STONE, "brick"),
    ...[-7.5, 7.5].map((x) => ghost("box", [x, 2.4, HALF + 2.7], [2.4, 5.5, 0.3], "c8323c", "cloth")),
    ...merlons,
  ];
}

const towers = (): Block[] =>
  [-1, 1].flatMap((side) =>
    [-1, 1].flatMap((back) => {
      const [x, z] = [side * HALF, back * HALF];
      return [
        block("cylinder", [x, 0, z], [9, WALL, 9], "a5a29c", "brick"),
        ghost("cylinder", [x, WALL + 5, z], [9.6, 1, 9.6], "8f8c86", "stone"),
        ...repeat(4, (i) => {
          const [dx, dz] = [i % 2 ? 3 : -3, i < 2 ? 3 : -3];
          return ghost("cylinder", [x + dx, WALL, z + dz], [1.1, 5, 1.1], "a5a29c", "stone");
        }),
        ghost("cone", [x, WALL + 6, z], [11, 8, 11], "c8323c", "brick"),
      ];
    }),
  );

/** Inside the east wall, up to its top. */
const stairs = (): Block[] =>
  repeat(6, (i) => box([16.5, 0, 16 - i * 3], [6, 1.5 * (i + 1), 3], "a99f92", "stone"));

const keep = (): Block[] => [
  box([0, 0, -6], [18, 13, 14], "c4c0b8", "brick"),
  slab([0, 14, -6], [20, 1, 16], "8f8c86", "stone"),
  ...[-9, 9].flatMap((x) => [-13, 1].map((z) => box([x, 14, z], [2, 2, 2], STONE, "stone"))),
  box([0, 0, 1.2], [4.5, 6.5, 0.5], "5a3a22", "wood"),
  ...[-5.5, 5.5].flatMap((x) => [3.4, 8.4].map((y) => box([x, y, 1], [1.8, 2.6, 0.4], "ffdf8a", "neon"))),
  ...[-10, -2].flatMap((z) => [3.4, 8.4].map((y) => box([9, y, z], [0.4, 2.6, 1.8], "ffdf8a", "neon"))),
  slab([4, 11.4, -17.5], [6, 0.8, 4], "9c6b3f", "wood"),
  block("cylinder", [-7, 14, -11], [0.5, 10, 0.5], "e8e6e0", "metal"),
  ghost("box", [-4.6, 20.2, -11], [4.6, 3.4, 0.2], "c8323c", "cloth"),
];

const TREES: readonly Vec3[] = [
  [-30, 0, 44],
  [-22, 0, 46],
  [26, 0, 45],
  [34, 0, 42],
];

const garden = (): Block[] => [
  ...TREES.flatMap((at, i) => (i % 2 ? tree(at, 1.1, "3f9142") : pine(at, 1.2))),
  ...rock([-12, 0, 46], 1.1),
  block("cylinder", [-12, 0, 10], [5, 1.6, 5], "8f8c86", "stone"),
  block("cylinder", [-12, 1.5, 10], [3.8, 0.2, 3.8], "3a9be0", "neon", { effect: "ghost" }),
  ...[-13.8, -10.2].map((x) => box([x, 0, 10], [0.5, 4.6, 0.5], "7d5230", "wood")),
  block("pyramid", [-12, 4.6, 10], [5.6, 2, 4], "c8323c", "wood"),
  box([-14, 0, 2], [2.4, 2.4, 2.4], "c08a4e", "wood"),
  box([-16.6, 0, 2.6], [2, 2, 2], "b07a46", "wood"),
];
