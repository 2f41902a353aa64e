import type { World } from "#domain/world/schema.ts";
import { WorldBuilder, type WorldOptions } from "./builder.ts";
import { effortFor, jumpReach, nextPad, type Pad } from "./pad.ts";

/** A space station: modules around a reactor, connected by drifting panels. */
export function spaceStation(options: WorldOptions): World {
  const b = new WorldBuilder(options, "space", "night", "space", "space");
  const hull = b.pick(["dfe4ee", "f0dcc0", "c7d8c9", "8d95ad"]);
  const glow = b.pick(["35e0ff", "ff4fd8", "8dff5a", "ffb800"]);
  const effort = effortFor(options.difficulty);
  reactor(b, glow, hull);
  const arms = 4;
  for (let arm = 0; arm < arms; arm++) {
    const angle = (arm / arms) * Math.PI * 2;
    const [cos, sin] = [Math.round(Math.cos(angle)), Math.round(Math.sin(angle))];
    let pad: Pad = { x: cos * 11, z: sin * 11, top: 0, w: 6, d: 6 };
    for (let i = 0; i < 2; i++) {
      const rise = b.range(-0.5, 1.6);
      pad = nextPad(pad, angle, { w: 5 - effort, d: 5 - effort }, jumpReach(rise) * effort * 0.6, rise);
      b.slab(
        [pad.x, pad.top, pad.z],
        [pad.w, 0.7, pad.d],
        "8f9ab5",
        "metal",
        i === 1 && options.difficulty > 3 ? { motion: { by: [0, 3, 0], seconds: 3 } } : {},
      );
      b.slab([pad.x, pad.top - 0.7, pad.z], [pad.w * 0.6, 0.4, pad.d * 0.6], glow, "neon");
    }
    pad = nextPad(pad, angle, { w: 15, d: 15 }, jumpReach(1) * effort * 0.6, 1);
    pod(b, pad, (arm + options.seed) % arms, glow, hull);
  }
  for (let i = 0; i < 16; i++) {
    const angle = b.range(0, 6.28);
    const reach = b.range(26, 48);
    const size = b.range(1, 4);
    b.ghost(
      "sphere",
      [Math.cos(angle) * reach, b.range(-14, 4), Math.sin(angle) * reach],
      [size, size * 0.8, size * 0.9],
      b.pick(["7d748f", "8c7f76", "6a7390"]),
      "stone",
    );
  }
  return b.finish();
}

function reactor(b: WorldBuilder, glow: string, hull: string): void {
  b.add("cylinder", [0, -3, 0], [26, 3, 26], hull, "metal");
  b.add("cylinder", [0, -3.6, 0], [22, 0.8, 22], glow, "neon");
  b.add("cone", [0, -15, 0], [18, 11.4, 18], "9aa4ba", "metal", { rotation: [180, 0, 0] });
  b.add("cylinder", [0, 0, 0], [6, 2.2, 6], "7d88a3", "metal");
  b.add("cylinder", [0, 2.2, 0], [3.6, 7, 3.6], glow, "neon");
  b.add("cylinder", [0, 9.2, 0], [6, 1.6, 6], "7d88a3", "metal");
  b.ghost("cylinder", [0, 10.8, 0], [0.5, 9, 0.5], hull, "metal");
  b.ghost("sphere", [0, 19.4, 0], [1.4, 1.4, 1.4], "ff3b52", "neon");
  for (let i = 0; i < 12; i++) {
    const angle = (i / 12) * Math.PI * 2;
    b.ghost(
      "box",
      [Math.cos(angle) * 12.4, 0, Math.sin(angle) * 12.4],
      [0.7, 1.4, 0.7],
      i % 3 ? "5b6684" : glow,
      i % 3 ? "metal" : "neon",
    );
  }
  b.spawn([6, 0, 6], 45);
  b.checkpoint([-6, 0, 6]);
}

/** A module: dome garden, solar wing, dock with a rocket, or lab with lasers. */
function pod(b: WorldBuilder, { x, z, top }: Pad, kind: number, glow: string, hull: string): void {
  b.slab([x, top, z], [15, 2.4, 15], hull, "metal");
  b.slab([x, top - 2.4, z], [11, 0.5, 11], glow, "neon");
  b.slab([x, top - 2.9, z], [9, 3, 9], "9aa4ba", "metal");
  b.star([x + 4, top, z + 4]);
  if (kind === 0) {
    b.ghost("cylinder", [x, top, z], [11, 0.5, 11], "66c04f", "grass");
    for (let i = 0; i < 5; i++)
      b.ghost(
        "sphere",
        [x + Math.cos(i * 1.3) * 3, top + 0.6, z + Math.sin(i * 1.3) * 3],
        [2.6, 3, 2.6],
        i % 2 ? "3fa04a" : "7fd05a",
        "leaves",
      );
    b.ghost("sphere", [x, top - 5.5, z], [12.5, 13, 12.5], "bfeaff", "glass");
  } else if (kind === 1) {
    for (const side of [-1, 1]) {
      b.ghost("box", [x, top + 3, z + side * 12], [12, 0.4, 12], "2b56b8", "glass");
      for (let i = 0; i < 4; i++)
        b.ghost("box", [x - 4.5 + i * 3, top + 3.4, z + side * 12], [0.3, 0.2, 12], hull, "metal");
      b.ghost("box", [x, top + 1, z + side * 7], [1, 2.4, 1], "7d88a3", "metal");
    }
    b.box([x, top, z], [5, 4, 5], "c2cadb", "metal");
    b.ghost("cone", [x, top + 4, z], [5, 3, 5], hull, "metal");
  } else if (kind === 2) rocket(b, x, top, z, glow);
  else {
    for (let i = 0; i < 3; i++) b.hazard("laser", [x - 4 + i * 3, top + 1, z - 2], [0.3, 0.5, 9]);
    for (const side of [-1, 1]) b.box([x + side * 6, top, z - 4], [2, 5, 4], "5b6684", "metal");
    b.box([x, top, z - 6], [5, 2.6, 2], "3a4260", "metal");
    b.box([x, top + 2.6, z - 6], [4, 1.6, 0.4], glow, "neon");
  }
}

function rocket(b: WorldBuilder, x: number, top: number, z: number, glow: string): void {
  b.add("cylinder", [x - 2, top + 2, z - 2], [4.6, 11, 4.6], "f6f7fb", "metal");
  b.ghost("cone", [x - 2, top + 13, z - 2], [4.6, 5, 4.6], "f0443e");
  b.ghost("cylinder", [x - 2, top + 9, z - 2], [4.8, 0.9, 4.8], glow, "neon");
  for (let i = 0; i < 4; i++)
    b.ghost(
      "wedge",
      [x - 2 + Math.cos(i * 1.571) * 3, top, z - 2 + Math.sin(i * 1.571) * 3],
      [1.4, 5, 1.4],
      "f0443e",
    );
  b.ghost("cone", [x - 2, top, z - 2], [3, 2.4, 3], "5b6684", "metal");
  b.goal([x + 4, top, z - 3]);
}
