import type { World } from "#domain/world/schema.ts";
import { WorldBuilder, type WorldOptions } from "./builder.ts";
import { houseProp, lampProp, treeProp } from "./props.ts";

const CELL = 24;
const PAINT = ["ff7a59", "ffb84a", "6fc3ff", "ff9ec4", "8fd67a", "c6a4ff", "fff1d0", "5fd0c0"] as const;

/** A toy town with streets, houses, towers and parks. */
export function toyCity(options: WorldOptions): World {
  const b = new WorldBuilder(options, "day", "night", "sunset");
  const night = options.seed % 3 === 1;
  const side = 4;
  const reach = side * CELL + 8;
  b.slab([0, 0, 0], [reach, 2, reach], "5a6072", "stone");
  b.slab([0, -2, 0], [reach - 3, 3, reach - 3], "8a6a50", "dirt");
  for (let i = 0; i <= side; i++) {
    const at = (i - side / 2) * CELL;
    for (let k = -reach / 2 + 4; k < reach / 2 - 2; k += 6) {
      b.ghost("box", [at, 0, k], [0.5, 0.1, 2.6], "f7e9b0");
      b.ghost("box", [k, 0, at], [2.6, 0.1, 0.5], "f7e9b0");
    }
  }
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const [x, z] = [(column - side / 2 + 0.5) * CELL, (row - side / 2 + 0.5) * CELL];
      // Towers go in the back, where they block no views.
      lot(
        b,
        x,
        z,
        column + row < 3 ? "tower" : (column * 3 + row + options.seed) % 4 === 0 ? "park" : "houses",
        night,
      );
    }
  }
  b.spawn([0, 0, 4], 0);
  b.goal([CELL * 2 - 4, 0, CELL * 2 - 2]);
  b.checkpoint([-CELL, 0, CELL]);
  for (let i = 0; i < 16; i++) car(b, side);
  return b.finish();
}

function lot(b: WorldBuilder, x: number, z: number, kind: "tower" | "park" | "houses", night: boolean): void {
  b.slab(
    [x, 0.5, z],
    [18, 0.5, 18],
    kind === "park" ? "6cc551" : "c9ccd6",
    kind === "park" ? "grass" : "stone",
  );
  if (kind === "tower") {
    tower(b, x, z, night);
    return;
  }
  lampProp(b, [x + 8, 0.5, z + 8]);
  if (kind === "park") {
    b.ghost("cylinder", [x, 0.5, z], [8, 0.3, 8], "46b4e8", "water");
    b.add("cylinder", [x, 0.5, z], [2, 2.4, 2], "e8e4da", "stone");
    for (let i = 0; i < 6; i++)
      treeProp(
        b,
        [x + Math.cos(i) * 7, 0.5, z + Math.sin(i) * 7],
        b.range(0.6, 0.9),
        i % 3 ? "4fa843" : "f29ab8",
      );
    b.star([x + 4, 0.5, z - 5]);
    return;
  }
  for (const dx of [-4.5, 4.5])
    houseProp(
      b,
      [x + dx, 0.5, z - 2],
      [7, b.range(4, 6.5), 8],
      b.pick(PAINT),
      b.pick(["b8483e", "5a5f78", "7a4a36"]),
    );
  treeProp(b, [x, 0.5, z + 6], 0.7);
  if (b.chance(0.4)) b.star([x, 0.5, z + 4]);
}

function tower(b: WorldBuilder, x: number, z: number, night: boolean): void {
  const floors = b.int(4, 8);
  const color = b.pick(PAINT);
  const w = b.range(10, 13);
  for (let floor = 0; floor < floors; floor++) {
    const y = 0.5 + floor * 4;
    b.box([x, y, z], [w, 4, w], color);
    b.box([x, y + 3.7, z], [w + 0.6, 0.4, w + 0.6], "fff7e6");
    for (let i = 0; i < 3; i++) {
      const off = (i - 1) * w * 0.3;
      const lit = b.chance(night ? 0.65 : 0.25);
      const pane = [lit ? "ffe38a" : "7fc4e8", lit ? ("neon" as const) : ("metal" as const)] as const;
      b.ghost("box", [x + off, y + 1, z + w / 2], [w * 0.18, 1.9, 0.3], ...pane);
      b.ghost("box", [x + w / 2, y + 1, z + off], [0.3, 1.9, w * 0.18], ...pane);
    }
  }
  const top = 0.5 + floors * 4;
  b.box([x - 2, top, z - 2], [3, 2, 3], "b9bcc9", "metal");
  b.ghost("cylinder", [x + 3, top, z + 2], [0.3, 6, 0.3], "e8404a", "metal");
}

function car(b: WorldBuilder, side: number): void {
  const lane = (b.int(0, side) - side / 2) * CELL + b.pick([-2.2, 2.2]);
  const along = b.range(-side * CELL * 0.48, side * CELL * 0.48);
  const turned = b.chance(0.5);
  const [x, z] = turned ? [along, lane] : [lane, along];
  const color = b.pick(["e8404a", "ffb800", "3a8dff", "ffffff", "35c08a", "7b5cff"]);
  if (b.isTaken([x, 0, z], 5)) return;
  b.box([x, 0.5, z], turned ? [4.6, 1.3, 2.4] : [2.4, 1.3, 4.6], color);
  b.box([x, 1.8, z], turned ? [2.6, 1.1, 2.1] : [2.1, 1.1, 2.6], "bfe6ff", "metal");
  for (const a of [-1.4, 1.4])
    for (const c of [-1.2, 1.2])
      b.ghost("box", turned ? [x + a, 0, z + c] : [x + c, 0, z + a], [0.9, 0.9, 0.9], "22252f");
}
