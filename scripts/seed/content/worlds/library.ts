import type { World } from "#domain/world/schema.ts";
import { corners, WorldBuilder, type WorldOptions } from "./builder.ts";
import { effortFor, jumpReach, nextPad, type Pad } from "./pad.ts";

const SPINES = ["b23a48", "2f6690", "3a7d44", "d9a441", "6a4c93", "e07a5f", "1f7a8c", "f2e3c6"] as const;

/** A giant reading room: over stacks of books, along the bookcases, up to the lamp. */
export function giantLibrary(options: WorldOptions): World {
  const b = new WorldBuilder(options, "indoor");
  b.slab([0, 0, 0], [84, 2, 66], "a8703f", "wood");
  b.slab([0, 0.3, 4], [52, 0.3, 38], "9c3848", "cloth");
  b.slab([0, 0.4, 4], [46, 0.2, 32], "c45a5f", "cloth");
  bookcase(b, true);
  bookcase(b, false);
  desk(b);
  stacks(b, options.difficulty);
  b.spawn([34, 0, 26], 225);
  return b.finish();
}

/** A bookcase along the back (x) or the left (z) wall. */
function bookcase(b: WorldBuilder, back: boolean): void {
  const length = back ? 80 : 62;
  const put = (
    along: number,
    y: number,
    depth: number,
    w: number,
    h: number,
    d: number,
    color: string,
    material: "wood" | "cloth",
  ) =>
    back
      ? b.box([along, y, -29 + depth], [w, h, d], color, material)
      : b.box([-38 + depth, y, along], [d, h, w], color, material);
  put(0, 0, -3, length, 34, 1, "6b4226", "wood");
  for (let level = 0; level <= 4; level++) put(0, level * 8.2, 0, length, 0.9, 6, "8a5a34", "wood");
  for (const end of [-1, 0, 1]) put((end * length) / 2, 0, 0, 1.2, 34, 6, "7a4d2c", "wood");
  for (let level = 0; level < 4; level++) {
    let along = -length / 2 + 2;
    while (along < length / 2 - 4) {
      const width = b.range(1.4, 3);
      const free = Math.abs(along) < 4 && level % 2 === 1;
      if (!free && b.chance(0.86))
        put(
          along + width / 2,
          level * 8.2 + 0.9,
          -0.6,
          width * 0.94,
          b.range(4.4, 6.6),
          4,
          b.pick(SPINES),
          "cloth",
        );
      along += width;
    }
  }
}

function desk(b: WorldBuilder): void {
  b.box([-8, 11, -8], [30, 1.2, 18], "8a5a34", "wood");
  for (const [x, z] of corners(14, 8)) b.box([x - 8, 0, z - 8], [1.8, 11, 1.8], "6b4226", "wood");
  b.add("cylinder", [-16, 12.2, -12], [7, 1, 7], "3f7d5c", "metal");
  b.add("cylinder", [-16, 13.2, -12], [1, 9, 1], "c9a24a", "metal");
  b.ghost("cone", [-16, 19.6, -12], [10, 5, 10], "4fae7d");
  b.ghost("sphere", [-16, 18.6, -12], [3, 3, 3], "fff0b0", "neon");
  b.box([-2, 12.2, -9], [9, 0.8, 7], "f7edd6", "cloth", { rotation: [0, 14, 0] });
  b.add("cylinder", [3, 12.2, -3], [2.6, 3, 2.6], "2f6690");
  b.ghost("cone", [3, 15, -3], [0.6, 7, 0.6], "f2e3c6", "plastic");
  b.goal([-12, 12.2, -8]);
  b.star([-20, 12.2, -4]);
}

/** Stacks of books across the carpet to the desk, one jump apart. */
function stacks(b: WorldBuilder, difficulty: number): void {
  const effort = effortFor(difficulty);
  let pad: Pad = { x: 30, z: 16, top: 0, w: 6, d: 6 };
  const count = 7;
  for (let i = 0; i < count; i++) {
    const size = 6.6 - effort * 2.4;
    const rise = i < 5 ? 2 : 1.1;
    const angle = Math.atan2(-4 - pad.z, 4 - pad.x) + (i < 4 ? (i % 2 ? -0.7 : 0.8) : 0);
    pad = nextPad(pad, angle, { w: size, d: size * 0.8 }, Math.min(5, jumpReach(rise) * effort * 0.6), rise);
    for (let y = 0, k = 0; y < pad.top; k++) {
      const left = pad.top - y;
      const h = left < 2 ? left : b.range(1.1, 1.6);
      const last = y + h >= pad.top;
      b.box(
        [pad.x + (last ? 0 : b.range(-0.4, 0.4)), y, pad.z],
        [size, h, size * 0.8],
        SPINES[(i * 3 + k) % SPINES.length] ?? "b23a48",
        "cloth",
      );
      y += h;
    }
    if (i % 3 === 1) b.star([pad.x, pad.top, pad.z]);
    if (i === 3) b.checkpoint([pad.x, pad.top, pad.z]);
  }
  b.star([-30, 0, 24]);
  if (difficulty > 4) b.hazard("poison", [-24, 0, 18], [9, 0.4, 6]);
  for (let i = 0; i < 6; i++)
    b.box([b.range(-32, 32), 0.4, b.range(20, 29)], [4.4, 1, 3.2], b.pick(SPINES), "cloth", {
      rotation: [0, b.range(-40, 40), 0],
    });
}
