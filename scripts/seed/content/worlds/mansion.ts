import type { World } from "#domain/world/schema.ts";
import { corners, WorldBuilder, type WorldOptions } from "./builder.ts";
import { fenceProp, lampProp } from "./props.ts";

/** A crooked house on a hill: over the porch and the roofs to the bell tower. */
export function hauntedMansion(options: WorldOptions): World {
  const b = new WorldBuilder(options, "spooky");
  const wood = b.pick(["6b5a7e", "5a6478", "74586a"]);
  const roof = b.pick(["2f2b46", "3b2a4d", "24384a"]);
  const glow = b.pick(["ffc23d", "9dff6b", "ff9a3d"]);
  b.slab([0, 0, 0], [84, 3, 66], "4c6b4a", "grass");
  b.slab([0, -3, 0], [78, 4, 60], "4a3540", "dirt");
  for (let i = 0; i < 7; i++) b.box([b.range(-1, 1), 0, 13 + i * 2.8], [5, 0.3, 2], "8d88a0", "stone");
  b.spawn([0, 0.3, 29], 180);
  b.star([-30, 0, 22]);
  b.star([-17, 8, 7]);
  b.star([26, 0, -18]);

  wing(b, [0, 0, 0], [24, 11, 16], wood, roof, glow);
  wing(b, [-17, 0, -2], [13, 8, 14], wood, roof, glow);
  wing(b, [17, 0, -3], [12, 9.5, 13], wood, roof, glow);
  tower(b, wood, roof, glow);
  climb(b, roof);
  for (let i = 0; i < 10 + options.difficulty; i++) grave(b);
  for (let i = 0; i < 7; i++) deadTree(b, b.pick([-36, -31, 33, 37]), b.range(-28, 28));
  for (let i = 0; i < 8; i++) pumpkin(b, b.range(-26, 26), b.range(13, 27));
  for (const side of [-1, 1]) {
    fenceProp(b, [side * 5, 0, 31], [side * 40, 0, 31], "2b2836");
    fenceProp(b, [side * 40, 0, 31], [side * 40, 0, -31], "2b2836");
    lampProp(b, [side * 5, 0, 31], "9dff6b");
  }
  if (options.difficulty > 3) b.hazard("poison", [-24, 0, 16], [12, 0.4, 9]);
  if (options.difficulty > 5) b.hazard("saw", [8, 15.2, 4], [2.4, 0.5, 2.4]);
  return b.finish();
}

function wing(
  b: WorldBuilder,
  [x, y, z]: [number, number, number],
  [w, h, d]: [number, number, number],
  wood: string,
  roof: string,
  glow: string,
): void {
  b.box([x, y, z], [w, h, d], wood, "wood");
  b.box([x, y, z], [w + 1, 1, d + 1], "6a6676", "stone");
  b.box([x, y + h, z], [w + 2, 0.8, d + 2], roof, "wood");
  for (const side of [1, -1])
    b.add(
      "wedge",
      [x, y + h + 0.8, z + (side * d) / 4],
      [w, d * 0.4, d / 2],
      roof,
      "brick",
      side > 0 ? {} : { rotation: [0, 180, 0] },
    );
  const windows = Math.floor(w / 5);
  for (let i = 0; i < windows; i++) {
    const wx = x + ((i + 0.5) / windows - 0.5) * w;
    for (const wy of h > 9 ? [2.6, 7] : [3])
      b.box(
        [wx, y + wy, z + d / 2 + 0.1],
        [2, 2.8, 0.3],
        b.chance(0.7) ? glow : "1b1830",
        b.chance(0.7) ? "neon" : "glass",
      );
  }
  for (const wz of [-d / 4, d / 4]) b.box([x + w / 2 + 0.1, y + 3.4, z + wz], [0.3, 2.8, 2], glow, "neon");
}

function tower(b: WorldBuilder, wood: string, roof: string, glow: string): void {
  b.box([4, 0, -9], [9, 24, 9], wood, "wood");
  b.box([4, 24, -9], [11, 1, 11], roof, "wood");
  for (const [dx, dz] of corners(4.5)) b.ghost("box", [4 + dx, 25, -9 + dz], [0.9, 5, 0.9], wood, "wood");
  b.ghost("pyramid", [4, 30, -9], [13, 11, 13], roof, "brick");
  b.ghost("sphere", [4, 27.4, -9], [3, 2.8, 3], "ffb800", "metal");
  for (const y of [14, 19]) {
    b.box([4, y, -4.4], [2.2, 3, 0.3], glow, "neon");
    b.box([8.6, y, -9], [0.3, 3, 2.2], glow, "neon");
  }
  b.goal([6, 25, -7]);
  b.star([1.5, 25, -7]);
}

/** The way up, one jump at a time: crates, the porch roof, the eaves, and planks around the tower. */
function climb(b: WorldBuilder, roof: string): void {
  b.box([0, 4.6, 10.5], [13, 0.7, 5], roof, "wood");
  for (const x of [-6, 6]) b.box([x, 0, 12.5], [0.9, 4.6, 0.9], "4a4258", "wood");
  b.box([9.5, 0, 11.5], [3, 2.6, 3], "7a5a3f", "wood");
  b.box([0, 0, 8.2], [3, 4.2, 0.4], "2b2020", "wood");
  b.box([10, 8.4, 9.4], [4, 0.6, 4], "7a5a3f", "wood");
  b.checkpoint([10, 9, 10.3]);
  const planks = [
    [12, 14.4, -2],
    [11.5, 17.6, -7],
    [9.5, 20.8, -13],
    [11, 23.6, -8],
  ] as const;
  for (const [i, [x, top, z]] of planks.entries()) {
    b.slab(
      [x, top, z],
      [4, 0.6, 4],
      "7a5a3f",
      "wood",
      b.difficulty > 4 && i % 2 ? { effect: "crumble" } : {},
    );
  }
}

function grave(b: WorldBuilder): void {
  const [x, z, lean] = [b.range(-38, -12), b.range(12, 28), b.range(-9, 9)];
  if (b.isTaken([x, 0, z], 2.5)) return;
  b.box([x, 0, z], [1.8, 2.2, 0.6], "8d8a9c", "stone", { rotation: [0, 0, lean] });
  b.ghost("box", [x, 0, z + 1.6], [2, 0.3, 2.6], "5a4238", "dirt");
}

function deadTree(b: WorldBuilder, x: number, z: number): void {
  if (b.isTaken([x, 0, z], 3)) return;
  b.add("cylinder", [x, 0, z], [1.2, 7, 1.2], "2f2530", "wood");
  for (let i = 0; i < 4; i++)
    b.add("box", [x + (i % 2 ? 1 : -1), 4 + i * 0.9, z], [3.6, 0.5, 0.5], "2f2530", "wood", {
      rotation: [0, i * 70, i % 2 ? 34 : -34],
      effect: "ghost",
    });
}

function pumpkin(b: WorldBuilder, x: number, z: number): void {
  const size = b.range(1.6, 2.8);
  if (b.isTaken([x, 0, z], 3)) return;
  b.add("sphere", [x, -0.1, z], [size, size * 0.8, size], "f07a1c", "neon");
  b.add("cylinder", [x, size * 0.65, z], [0.4, 0.6, 0.4], "4a7a3a", "wood");
}
