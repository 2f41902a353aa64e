import type { Block } from "../../world/block.ts";
import type { Vec3, World } from "../../world/schema.ts";
import { block, box, ghost, onCircle, repeat, slab, starAbove, startWorld } from "./blocks.ts";

const ICING = ["ff8fc7", "8fe3ff", "ffd86b", "a8f0b4", "b98cff"] as const;
const icing = (i: number): string => ICING[i % ICING.length] ?? "ff8fc7";

/** A cake to climb in a garden of sweets. */
export function candy(): World {
  return startWorld(
    "candy",
    { position: [0, 0, 34], yaw: 180 },
    {
      goal: { position: [-3, 18, -8] },
      stars: [starAbove([26, 6, 6]), starAbove([-26, 1.4, 12]), starAbove([6, 12, 1])],
      checkpoints: [{ position: [9, 6, 8] }],
      blocks: [
        ...ground(),
        ...layer(0, 34),
        ...layer(1, 25),
        ...layer(2, 16),
        ...steps(),
        ...cherry([2.5, 18, -12]),
        ...sweets(),
        ...river(),
      ],
    },
  );
}

const ground = (): Block[] => [
  block("cylinder", [0, -3, 0], [80, 3, 80], "ffd9ec"),
  block("cylinder", [0, -5, 0], [74, 2, 74], "c98b5a", "dirt"),
  block("cylinder", [0, -8, 0], [62, 3, 62], "a86a44", "dirt"),
];

/** A layer of cake with drops of icing. It is 6 high. */
function layer(i: number, width: number): Block[] {
  const [base, z] = [i * 6, -10];
  const drops = Math.round(width / 2.4);
  return [
    block("cylinder", [0, base, z], [width - 1, 4.6, width - 1], i % 2 ? "f6d3a0" : "a86a44"),
    block("cylinder", [0, base + 4.6, z], [width, 1.4, width], icing(i)),
    ...repeat(drops, (k) => {
      const at = onCircle(width / 2 - 0.8, (k * 360) / drops);
      const length = 1.4 + ((k * 7) % 5) * 0.5;
      return ghost("cylinder", [at.x, base + 4.8 - length, z + at.z], [2, length, 2], icing(i));
    }),
  ];
}

/** Biscuits and jelly up the cake. */
const steps = (): Block[] => [
  block("cylinder", [14, 0, 14], [7, 2, 7], "d9a066"),
  block("cylinder", [10, 0, 8.5], [7, 4, 7], "b97a44"),
  block("cylinder", [17, 0, 4], [7, 5.2, 7], "d9a066"),
  block("cylinder", [26, 4.8, 6], [7, 1.2, 7], "f3c98b", "plastic", {
    motion: { by: [0, 0, 4], seconds: 3 },
  }),
  block("cylinder", [12, 6, -3], [5, 3, 5], "f3c98b"),
  block("cylinder", [-9, 12, -10], [5, 1, 5], "ff5d8f", "plastic"),
  block("cylinder", [-9, 13, -10], [4.4, 1.6, 4.4], "ff8fc7", "glass"),
  block("cylinder", [6, 12, -1.5], [4, 0.4, 4], "ffffff"),
];

const cherry = ([x, y, z]: Vec3): Block[] => [
  block("sphere", [x, y - 0.6, z], [5, 5, 5], "e8273f"),
  block("cylinder", [x + 0.4, y + 4, z], [0.4, 4, 0.4], "4fa843", "plastic", { rotation: [0, 0, -12] }),
  ghost("sphere", [x + 1.6, y + 7.2, z], [2.4, 0.8, 1.2], "58bd5a", "leaves"),
];

function lollipop([x, y, z]: Vec3, color: string): Block[] {
  return [
    block("cylinder", [x, y, z], [0.7, 7, 0.7], "ffffff"),
    ghost("sphere", [x, y + 6, z], [4.6, 4.6, 4.6], color),
    ghost("cylinder", [x, y + 7.9, z], [4.9, 0.8, 4.9], "ffffff"),
  ];
}

const cane = ([x, y, z]: Vec3): Block[] => [
  ...repeat(5, (i) => block("cylinder", [x, y + i * 1.5, z], [1.3, 1.5, 1.3], i % 2 ? "ffffff" : "e8273f")),
  ghost("box", [x + 1.1, y + 7.2, z], [3.4, 1.2, 1.2], "e8273f"),
  ghost("box", [x + 2.2, y + 5.9, z], [1.2, 1.4, 1.2], "ffffff"),
];

const gumdrop = ([x, y, z]: Vec3, i: number): Block[] => [
  block("sphere", [x, y - 1.6, z], [4, 3.6, 4], icing(i), "plastic", { effect: "bounce" }),
];

const LOLLIPOPS: readonly Vec3[] = [
  [-16, 0, 30],
  [16, 0, 31],
  [32, 0, 14],
  [-32, 0, -10],
  [30, 0, -16],
];

const sweets = (): Block[] => [
  ...LOLLIPOPS.flatMap((at, i) => lollipop(at, icing(i))),
  ...cane([-8, 0, 32]),
  ...cane([8, 0, 32]),
  ...cane([30, 0, 2]),
  ...cane([-32, 0, 4]),
  ...gumdrop([-32, 0, 20], 1),
  ...gumdrop([30, 0, 26], 3),
  ...gumdrop([-24, 0, 28], 4),
  ...gumdrop([24, 0, 20], 0),
  ...gumdrop([33, 0, -4], 2),
  ...repeat(12, (i) => {
    const at = onCircle(37, i * 30 + 8);
    return block("sphere", [at.x, -0.8, at.z], [3, 2.6, 3], icing(i + 1));
  }),
  block("cylinder", [-26, 0, 12], [8, 1.4, 8], "d9a066"),
  ...repeat(6, (i) => {
    const at = onCircle(2.6, i * 60);
    return ghost("sphere", [-26 + at.x, 1, 12 + at.z], [1, 0.8, 1], "5a3a22");
  }),
];

const river = (): Block[] => [
  slab([-14, 0.12, 20], [5, 0.12, 36], "5a3a22", "plastic", { rotation: [0, 24, 0] }),
  slab([-14, 0.7, 20], [9, 0.5, 5], "f3c98b", "plastic", { rotation: [0, 24, 0] }),
  box([-25, 0, -22], [4, 4, 4], "ffffff"),
  box([-28.6, 0, -19], [3, 3, 3], "ffe3f1"),
];
