import type { Block } from "../../world/block.ts";
import type { Vec3, World } from "../../world/schema.ts";
import { block, box, ghost, repeat, slab, startWorld } from "./blocks.ts";
import { cloud, lamp, palm } from "./scenery.ts";

const SEGMENTS = 28;
const LAMPS = [-48, -16, 16, 48] as const;

/** The middle of a segment of the track, and where it heads. */
function segment(i: number): { at: Vec3; heading: number } {
  const angle = (i / SEGMENTS) * Math.PI * 2;
  return {
    at: [Math.sin(angle) * 60, Math.sin(angle * 2) * 4, Math.cos(angle) * 36 - 36],
    heading: (Math.atan2(Math.cos(angle) * 60, -Math.sin(angle) * 36) * 180) / Math.PI,
  };
}

/** A short track around a park, with boosts and checkpoints. */
export function race(): World {
  return startWorld(
    "sunset",
    { position: [0, 0.6, 0], yaw: 90 },
    {
      goal: { position: [-13, 0.6, -1] },
      stars: [{ position: [0, 3.2, -72] }],
      checkpoints: [{ position: [60, 2.4, -36] }, { position: [0, 0.6, -72] }, { position: [-60, 2.4, -36] }],
      blocks: [...repeat(SEGMENTS, road), ...startLine(), ...park(), ...stand([8, -3, 26])],
    },
  );
}

function road(i: number): Block[] {
  const { at, heading } = segment(i);
  const [x, y, z] = at;
  const isBoost = i % 7 === 3;
  const rotation: Vec3 = [0, heading, 0];
  const surface = isBoost
    ? block("box", [x, y - 0.5, z], [15, 1.2, 17], "35d0ff", "neon", { rotation, effect: "boost" })
    : block("box", [x, y - 0.6, z], [15, 1.2, 17], i % 2 ? "3d4152" : "4a4f63", "plastic", { rotation });
  // Posts along the outside.
  const out = 10;
  const away = Math.atan2(x / 60, (z + 36) / 36);
  const post: Vec3 = [x + Math.sin(away) * out, y - 1.5, z + Math.cos(away) * out];
  return [surface, block("cylinder", post, [1.6, 3.4, 1.6], i % 2 ? "f94144" : "ffffff")];
}

const startLine = (): Block[] => [
  ...[-7.5, 7.5].map((z) => box([-4, -0.6, z], [1.4, 12, 1.4], "34374a", "metal")),
  box([-4, 9.4, 0], [1.6, 3, 16], "17171c", "metal"),
  ...repeat(6, (i) => box([-3.1, 10, -6.5 + i * 2.6], [0.3, 1.6, 1.3], i % 2 ? "ffffff" : "f99205", "neon")),
];

const park = (): Block[] => [
  block("cylinder", [0, -6, -36], [76, 3, 40], "5fb548", "grass"),
  slab([0, -2.6, -36], [26, 0.6, 12], "3fb7e8", "water"),
  ...palm([-20, -3, -36], 1.2),
  ...palm([20, -3, -30], 1.1),
  ...palm([22, -3, -42], 0.9),
  ...palm([-18, -3, -44], 1),
  ...LAMPS.flatMap((x) => lamp([x * 0.55, -3, -36 + (Math.abs(x) > 20 ? 9 : -11)])),
  ...cloud([-70, -4, -70], 1.4, "ffd9c2"),
  ...cloud([74, -6, -4], 1.3, "ffd9c2"),
];

function stand([x, y, z]: Vec3): Block[] {
  return [
    ...repeat(4, (i) => box([x, y, z + i * 3], [30, 2 + i * 2, 3], i % 2 ? "f3722c" : "f8961e", "wood")),
    ...[-14, 0, 14].map((dx) => box([x + dx, y, z + 11.4], [1, 16, 1], "34374a", "metal")),
    ghost("box", [x, y + 15.4, z + 5.5], [32, 0.8, 14], "f6efe0", "cloth"),
  ];
}
