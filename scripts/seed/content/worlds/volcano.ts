import type { World } from "#domain/world/schema.ts";
import { mixHex, WorldBuilder, type WorldOptions } from "./builder.ts";
import { effortFor, jumpReach, nextPad, type Pad } from "./pad.ts";
import { crystalProp, rockProp } from "./props.ts";

/** Stones across a lava lake, then ledges up to the crater. */
export function volcanoRun(options: WorldOptions): World {
  // Some volcanoes have slime instead of lava.
  const slimy = options.seed % 5 === 2;
  const b = new WorldBuilder(options, slimy ? "spooky" : "ember");
  const kind = slimy ? "poison" : "lava";
  const effort = effortFor(options.difficulty);
  b.slab([8, -2.4, 0], [120, 2, 92], "3a2a30", "stone");
  b.hazard(kind, [8, -2.4, 0], [114, 0.9, 86]);
  const layers = 7;
  for (let i = 0; i < layers; i++) {
    const width = 46 - i * 4.6;
    b.add(
      "cylinder",
      [-14, -2.4 + i * 4, -4],
      [width, 4, width],
      mixHex("5a3b3a", "2c2028", i / layers),
      "stone",
    );
  }
  const summit = -2.4 + layers * 4;
  b.hazard(kind, [-14, summit - 0.3, -4], [9, 0.6, 9]);
  for (let i = 0; i < 4; i++)
    b.ghost(
      "sphere",
      [-14 + i * 1.4, summit + 4 + i * 3.6, -4 - i],
      [6 + i * 1.6, 4 + i, 6 + i * 1.6],
      mixHex("6b5860", "3d3038", i / 4),
      "stone",
    );
  flows(b, summit, slimy ? ["8ee63c", "a8f25a"] : ["ff5a1f", "ff7a1f"]);

  let pad: Pad = { x: 58, z: 22, top: 0, w: 14, d: 12 };
  b.slab([58, 0, 22], [14, 2.4, 12], "6b5048", "stone");
  b.spawn([59, 0, 22], 270);
  let heading = Math.PI;
  for (let i = 0; i < 9; i++) {
    const rise = b.range(-0.6, 1);
    const size = b.range(4.6, 6.4) - effort * 2;
    pad = nextPad(
      pad,
      heading,
      { w: size, d: size },
      jumpReach(Math.max(0, rise)) * effort * b.range(0.6, 0.85),
      rise,
    );
    b.add(
      "cylinder",
      [pad.x, -2.4, pad.z],
      [size, pad.top + 2.4, size],
      "57454a",
      "stone",
      i % 3 === 1 && options.difficulty > 3 ? { effect: "crumble" } : {},
    );
    if (i % 3 === 2) b.star([pad.x, pad.top, pad.z]);
    if (pad.x < 10) break;
    heading += b.range(-0.25, 0.35) * (pad.z > 14 ? -1 : 1);
  }
  // The last stone can be in the slope.
  const inSlope = Math.hypot(pad.x + 14, pad.z + 4) < 24;
  b.checkpoint([pad.x, inSlope ? Math.max(pad.top, 1.6) : pad.top, pad.z]);
  climb(b, pad, effort, summit);
  for (let i = 0; i < 16; i++)
    rockProp(b, [b.range(-44, 62), -2, b.pick([-1, 1]) * b.range(30, 42)], b.range(1.2, 2.6), "4a383c");
  for (let i = 0; i < 12; i++)
    crystalProp(
      b,
      [b.range(-44, 62), -1.6, b.pick([-36, -31, 34, 38])],
      b.range(0.8, 1.5),
      b.pick(["ff7a2e", "ffb800", "ff3d6b"]),
    );
  return b.finish();
}

function flows(b: WorldBuilder, summit: number, [dark, light]: readonly [string, string]): void {
  for (const angle of [0.35, 1.3, 2.6]) {
    for (let i = 0; i < 7; i++) {
      const reach = 9.6 + i * 2.3;
      b.ghost(
        "box",
        [-14 + Math.cos(angle) * reach, summit - 3.9 - i * 4, -4 + Math.sin(angle) * reach],
        [3.6, 4.2, 3.6],
        i % 2 ? light : dark,
        "lava",
      );
    }
  }
}

/** Ledges that wind up the cone until the rim is within a jump. */
function climb(b: WorldBuilder, start: Pad, effort: number, summit: number): void {
  let pad = start;
  let angle = Math.atan2(start.z + 4, start.x + 14);
  for (let i = 0; pad.top < summit - 3 && i < 30; i++) {
    const rise = 2.2 + effort;
    const radius = 25.5 - ((pad.top + rise) / summit) * 10;
    angle += (4.6 + jumpReach(rise) * effort * 0.6) / radius;
    const target = { x: -14 + Math.cos(angle) * radius, z: -4 + Math.sin(angle) * radius };
    const heading = Math.atan2(target.z - pad.z, target.x - pad.x);
    pad = nextPad(pad, heading, { w: 4.4, d: 4.4 }, jumpReach(rise) * effort * 0.6, rise);
    b.slab([pad.x, pad.top, pad.z], [4.4, 1.6, 4.4], i % 2 ? "8a6a5e" : "7a5d56", "stone");
    if (i % 4 === 3) b.star([pad.x, pad.top, pad.z]);
  }
  b.add("cylinder", [-14, summit, -4], [2.6, 1.6, 2.6], "8a6a5e", "stone");
  b.goal([-14 + Math.cos(angle) * 8, summit, -4 + Math.sin(angle) * 8]);
}
