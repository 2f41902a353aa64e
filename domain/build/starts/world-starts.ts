import type { Block } from "../../world/block.ts";
import type { Vec3, World } from "../../world/schema.ts";
import { block, box, ghost, repeat, slab, starAbove, startWorld } from "./blocks.ts";
import { candy } from "./candy.ts";
import { castle } from "./castle.ts";
import { city } from "./city.ts";
import { jungle } from "./jungle.ts";
import { cloud, fence, islet, lamp, palm, rock, tree } from "./scenery.ts";
import { snow } from "./snow.ts";
import { space } from "./space.ts";
import type { WorldStartId } from "./world-start-ids.ts";

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
function race(): World {
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

/** A sunny island with three stars, and a boat to leave in. */
function island(): World {
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

const RAINBOW = ["f94144", "f3722c", "f8961e", "f9c74f", "90be6d", "43aa8b", "577590", "7b5ea7"] as const;

/** The center of a jump's surface. */
const jump = (i: number) => ({ x: 13 + i * 9, top: i * 1.5 + 0.75, z: Math.sin(i * 0.9) * 7 });

/** Ten jumps over the clouds to a golden island. */
function obby(): World {
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

export interface WorldStart {
  id: WorldStartId;
  label: string;
  hint: string;
}

export const WORLD_STARTS: readonly WorldStart[] = [
  { id: "obby", label: "Obby", hint: "Ten jumps, one star, a goal at the end." },
  { id: "island", label: "Island", hint: "A sunny island with three stars and a boat." },
  { id: "race", label: "Race", hint: "A short track with boosts and checkpoints." },
  { id: "city", label: "City", hint: "Streets at night and a way over the roofs." },
  { id: "castle", label: "Castle", hint: "A moat, high walls and a keep." },
  { id: "space", label: "Space station", hint: "Decks among planets, and a shuttle." },
  { id: "snow", label: "Snowy mountain", hint: "A frozen lake, a cabin and a climb." },
  { id: "candy", label: "Candy land", hint: "A giant cake to climb, with sweets around it." },
  { id: "jungle", label: "Jungle temple", hint: "A rope bridge and steps to a shrine." },
  { id: "empty", label: "Empty plain", hint: "Just a floor. Everything else is up to you." },
];

const BUILDERS: Record<WorldStartId, () => World> = {
  obby,
  island,
  race,
  city,
  castle,
  space,
  snow,
  candy,
  jungle,
  empty,
};

/** Returns one of the ten worlds to start from; a new one each time. */
export const worldStart = (id: WorldStartId): World => BUILDERS[id]();

/** The world of a level for which no file was uploaded. */
export const starterWorld = (): World => worldStart("obby");

function empty(): World {
  return startWorld(
    "day",
    { position: [0, 0, 0], yaw: 0 },
    { blocks: [slab([0, 0, 0], [64, 2, 64], "6cc551", "grass")] },
  );
}
