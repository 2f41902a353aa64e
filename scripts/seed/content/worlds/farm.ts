import type { World } from "#domain/world/schema.ts";
import { WorldBuilder, type WorldOptions } from "./builder.ts";
import { crateProp, fenceProp, houseProp, treeProp } from "./props.ts";

const FIELD = 20;

/** A farm with fields, animals, a red barn and a windmill. */
export function farm(options: WorldOptions): World {
  const b = new WorldBuilder(options, "day", "sunset", "day");
  b.slab([0, 0, 0], [104, 2, 84], "7cc653", "grass");
  b.slab([0, -2, 0], [98, 3, 78], "7a5138", "dirt");
  b.slab([0, 0.15, 0], [7, 0.15, 84], "d8b27a", "sand");
  b.slab([0, 0.16, 4], [104, 0.15, 7], "d8b27a", "sand");
  b.spawn([0, 0.2, 38], 180);
  b.star([36, 0, -14]);
  b.star([-44, 0, 10]);
  b.star([44, 0, 36]);
  b.checkpoint([0, 0.2, -8]);
  houseProp(b, [-34, 0, -22], [16, 9, 13], "c63b36", "efe6d8");
  houseProp(b, [14, 0, -26], [11, 6, 9], "fff4dc", "4a6fa8");
  silo(b, -20, -26);
  windmill(b, 36, -24, options.seed);
  const crops = ["wheat", "cabbage", "pumpkin", "sunflower"] as const;
  for (let i = 0; i < 4; i++) {
    const [x, z] = [(i % 2 ? 1 : -1) * (17 + (i > 1 ? 16 : 0)), i < 2 ? 24 : 22];
    field(b, x, z, crops[(i + options.seed) % crops.length] ?? "wheat");
  }
  for (let i = 0; i < 9; i++)
    animal(b, b.range(-14, 46), b.range(-16, -4), b.pick(["cow", "pig", "sheep"] as const));
  fenceProp(b, [-16, 0, -18], [-16, 0, -1]);
  fenceProp(b, [-16, 0, -1], [-5, 0, -1]);
  fenceProp(b, [5, 0, -1], [48, 0, -1]);
  fenceProp(b, [48, 0, -1], [48, 0, -16]);
  for (let i = 0; i < 12; i++)
    treeProp(
      b,
      [b.range(-48, 48), 0, b.range(-40, -34)],
      b.range(0.8, 1.3),
      b.pick(["4fa843", "66b84a", "e8913a"]),
    );
  bales(b, options.difficulty);
  return b.finish();
}

/** Hay bales as stairs beside the barn. The steps get taller with the difficulty. */
function bales(b: WorldBuilder, difficulty: number): void {
  const rise = 2 + difficulty * 0.22;
  for (let i = 0; i < 4; i++) {
    b.add("cylinder", [-22 + (i % 2) * 5.5, 0, -12 - i * 0.6], [4.4, rise * (i + 1), 4.4], "e3c04d", "sand");
  }
  b.star([-16.5, rise * 4, -13.8]);
  b.goal([-22, rise * 3, -13.2]);
  for (let i = 0; i < 4; i++) crateProp(b, [-40 + i * 3, 0, -12], 2.4);
}

function silo(b: WorldBuilder, x: number, z: number): void {
  b.add("cylinder", [x, 0, z], [8, 17, 8], "c9d0da", "metal");
  b.add("sphere", [x, 13, z], [8, 8, 8], "a9b2c0", "metal");
}

function windmill(b: WorldBuilder, x: number, z: number, seed: number): void {
  for (let i = 0; i < 4; i++)
    b.add("cylinder", [x, i * 4, z], [9 - i, 4, 9 - i], i % 2 ? "fff7e8" : "f0e2c8", "wood");
  b.add("cone", [x, 16, z], [8, 5, 8], "b8483e", "wood");
  for (let i = 0; i < 4; i++) {
    const turn = i * 90 - 180 + (seed % 80);
    const [s, c] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
    b.add("box", [x - s * 5, 15 + c * 5 - 4.5, z + 4.4], [2, 9, 0.3], "fffdf5", "cloth", {
      rotation: [0, 0, turn],
      effect: "ghost",
    });
  }
  b.ghost("sphere", [x, 14, z + 4.2], [1.8, 1.8, 1.8], "6b4226", "wood");
}

function field(b: WorldBuilder, x: number, z: number, crop: "wheat" | "cabbage" | "pumpkin" | "sunflower") {
  const width = FIELD * 0.72;
  b.slab([x, 0.3, z], [width, 0.3, FIELD], "6d4528", "dirt");
  for (let row = 0; row < 5; row++) {
    for (let k = 0; k < 7; k++) {
      const at: [number, number, number] = [x + (row - 2) * 2.7, 0.3, z + (k - 3) * 2.7];
      if (crop === "wheat")
        b.ghost("box", at, [1.6, b.range(1.8, 2.6), 2.5], b.pick(["f0c648", "e6b73a"]), "leaves");
      else if (crop === "cabbage")
        b.ghost("sphere", at, [1.9, 1.6, 1.9], b.pick(["8fd06a", "74bd5a"]), "leaves");
      else if (crop === "pumpkin") b.ghost("sphere", at, [2, 1.5, 2], "f0852d");
      else {
        b.ghost("cylinder", at, [0.4, 2.6, 0.4], "4f9a3c", "leaves");
        b.ghost("sphere", [at[0], 2.6, at[2]], [1.6, 1.4, 1.6], "ffc928");
      }
    }
  }
}

function animal(b: WorldBuilder, x: number, z: number, kind: "cow" | "pig" | "sheep"): void {
  const color = { cow: "f5f2ee", pig: "f5a8b8", sheep: "ffffff" }[kind];
  const size = kind === "cow" ? 1.3 : 0.9;
  if (b.isTaken([x, 0, z], 5)) return;
  b.box([x, 1.1 * size, z], [3.2 * size, 2 * size, 2 * size], color);
  b.box(
    [x + 2 * size, 2 * size, z],
    [1.5 * size, 1.5 * size, 1.5 * size],
    kind === "sheep" ? "3a3540" : color,
  );
  for (const dx of [-1.1, 1.1])
    for (const dz of [-0.6, 0.6])
      b.ghost(
        "box",
        [x + dx * size, 0, z + dz * size],
        [0.6 * size, 1.1 * size, 0.6 * size],
        kind === "cow" ? "3a3540" : color,
      );
  if (kind === "cow") b.ghost("box", [x - 0.4, 1.6 * size, z], [1.3, 1.6, 2.7], "3a3540");
}
