import type { World } from "#domain/world/schema.ts";
import { mixHex, WorldBuilder, type WorldOptions } from "./builder.ts";
import { effortFor, jumpReach, nextPad, type Pad } from "./pad.ts";
import { isletProp, treeProp } from "./props.ts";

const PALETTES = [
  ["ff5d5d", "ffb14a", "ffe45c", "63d471", "4aa8ff", "9b6bff"],
  ["ff6fb5", "ff9ad5", "c79bff", "8fb8ff", "7be0ff", "9dffd0"],
  ["f99205", "ffb800", "ffe08a", "ffffff", "8be0ff", "2b8cff"],
] as const;

/** A tower with pads that wind up around it. */
export function obbyTower(options: WorldOptions): World {
  const b = new WorldBuilder(options, "day", "sunset", "day");
  const palette = b.pick(PALETTES);
  const effort = effortFor(options.difficulty);
  const turns = 2 + Math.round(options.difficulty / 3);
  const radius = 15;
  isletProp(b, [0, 0, 0], 52);
  for (let i = 0; i < 9; i++) flowers(b, i * 0.7 + 0.3);
  for (let i = 0; i < 6; i++) treeProp(b, [Math.cos(i) * 21, 0, Math.sin(i) * 21], b.range(0.7, 1.1));
  b.spawn([19, 0, 4], 180);

  let pad: Pad = { x: 15, z: 0, top: 0, w: 6, d: 6 };
  let angle = 0;
  let step = 0;
  while (angle < turns * Math.PI * 2) {
    const w = b.range(6.5, 8.5) - effort * 3.5;
    const rise = b.range(1.6, 2.2 + effort * 2);
    const gap = jumpReach(rise) * effort * b.range(0.5, 0.85);
    angle += (gap + w) / radius;
    const at = { x: Math.cos(angle) * radius, z: Math.sin(angle) * radius };
    const heading = Math.atan2(at.z - pad.z, at.x - pad.x);
    pad = nextPad(pad, heading, { w, d: w }, gap, rise);
    angle =
      Math.atan2(pad.z, pad.x) + Math.round((angle - Math.atan2(pad.z, pad.x)) / (Math.PI * 2)) * Math.PI * 2;
    const color = palette[step % palette.length] ?? "ffb800";
    b.slab(
      [pad.x, pad.top, pad.z],
      [w, 1.4, w],
      color,
      "plastic",
      step % 9 === 5 ? { effect: "crumble" } : {},
    );
    if (step % 7 === 4) b.star([pad.x, pad.top, pad.z]);
    if (step % 8 === 7) b.checkpoint([pad.x, pad.top, pad.z]);
    if (options.difficulty > 3 && step % 5 === 2)
      b.hazard("saw", [pad.x * 1.2, pad.top, pad.z * 1.2], [2.4, 0.5, 2.4]);
    step++;
  }
  const height = pad.top + 2;
  for (let y = 0, i = 0; height - y > 0.1; y += 5, i++) {
    const color = mixHex("f3f0ff", palette[(i + 2) % palette.length] ?? "ffffff", i % 2 ? 0.35 : 0.1);
    b.add(
      "cylinder",
      [0, y, 0],
      [15 - (y / height) * 4, Math.min(5, height - y), 15 - (y / height) * 4],
      color,
      "stone",
    );
  }
  b.add("cylinder", [0, height, 0], [20, 1.5, 20], "ffb800");
  b.goal([0, height + 1.5, 0]);
  b.star([5, height + 1.5, 4]);
  return b.finish();
}

function flowers(b: WorldBuilder, angle: number): void {
  const reach = b.range(11, 24);
  const [x, z] = [Math.cos(angle) * reach, Math.sin(angle) * reach];
  for (let i = 0; i < 3; i++) {
    const [dx, dz] = [b.range(-1.2, 1.2), b.range(-1.2, 1.2)];
    b.ghost("sphere", [x + dx, 0, z + dz], [1, 1.2, 1], b.pick(["ff6f91", "ffd34d", "ffffff", "c79bff"]));
  }
}
