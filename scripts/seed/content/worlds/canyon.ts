import type { World } from "#domain/world/schema.ts";
import { WorldBuilder, type WorldOptions } from "./builder.ts";
import { effortFor } from "./pad.ts";
import { crateProp, crystalProp, rockProp } from "./props.ts";

const ROCKS = [
  { sand: "c98a52", top: "e8b872", strata: ["b5603a", "d07a45", "c66d3f", "e09a5a", "eab06c"] },
  { sand: "d9c08a", top: "f1dfae", strata: ["a88a5c", "c4a672", "b69664", "d8bf8c", "e6d2a4"] },
  { sand: "8f7bb0", top: "c9b3e6", strata: ["5f4b8b", "7a64a8", "6c5699", "9580c4", "a893d6"] },
  { sand: "7f9a86", top: "b9d0b2", strata: ["4f6b66", "68857c", "5c7872", "86a595", "9dbaa5"] },
] as const;
type Rocks = (typeof ROCKS)[number];

/** Rails on trestles between mesas. The gaps grow with the difficulty. */
export function mineCanyon(options: WorldOptions): World {
  const b = new WorldBuilder(options, "day", "sunset", "night");
  const rocks = b.pick(ROCKS);
  const gap = 4 + effortFor(options.difficulty) * 7;
  b.slab([62, -20, 0], [200, 3, 92], rocks.sand, "sand");
  b.slab([62, -19.8, 16], [200, 0.6, 12], "3aa0d8", "water", { effect: "ghost" });
  let x = -24;
  let z = -6;
  b.spawn([x, 0, z], 90);
  const mesas = b.int(3, 4);
  for (let i = 0; i < mesas; i++) {
    const width = b.range(17, 22);
    mesa(b, rocks, x, z, width, 0);
    if (i > 0) {
      // The last mesa has the shaft on one side.
      b.star([i === mesas - 1 ? x - 6 : x + 3, 0, z - 5]);
      b.checkpoint([x - 4, 0, z + 2]);
    }
    if (i === mesas - 1) {
      shaft(b, x + 3, z);
      b.goal([x - 2, 0, z]);
      break;
    }
    const nextZ = z + (i % 2 ? -1 : 1) * b.range(4, 14);
    x = rails(b, x + width / 2, z, nextZ, gap) + 10;
    z = nextZ;
  }
  for (let i = 0; i < 14; i++) cactus(b, b.range(-30, 154), b.pick([-1, 1]) * b.range(26, 42));
  for (let i = 0; i < 9; i++)
    rockProp(b, [b.range(-34, 104), -20, b.range(-40, 40)], b.range(1, 2.6), "a9603c");
  for (let i = 0; i < 5; i++)
    mesa(b, rocks, -24 + i * 42, -38 + b.range(-3, 3), b.range(11, 17), b.range(-12, -2));
  return b.finish();
}

function mesa(b: WorldBuilder, rocks: Rocks, x: number, z: number, width: number, top: number): void {
  const layers = Math.max(1, Math.round((top + 20) / 4));
  const height = (top + 20) / layers;
  for (let i = 0; i < layers; i++) {
    const spread = width + (layers - 1 - i) * 1.1;
    b.box([x, -20 + i * height, z], [spread, height, spread], rocks.strata[i % 5] ?? rocks.sand, "stone");
  }
  b.slab([x, top + 0.01, z], [width, 0.6, width], rocks.top, "sand");
  for (let i = 0; i < 2; i++) crateProp(b, [x - width * 0.32 + i * 2.4, top, z + width * 0.34], 2 + i * 0.4);
}

/** Adds a track on trestles, with gaps to jump. Returns the x of its end. */
function rails(b: WorldBuilder, from: number, z0: number, z1: number, gap: number): number {
  let x = from;
  for (let section = 0; section < 3; section++) {
    const length = 9;
    x += section === 0 ? 1 : gap * 0.8;
    const z = z0 + ((z1 - z0) * (section + 0.5)) / 3;
    b.slab(
      [x + length / 2, -0.4, z],
      [length, 0.5, 5],
      "7d5433",
      "wood",
      b.difficulty > 6 && section === 1 ? { effect: "crumble" } : {},
    );
    for (let k = 0; k < 4; k++) b.box([x + 1.2 + k * 2.3, -0.4, z], [0.8, 0.3, 5.6], "5f3d24", "wood");
    for (const side of [-1.5, 1.5])
      b.box([x + length / 2, -0.1, z + side], [length, 0.35, 0.4], "b9bec9", "metal");
    for (const end of [1, length - 1])
      for (const side of [-1.8, 1.8]) b.box([x + end, -20, z + side], [0.7, 19.2, 0.7], "6a4429", "wood");
    b.box([x + length / 2, -9, z], [length, 0.6, 0.6], "6a4429", "wood", { rotation: [0, 0, 24] });
    if (section === 1) cart(b, x + length / 2, z);
    if (b.difficulty > 3 && section === 2) b.hazard("saw", [x + 2, -0.2, z], [2.6, 0.4, 2.6]);
    x += length;
  }
  return x;
}

function cart(b: WorldBuilder, x: number, z: number): void {
  b.box([x + 2, 0.6, z], [4, 2.2, 3], "5b6170", "metal");
  for (let i = 0; i < 4; i++)
    b.ghost(
      "sphere",
      [x + 1 + (i % 2) * 1.8, 2.2, z - 0.6 + Math.floor(i / 2) * 1.2],
      [1.5, 1.4, 1.5],
      "ffc83a",
      "neon",
    );
  for (const dx of [0.6, 3.4])
    b.add("cylinder", [x + dx, 0.1, z + 1.6], [1.2, 0.4, 1.2], "2c2f38", "metal", { rotation: [90, 0, 0] });
}

function shaft(b: WorldBuilder, x: number, z: number): void {
  b.add("sphere", [x + 5, -3, z], [17, 17, 18], "a8603a", "stone");
  b.box([x - 3, 0, z], [1.2, 7, 7], "2a1a12", "stone");
  for (const side of [-3.6, 3.6]) b.box([x - 3.4, 0, z + side], [1.4, 7.5, 1.4], "6a4429", "wood");
  b.box([x - 3.4, 7, z], [1.6, 1.4, 9.4], "7d5433", "wood");
  for (let i = 0; i < 3; i++) crystalProp(b, [x - 5 + i, 0, z - 7 + i * 0.4], 0.8, "ffb84a");
}

function cactus(b: WorldBuilder, x: number, z: number): void {
  const height = b.range(4, 7);
  b.add("cylinder", [x, -20, z], [1.6, height, 1.6], "3f9a5a", "leaves");
  b.add("cylinder", [x + 1.4, -20 + height * 0.4, z], [1, 2.6, 1], "4aab66", "leaves");
  b.add("cylinder", [x - 1.4, -20 + height * 0.55, z], [1, 2, 1], "4aab66", "leaves");
}
