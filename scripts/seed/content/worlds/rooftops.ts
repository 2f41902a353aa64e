import type { World } from "#domain/world/schema.ts";
import { WorldBuilder, type WorldOptions } from "./builder.ts";
import { effortFor, jumpReach } from "./pad.ts";

const WALLS = ["4b5a8a", "6a4f86", "3f6f86", "7a4a5e", "51527a"] as const;
const SIGNS = ["ff3d9a", "35e0ff", "ffb800", "8dff5a", "b26bff"] as const;

/** Rows of roofs in a neon city, with vents and signs. */
export function rooftopParkour(options: WorldOptions): World {
  const b = new WorldBuilder(options, "night", "sunset", "night", "spooky");
  const effort = effortFor(options.difficulty);
  const [columns, rows] = [5, 3];
  let z = 0;
  let order = 0;
  for (let row = 0; row < rows; row++) {
    let x = 0;
    for (let step = 0; step < columns; step++) {
      const column = row % 2 ? columns - 1 - step : step;
      const top = 14 + Math.sin(order * 1.7 + options.seed) * 3 + row * -2.4;
      x = column * (14 + 8 * effort);
      building(b, x, z, 14, top, order);
      if (step > 0 && options.difficulty > 4 && step % 2)
        b.hazard("laser", [x - 3, top + 1.2, z], [0.3, 0.4, 9]);
      if (order === 0) b.spawn([x, top, z], 90);
      else if (order === columns * rows - 1) b.goal([x, top, z]);
      else if (order % 4 === 2) b.checkpoint([x, top, z - 3]);
      if (order % 3 === 1) b.star([x + 3, top, z + 3]);
      order++;
    }
    // A sign bridges the street to the next row.
    b.slab([x, 13.6 - row * 2.4, z + 7 + jumpReach(2) * 0.4 + 1], [5, 0.6, 3], "2b2f45", "metal");
    z += 14 + jumpReach(2) * 0.8 + 2;
  }
  const width = columns * (14 + 8 * effort);
  b.slab([width / 2 - 10, -1, z / 2 - 10], [width + 20, 2, z + 10], "262a40", "stone");
  for (let i = 0; i < 14; i++) streetLight(b, b.range(-6, width), -8.5 + b.int(0, rows) * 22, i);
  return b.finish();
}

function building(b: WorldBuilder, x: number, z: number, width: number, top: number, order: number): void {
  const wall = WALLS[(order * 2 + b.difficulty) % WALLS.length] ?? "4b5a8a";
  b.box([x, -1, z], [width, top + 1, width], wall, "brick");
  b.slab([x, top + 0.02, z], [width - 1.4, 0.5, width - 1.4], "39405e", "stone");
  for (const side of [-1, 1]) {
    b.ghost("box", [x + (side * (width - 0.7)) / 2, top, z], [0.7, 0.9, width], wall, "plastic");
    b.ghost("box", [x, top, z + (side * (width - 0.7)) / 2], [width, 0.9, 0.7], wall, "plastic");
  }
  for (let y = 2; y < top - 3; y += 3.6) {
    for (let i = -1; i <= 1; i++) {
      if (b.chance(0.72))
        b.ghost(
          "box",
          [x + i * 4, y, z + width / 2],
          [1.9, 1.9, 0.3],
          b.chance(0.6) ? "ffd98a" : "7fd6ff",
          "neon",
        );
      if (b.chance(0.72))
        b.ghost(
          "box",
          [x + width / 2, y, z + i * 4],
          [0.3, 1.9, 1.9],
          b.chance(0.6) ? "ffd98a" : "ff9ad0",
          "neon",
        );
    }
  }
  const glow = SIGNS[(order + b.difficulty) % SIGNS.length] ?? "ff3d9a";
  if (order % 3 === 0) {
    b.box([x - 3.6, top, z - 3.4], [3, 2.4, 3], "9aa3bd", "metal");
    b.ghost("cylinder", [x - 3.6, top + 2.4, z - 3.4], [2.2, 0.3, 2.2], "5b6384", "metal");
  } else if (order % 3 === 1) {
    for (const dx of [-3, 3]) b.ghost("box", [x + dx, top, z - 5], [0.4, 4, 0.4], "2b2f45", "metal");
    b.ghost("box", [x, top + 2, z - 5], [9, 3.4, 0.5], "20233a", "metal");
    b.ghost("box", [x, top + 2.8, z - 4.6], [7.4, 1.7, 0.3], glow, "neon");
  } else {
    b.add("cylinder", [x + 3.6, top + 1.6, z - 3.8], [3.6, 3.4, 3.6], "8a5a3b", "wood");
    b.ghost("cone", [x + 3.6, top + 5, z - 3.8], [4, 1.8, 4], "5b6384", "metal");
    for (const dx of [-1.2, 1.2]) b.box([x + 3.6 + dx, top, z - 3.8], [0.4, 1.6, 2.4], "2b2f45", "metal");
  }
  b.ghost("box", [x + width / 2 + 0.5, top - 7, z - 4], [0.8, 5.6, 1.8], glow, "neon");
}

function streetLight(b: WorldBuilder, x: number, z: number, i: number): void {
  b.ghost("cylinder", [x, 0, z], [0.4, 4.6, 0.4], "5b6384", "metal");
  b.ghost("sphere", [x, 4.4, z], [1.3, 1.3, 1.3], i % 3 ? "ffe3a0" : "ff9ad0", "neon");
}
