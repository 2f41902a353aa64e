import type { World } from "#domain/world/schema.ts";
import { corners, WorldBuilder, type WorldOptions } from "./builder.ts";
import { effortFor, jumpReach, nextPad, type Pad } from "./pad.ts";
import { crateProp, houseProp, palmProp, rockProp } from "./props.ts";

/** A beach with a row of floats out to a lighthouse. */
export function beachResort(options: WorldOptions): World {
  const b = new WorldBuilder(options, "day", "sunset", "day", "night");
  b.slab([18, -1.6, 0], [150, 3, 100], b.pick(["2fb5df", "35cbb8", "3a86e0"]), "water");
  b.slab([18, -4.6, 0], [146, 2, 96], "e3cf94", "sand");
  b.add("cylinder", [-22, -3, -8], [b.range(58, 70), 3, b.range(56, 68)], "f6e2a6", "sand");
  b.add("cylinder", [-34, -1.2, -16], [38, 3.2, 36], "78c957", "grass");
  b.spawn([-8, 0, 4], 90);
  houseProp(
    b,
    [-38, 2, -22],
    [12, 6, 9],
    b.pick(["fff4df", "ffd6e0", "d6f0ff"]),
    b.pick(["f2693c", "3a6fd9", "2f9e77", "b04ad0"]),
  );
  for (let i = 0; i < 3; i++) hut(b, -26 + i * 9, 16 - i * 3);
  for (let i = 0; i < 9; i++) parasol(b, b.range(-14, 4), b.range(-24, 10));
  for (let i = 0; i < 11; i++) {
    const angle = b.range(1.6, 5.4);
    palmProp(
      b,
      [-26 + Math.cos(angle) * b.range(22, 28), 0, -10 + Math.sin(angle) * b.range(20, 25)],
      b.range(0.8, 1.2),
    );
  }
  for (let i = 0; i < 7; i++) rockProp(b, [b.range(10, 56), -1.6, b.range(-46, 46)], b.range(0.7, 1.5));
  floats(b, options.difficulty);
  b.star([-38, 2, -12]);
  b.star([-26, 0, 12]);
  crateProp(b, [-30, 2, -22], 3);
  crateProp(b, [-28, 2, -19], 2);
  return b.finish();
}

function floats(b: WorldBuilder, difficulty: number): void {
  const effort = effortFor(difficulty);
  for (let i = 0; i < 9; i++) b.slab([8 + i * 2, 0.3, 6], [1.7, 0.5, 5], "b98955", "wood");
  for (let i = 0; i < 5; i++)
    for (const side of [3.6, 8.4])
      b.add("cylinder", [9 + i * 3.8, -4, side], [0.7, 5.4, 0.7], "8c6238", "wood");
  let pad: Pad = { x: 24, z: 6, top: 0.3, w: 2, d: 5 };
  let heading = 0.75;
  const colors = ["ff5d73", "ffb800", "2fd6b5", "7b6bff", "ff8f3d"] as const;
  for (let i = 0; i < 7; i++) {
    const size = 5.6 - effort * 2;
    const rise = i === 0 ? -1.2 : 0;
    pad = nextPad(pad, heading, { w: size, d: size }, jumpReach(rise) * effort * b.range(0.55, 0.8), rise);
    b.add(
      "cylinder",
      [pad.x, pad.top - 1.2, pad.z],
      [size, 1.2, size],
      colors[i % colors.length] ?? "ffb800",
      "plastic",
      i % 3 === 1 ? { motion: { by: [0, 0.8, 0], seconds: 2 } } : {},
    );
    b.ghost("cylinder", [pad.x, pad.top, pad.z], [size * 0.5, 0.12, size * 0.5], "ffffff");
    if (i % 3 === 2) b.star([pad.x, pad.top, pad.z]);
    heading -= 0.34;
  }
  pad = nextPad(pad, heading, { w: 12, d: 12 }, 4, 1.2);
  b.add("cylinder", [pad.x, -4, pad.z], [16, 4 + pad.top, 16], "9a938c", "stone");
  lighthouse(b, pad.x + 2, pad.top, pad.z - 2);
  b.checkpoint([pad.x - 5, pad.top, pad.z + 3]);
  b.goal([pad.x - 2.5, pad.top, pad.z + 4]);
}

function lighthouse(b: WorldBuilder, x: number, top: number, z: number): void {
  for (let i = 0; i < 5; i++)
    b.add(
      "cylinder",
      [x, top + i * 3.4, z],
      [6.4 - i * 0.55, 3.4, 6.4 - i * 0.55],
      i % 2 ? "e8404a" : "ffffff",
    );
  b.add("cylinder", [x, top + 17, z], [6, 0.7, 6], "3a3f52", "metal");
  b.add("cylinder", [x, top + 17.7, z], [3, 2.6, 3], "ffe27a", "neon");
  b.ghost("cone", [x, top + 20.3, z], [4.6, 2.6, 4.6], "e8404a");
}

function hut(b: WorldBuilder, x: number, z: number): void {
  for (const [dx, dz] of corners(2.4))
    b.add("cylinder", [x + dx, 0, z + dz], [0.6, 4, 0.6], "a8784a", "wood");
  b.ghost("pyramid", [x, 3.8, z], [8, 4, 8], "e0b45c", "leaves");
  b.box([x, 0, z], [3.4, 1.6, 1.6], b.pick(["ff6f91", "2fd6b5", "ffb800"]), "wood");
}

function parasol(b: WorldBuilder, x: number, z: number): void {
  const color = b.pick(["ff5d73", "ffb800", "3aa7ff", "7bd65a", "b98cff"]);
  b.ghost("cylinder", [x, 0, z], [0.35, 4.4, 0.35], "ffffff");
  b.ghost("cone", [x, 3.6, z], [5, 1.8, 5], color);
  b.ghost("box", [x + 2, 0, z + 1.4], [1.6, 0.3, 3.4], b.pick(["ffffff", "ffd86b", "8fe3ff"]), "cloth");
}
