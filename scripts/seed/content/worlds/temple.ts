import type { Vec3, World } from "#domain/world/schema.ts";
import { corners, WorldBuilder, type WorldOptions } from "./builder.ts";
import { crystalProp, palmProp, rockProp, treeProp } from "./props.ts";

const STEP = 4.6;

/** A stepped pyramid in the jungle: terraces with traps, and a shrine on top. */
export function jungleTemple(options: WorldOptions): World {
  const b = new WorldBuilder(options, "jungle", "jungle", "sunset", "night");
  const [light, dark] = b.pick([
    ["b8b294", "a9a488"],
    ["9fa9b8", "8b96a8"],
    ["c79a7a", "b5866a"],
    ["d8cfa8", "c4b98e"],
  ] as const);
  const tiers = 5;
  b.slab([0, 0, 4], [104, 3, 92], "5fa844", "grass");
  b.slab([0, -3, 4], [98, 4, 86], "6b4a32", "dirt");
  b.ghost("box", [0, 0, 37], [104, 0.25, 9], "3fb6b0", "water");
  b.slab([0, 0.8, 37], [7, 0.8, 12], "9c6b3f", "wood");
  b.spawn([0, 0, 46], 180);
  for (let tier = 0; tier < tiers; tier++) {
    const width = 52 - tier * 9.4;
    const y = tier * STEP;
    b.box([0, y, -4], [width, STEP, width], tier % 2 ? dark : light, "brick");
    b.box([0, y + STEP - 0.8, -4], [width + 1, 0.8, width + 1], "8d8a70", "stone");
    moss(b, width, y + STEP);
    traps(b, tier, width, y + STEP);
    if (tier < tiers - 1) b.star([(tier % 2 ? 1 : -1) * (width / 2 - 2.2), y + STEP, -4 + width * 0.3]);
  }
  stairs(b, tiers);
  shrine(b, tiers * STEP);
  for (const side of [-1, 1]) idol(b, side * 12, 27);
  for (let i = 0; i < 22; i++) {
    const [x, z] = [b.pick([-1, 1]) * b.range(34, 49), b.range(-38, 28)];
    (i % 3 === 0 ? palmProp : treeProp)(
      b,
      [x, 0, z],
      b.range(0.9, 1.7),
      b.pick(["3c8f3e", "57a63d", "2f7a4a"]),
    );
  }
  for (let i = 0; i < 6; i++)
    rockProp(b, [b.range(-46, 46), 0, b.range(29, 48)], b.range(0.6, 1.1), "7f8a72");
  return b.finish();
}

function stairs(b: WorldBuilder, tiers: number): void {
  for (let i = 0; i < tiers * 4; i++) {
    const top = ((i + 1) * STEP) / 4;
    const z = 23.6 - (i * 4.7) / 4;
    b.box([0, 0, z], [8, top, 1.6], "c9c3a4", "stone");
    for (const side of [-4.8, 4.8]) b.box([side, 0, z], [1.6, top + 0.9, 1.6], "9a9678", "stone");
  }
}

function shrine(b: WorldBuilder, top: number): void {
  for (const [x, z] of corners(3.6)) b.add("cylinder", [x, top, z - 4], [1.4, 6.4, 1.4], "b8b294", "stone");
  b.ghost("box", [0, top + 6.4, -4], [10.4, 1, 10.4], "8d8a70", "stone");
  b.ghost("pyramid", [0, top + 7.4, -4], [9.4, 4, 9.4], "d0a640", "metal");
  crystalProp(b, [0, top, -6], 0.8, "3dffb0");
  b.goal([0, top, -2.4]);
  b.checkpoint([8, top - STEP, 5]);
}

function traps(b: WorldBuilder, tier: number, width: number, top: number): void {
  if (b.difficulty < 3 || tier > 3) return;
  const side = tier % 2 ? -1 : 1;
  b.hazard("spikes", [side * (width / 2 - 2.2), top, -4], [3, 1.3, 3]);
  if (b.difficulty > 5) b.hazard("saw", [-side * (width / 2 - 2.4), top, 2], [2.6, 0.5, 2.6]);
}

function moss(b: WorldBuilder, width: number, top: number): void {
  for (let i = 0; i < 7; i++) {
    const along = b.range(-width / 2, width / 2);
    const drop = b.range(1.4, 4);
    const [isFront, wide] = [b.chance(0.5), b.range(0.8, 2)];
    const [x, z] = isFront ? [along, width / 2 + 0.5] : [width / 2 + 0.5, along];
    const size: Vec3 = isFront ? [wide, drop, 0.4] : [0.4, drop, wide];
    b.ghost("box", [x, top - drop, z - 4], size, "4f9a3c", "leaves");
  }
}

function idol(b: WorldBuilder, x: number, z: number): void {
  b.box([x, 0, z], [4.4, 2, 4.4], "8d8a70", "stone");
  b.box([x, 2, z], [3.2, 5, 3], "b8b294", "stone");
  for (const dx of [-0.7, 0.7]) b.ghost("box", [x + dx, 5, z + 1.5], [0.7, 0.7, 0.3], "3dffb0", "neon");
  b.ghost("box", [x, 3.2, z + 1.5], [1.8, 0.6, 0.3], "4a4738", "stone");
  b.box([x, 7, z], [4, 0.9, 3.8], "d0a640", "metal");
}
