import type { World } from "../../world/schema.ts";
import { block, box, repeat, slab, startWorld } from "./blocks.ts";
import { cloud, fence, islet, tree } from "./scenery.ts";

const RAINBOW = ["f94144", "f3722c", "f8961e", "f9c74f", "90be6d", "43aa8b", "577590", "7b5ea7"] as const;

/** The center of a jump's surface. */
const jump = (i: number) => ({ x: 13 + i * 9, top: i * 1.5 + 0.75, z: Math.sin(i * 0.9) * 7 });

/** Ten jumps over the clouds to a golden island. */
export function obby(): World {
  return startWorld(
    "day",
    { position: [0, 0, 0], yaw: 90 },
    {
      goal: { position: [110, 15, 0] },
      stars: [{ position: [58, 11, -7] }],
      checkpoints: [{ position: [49, 6.75, -3.1] }],
      blocks: [...beginning(), ...repeat(10, step), ...end(), ...sky()],
    },
  );
}

function beginning() {
  return [
    slab([0, 0, 0], [16, 2, 16], "6cc551", "grass"),
    slab([0, -2, 0], [14, 3, 14], "8a5a3b", "dirt"),
    ...tree([-5, 0, -4]),
    ...tree([-4.5, 0, 4.5], 0.8, "63b84f"),
    ...fence([-7.5, 0, -6], 4, "z"),
    box([4.5, 0, -6], [0.6, 4, 0.6], "8a5a3b", "wood"),
    box([4.5, 2.6, -6], [4, 1.8, 0.4], "f2ead8", "wood"),
  ];
}

function step(i: number) {
  const { x, top, z } = jump(i);
  const color = RAINBOW[i % RAINBOW.length] ?? "f99205";
  return [
    slab([x, top, z], [6, 1.5, 6], color, "plastic", i === 7 ? { effect: "crumble" } : {}),
    slab([x, top - 1.5, z], [4, 1, 4], "ffffff"),
  ];
}

function end() {
  return [
    ...islet([110, 15, 0], 24),
    block("cylinder", [110, 14.9, 0], [9, 0.2, 9], "ffb800", "neon"),
    ...tree([116, 15, -6], 0.9, "f9a03f"),
    ...tree([116, 15, 6], 1.1, "f3722c"),
    ...tree([106, 15, -8.5], 0.7, "f9c74f"),
  ];
}

const sky = () => [
  ...cloud([20, -12, 12], 1.2),
  ...cloud([52, -6, -18], 1.4),
  ...cloud([70, 0, 14], 1),
  ...cloud([92, 22, -14], 0.9),
];
