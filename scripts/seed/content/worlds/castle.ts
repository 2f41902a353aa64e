import type { World } from "#domain/world/schema.ts";
import { corners, WorldBuilder, type WorldOptions } from "./builder.ts";
import { crateProp, lampProp, treeProp } from "./props.ts";

const STONE = "b6b3ad";
const SIZE = 44;

/** A walled castle: through the gate, up the corner stairs, along the wall and onto the keep. */
export function castle(options: WorldOptions): World {
  const b = new WorldBuilder(options, "day", "sunset", "night");
  const banner = b.pick(["c8323c", "3054c8", "7a3cc0", "2f8f5b"]);
  b.slab([0, 0, 0], [110, 3, 96], "74b94f", "grass");
  moat(b, options.difficulty > 4 ? "lava" : "water");
  b.slab([0, 0.6, 0], [SIZE + 8, 1.4, SIZE + 8], "c9b48a", "sand");
  b.slab([0, 0.9, 37], [8, 0.9, 24], "9c6b3f", "wood");
  b.spawn([0, 0.9, 44], 180);
  walls(b, banner);
  keep(b, banner);
  stairs(b);
  for (let i = 0; i < 12; i++)
    treeProp(b, [b.pick([-50, -46, 47, 51]), 0, b.range(-40, 40)], b.range(0.8, 1.2), "3f9142");
  for (let i = 0; i < 6; i++) crateProp(b, [b.range(-16, 16), 0.6, b.range(12, 18)], b.range(1.6, 2.4));
  for (const side of [-1, 1]) lampProp(b, [side * 6, 0, 46]);
  if (options.difficulty > 2) b.hazard("spikes", [10, 0.6, 8], [6, 1.4, 3]);
  if (options.difficulty > 5)
    for (let i = 0; i < 3; i++) b.hazard("saw", [-SIZE / 2, 12.6, -10 + i * 10], [2.6, 0.5, 2.6]);
  b.star([18, 0.6, -16]);
  b.star([-10, 0.6, 8]);
  b.star([0, 12.6, -SIZE / 2]);
  b.checkpoint([-SIZE / 2, 12.6, SIZE / 2 - 4]);
  return b.finish();
}

function moat(b: WorldBuilder, filling: "water" | "lava"): void {
  const reach = SIZE / 2 + 8;
  for (const side of [-1, 1]) {
    if (filling === "water") {
      b.slab([side * reach, 0.2, 0], [7, 0.5, reach * 2 + 7], "3a9be0", "water", { effect: "ghost" });
      b.slab([0, 0.2, side * reach], [reach * 2 - 7, 0.5, 7], "3a9be0", "water", { effect: "ghost" });
    } else {
      b.hazard("lava", [side * reach, -0.3, 0], [7, 0.5, reach * 2 + 7]);
      b.hazard("lava", [0, -0.3, side * reach], [reach * 2 - 7, 0.5, 7]);
    }
  }
}

function walls(b: WorldBuilder, banner: string): void {
  const half = SIZE / 2;
  for (const side of [-1, 1]) {
    b.box([side * half, 0, 0], [5, 12.6, SIZE], STONE, "brick");
    for (let z = -half + 2; z <= half; z += 4) {
      b.box([side * (half + 2), 12.6, z], [1, 1.6, 2], STONE, "stone");
      if (side < 0) b.box([z, 12.6, -half - 2], [2, 1.6, 1], STONE, "stone");
    }
    b.box([side * (half / 2 + 2.5), 0, half], [half - 5, 12.6, 5], STONE, "brick");
    for (const back of [-1, 1]) turret(b, side * half, back * half, banner);
  }
  b.box([0, 0, -half], [SIZE, 12.6, 5], STONE, "brick");
  b.box([0, 8.6, half], [11, 4, 5], STONE, "brick");
  for (let x = -18; x <= 18; x += 4) b.box([x, 12.6, half + 2], [2, 1.6, 1], STONE, "stone");
  for (const side of [-1, 1]) b.box([side * 8, 4, half + 2.7], [2.4, 6.5, 0.3], banner, "cloth");
}

function turret(b: WorldBuilder, x: number, z: number, banner: string): void {
  b.add("cylinder", [x, 0, z], [9, 12.6, 9], "a5a29c", "brick");
  b.ghost("cylinder", [x, 16.4, z], [10, 0.8, 10], "8f8c86", "stone");
  for (const [dx, dz] of corners(3))
    b.ghost("cylinder", [x + dx, 12.6, z + dz], [1.2, 4, 1.2], "a5a29c", "stone");
  b.ghost("cone", [x, 17.2, z], [11, 9, 11], banner, "brick");
}

function keep(b: WorldBuilder, banner: string): void {
  b.box([0, 0, -6], [18, 15, 16], "c4c0b8", "brick");
  b.slab([0, 16, -6], [20, 1, 18], "8f8c86", "stone");
  for (const [x, z] of [
    [-9, -14],
    [9, -14],
    [-9, 2],
    [9, 2],
  ] as const)
    b.box([x, 16, z], [2, 2.4, 2], STONE, "stone");
  b.box([0, 0, 2.2], [4.5, 6.5, 0.5], "5a3a22", "wood");
  for (const x of [-5.5, 5.5])
    for (const y of [4, 9.5]) b.box([x, y, 2.1], [1.8, 2.6, 0.4], "ffdf8a", "neon");
  for (const z of [-10, -2]) for (const y of [4, 9.5]) b.box([9.1, y, z], [0.4, 2.6, 1.8], "ffdf8a", "neon");
  b.ghost("cylinder", [-6, 16, -11], [0.5, 11, 0.5], "e8e6e0", "metal");
  b.ghost("box", [-3.6, 22.4, -11], [4.6, 3.6, 0.2], banner, "cloth");
  b.goal([1, 16, -6]);
  b.star([6, 16, -10]);
}

/** Stairs inside the west wall, then planks to the keep. */
function stairs(b: WorldBuilder): void {
  for (let i = 0; i < 8; i++) b.box([-17, 0.6, 16 - i * 3], [5, 1.5 * (i + 1), 3], "a99f92", "stone");
  for (let i = 0; i < 3; i++)
    b.slab(
      [-16 + i * 2.4, 13.2 + i, -12 - i],
      [3.4, 0.7, 4],
      "9c6b3f",
      "wood",
      i === 1 ? { effect: "crumble" } : {},
    );
}
