import type { Block } from "./block.ts";
import type { Vec3, World } from "./schema.ts";

/** A small world to build on. The create form shows `label` and `hint`. */
export interface WorldTemplate {
  id: "obby" | "island" | "race";
  label: string;
  hint: string;
  build: () => World;
}

export const WORLD_TEMPLATES: readonly WorldTemplate[] = [
  { id: "obby", label: "Obby", hint: "Ten jumps, one star, a goal at the end.", build: obby },
  { id: "island", label: "Island", hint: "A sunny island with three stars to find.", build: island },
  { id: "race", label: "Race", hint: "A short track with boosts and checkpoints.", build: race },
];

/** The world for creators who upload no file. */
export function starterWorld(): World {
  return obby();
}

const RAINBOW = ["f94144", "f3722c", "f8961e", "f9c74f", "90be6d", "43aa8b", "577590", "7b5ea7"] as const;

function obby(): World {
  const blocks: Block[] = [
    block([0, -1, 0], [16, 2, 16], "6cc551", { material: "grass" }),
    block([0, -3.5, 0], [14, 3, 14], "8a5a3b", { material: "dirt" }),
    ...tree(-5, 0, -4),
  ];
  for (let i = 0; i < 10; i++) {
    const color = RAINBOW[i % RAINBOW.length] ?? "f99205";
    blocks.push(block([13 + i * 9, i * 1.5, Math.sin(i * 0.9) * 7], [6, 1.5, 6], color));
  }
  blocks.push(block([108, 14, 0], [18, 2, 18], "ffb800"), block([108, 12, 0], [15, 2, 15], "e08a00"));
  return {
    ...empty("day", [0, 0, 0]),
    goal: { position: [108, 15, 0] },
    stars: [{ position: [58, 11, -7] }],
    checkpoints: [{ position: [49, 6.75, -3.1] }],
    blocks,
  };
}

function island(): World {
  const blocks: Block[] = [
    block([0, -3, 0], [150, 2, 150], "3fb7e8", { material: "water" }),
    block([0, -1.5, 0], [70, 3, 70], "f4dc9b", { shape: "cylinder", material: "sand" }),
    block([-2, 1, -2], [50, 2, 50], "74c957", { shape: "cylinder", material: "grass" }),
    block([-10, 4.5, -10], [22, 5, 22], "5fb548", { shape: "cylinder", material: "grass" }),
    block([-10, 9, -10], [10, 4, 10], "a7a3a0", { shape: "cylinder", material: "stone" }),
    ...[
      [14, 8],
      [4, 18],
      [-20, 12],
      [18, -8],
      [8, -16],
    ].flatMap(([x = 0, z = 0]) => tree(x, 2, z)),
    block([0, -1, 45], [5, 1, 24], "b07a46", { material: "wood" }),
  ];
  return {
    ...empty("day", [4, 2, 10]),
    stars: [{ position: [-10, 14, -10] }, { position: [0, 3, 55] }, { position: [21, 5, 2] }],
    blocks,
  };
}

function race(): World {
  const blocks: Block[] = [];
  const count = 28;
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * Math.PI * 2;
    const at: Vec3 = [Math.sin(angle) * 60, Math.sin(angle * 2) * 4, Math.cos(angle) * 36 - 36];
    const heading = (Math.atan2(Math.cos(angle) * 60, -Math.sin(angle) * 36) * 180) / Math.PI;
    const boost = i % 7 === 3;
    blocks.push(
      block(at, [15, 1.2, 17], boost ? "35d0ff" : i % 2 ? "3d4152" : "4a4f63", {
        rotation: [0, heading, 0],
        ...(boost && { material: "neon" as const, effect: "boost" as const }),
      }),
    );
  }
  return {
    ...empty("sunset", [0, 0.6, 0]),
    goal: { position: [-13, 0.6, -1] },
    stars: [{ position: [0, 3.2, -72] }],
    checkpoints: [{ position: [60, 2.4, -36] }, { position: [0, 0.6, -72] }, { position: [-60, 2.4, -36] }],
    blocks,
  };
}

function tree(x: number, y: number, z: number): Block[] {
  return [
    block([x, y + 2.5, z], [1.4, 5, 1.4], "8a5a3b", { shape: "cylinder", material: "wood" }),
    block([x, y + 7, z], [6, 6, 6], "4fa843", { shape: "sphere", material: "leaves" }),
  ];
}

function block(position: Vec3, size: Vec3, color: string, more: Partial<Block> = {}): Block {
  return { shape: "box", position, size, color, ...more };
}

function empty(ambience: World["ambience"] & string, spawn: Vec3) {
  return {
    version: 1 as const,
    ambience,
    spawn: { position: spawn, yaw: 0 },
    stars: [],
    checkpoints: [],
    hazards: [],
  };
}
