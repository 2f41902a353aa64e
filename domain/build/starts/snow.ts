import type { Block } from "../../world/block.ts";
import type { Vec3, World } from "../../world/schema.ts";
import { block, box, ghost, onCircle, repeat, slab, starAbove, startWorld } from "./blocks.ts";
import { cloud, house, lamp, pine, rock } from "./scenery.ts";

const SNOW = "f4f8ff";

/** A snowy valley: a frozen lake, a cabin, and a way up the mountain. */
export function snow(): World {
  return startWorld(
    "snow",
    { position: [0, 0, 30], yaw: 180 },
    {
      goal: { position: [-6, 24, -24] },
      stars: [starAbove([20, 0, 10]), starAbove([-22, 6, -4]), starAbove([10, 18, -28])],
      checkpoints: [{ position: [-18, 12, -16] }],
      blocks: [
        ...ground(),
        ...mountain(),
        ...path(),
        ...house([-22, 0, 20], [11, 5, 9], "9c6b3f", "f4f8ff"),
        ...snowman([-9, 0, 24]),
        ...igloo([26, 0, 26]),
        ...forest(),
      ],
    },
  );
}

const ground = (): Block[] => [
  slab([0, 0, 0], [84, 3, 84], SNOW, "snow"),
  slab([0, -3, 0], [80, 3, 80], "7f8796", "stone"),
  block("cylinder", [20, -0.9, 10], [26, 1, 26], "a5dcf5", "ice"),
  ...repeat(9, (i) => {
    const { x, z } = onCircle(13.6, i * 40);
    return block("sphere", [20 + x, -0.8, 10 + z], [4.4, 1.6, 3.4], SNOW, "snow", { effect: "ghost" });
  }),
];

const mountain = (): Block[] => [
  block("cylinder", [-6, 0, -24], [44, 6, 32], "8b93a3", "stone"),
  block("cylinder", [-6, 6, -24], [32, 6, 26], SNOW, "snow"),
  block("cylinder", [-6, 12, -24], [24, 6, 22], "9aa2b2", "stone"),
  block("cylinder", [-6, 18, -24], [16, 6, 16], SNOW, "snow"),
  ghost("cone", [-26, 0, -34], [22, 26, 20], "8b93a3", "stone"),
  ghost("cone", [-26, 16.4, -34], [8.6, 9.8, 8], SNOW, "snow"),
  ghost("cone", [26, 0, -32], [26, 20, 22], "8b93a3", "stone"),
  ghost("cone", [26, 12.2, -32], [10.6, 8, 9], SNOW, "snow"),
];

/** Steps around the mountain, each about 3 higher. */
const path = (): Block[] => [
  slab([-14, 3, -3], [7, 3, 6], "b07a46", "wood"),
  slab([-22, 6, -4], [7, 1, 6], "b07a46", "wood"),
  block("cylinder", [-22, 0, -4], [2, 5, 2], "7d5230", "wood"),
  slab([-24, 9, -13], [6, 1, 6], "b07a46", "wood"),
  block("cylinder", [-24, 0, -13], [2, 8, 2], "7d5230", "wood"),
  slab([-18, 12, -16], [7, 1, 7], "b07a46", "wood"),
  slab([-10, 15, -11], [6, 1, 5], "a5dcf5", "ice"),
  slab([0, 16.5, -11], [6, 1, 5], "a5dcf5", "ice"),
  slab([9, 18, -18], [7, 1, 6], "b07a46", "wood"),
  slab([10, 18, -28], [7, 1, 7], "b07a46", "wood"),
  slab([5, 21, -24], [6, 1, 6], "b07a46", "wood"),
];

const snowman = ([x, y, z]: Vec3): Block[] => [
  block("sphere", [x, y - 0.4, z], [4, 3.6, 4], SNOW, "snow"),
  block("sphere", [x, y + 2.6, z], [2.9, 2.7, 2.9], SNOW, "snow"),
  block("sphere", [x, y + 4.8, z], [2, 2, 2], SNOW, "snow"),
  ghost("cone", [x, y + 5.3, z + 0.9], [0.5, 1.4, 0.5], "f3722c", "plastic", { rotation: [90, 0, 0] }),
  ghost("cylinder", [x, y + 6.5, z], [2.4, 0.3, 2.4], "17171c"),
  ghost("cylinder", [x, y + 6.8, z], [1.5, 1.3, 1.5], "17171c"),
  ...[-1, 1].map((side) =>
    ghost("box", [x + side * 2.1, y + 3.6, z], [2.4, 0.3, 0.3], "6f4630", "wood", {
      rotation: [0, 0, side * 25],
    }),
  ),
  ghost("cylinder", [x, y + 4.6, z], [2.3, 0.5, 2.3], "f94144", "cloth"),
];

const igloo = ([x, y, z]: Vec3): Block[] => [
  block("sphere", [x, y - 5, z], [11, 10, 11], "e6f1fb", "snow"),
  block("cylinder", [x - 4.6, y - 1.6, z + 4.6], [4.4, 4, 4.4], "d7e6f4", "snow", { rotation: [90, 45, 0] }),
  ghost("cylinder", [x - 6, y - 0.6, z + 6], [3, 1.6, 3], "34374a", "plastic", { rotation: [90, 45, 0] }),
];

const PINES: readonly Vec3[] = [
  [-34, 0, 6],
  [-30, 0, 32],
  [-37, 0, 22],
  [36, 0, -6],
  [37, 0, 12],
  [10, 0, 36],
  [-14, 0, 36],
];

const forest = (): Block[] => [
  ...PINES.flatMap((at, i) => pine(at, 1 + (i % 3) * 0.25, "2f7d4f", SNOW)),
  ...rock([34, 0, -16], 1.3),
  ...lamp([-13, 0, 16]),
  box([9, 0, 25], [4, 0.5, 1.4], "b07a46", "wood"),
  ...[-1.5, 1.5].map((dx) => box([9 + dx, 0, 25], [0.4, 1, 1.4], "7d5230", "wood")),
  ...cloud([-30, 34, -6], 0.9, "dfe9f5"),
];
