import type { World } from "#domain/world/schema.ts";
import { WorldBuilder, type WorldOptions } from "./builder.ts";
import { effortFor, jumpReach, nextPad, type Pad } from "./pad.ts";

const ICING = ["ff8fc7", "fff0f6", "b98cff", "8fe3ff", "ffd86b", "a8f0b4"] as const;

/** A cake mountain with cookie steps that wind up its layers. */
export function candyMountain(options: WorldOptions): World {
  const b = new WorldBuilder(options, "candy");
  const layers = 4 + Math.round(options.difficulty / 4);
  const effort = effortFor(options.difficulty);
  b.add("cylinder", [0, -3, 0], [100, 3, 100], "fff3e0", "sand");
  b.add("cylinder", [0, -5, 0], [92, 2, 92], "c98b5a", "dirt");
  let angle = b.range(0, 6);
  let pad: Pad = { x: Math.cos(angle) * 42, z: Math.sin(angle) * 42, top: 0, w: 8, d: 8 };
  b.spawn([pad.x, 0, pad.z], 0);
  for (let layer = 0; layer < layers; layer++) {
    const radius = 32 - layer * (26 / layers);
    const top = (layer + 1) * 9;
    frost(b, layer, radius, top);
    const steps = 4 + Math.round(effort * 2);
    for (let i = 0; i < steps; i++) {
      const rise = (top - pad.top) / (steps - i);
      const size = 5.6 - effort * 2;
      angle += (size + jumpReach(rise) * effort * 0.7) / (radius + 3);
      const target = {
        x: Math.cos(angle) * (radius + size * 0.4),
        z: Math.sin(angle) * (radius + size * 0.4),
      };
      const heading = Math.atan2(target.z - pad.z, target.x - pad.x);
      pad = nextPad(pad, heading, { w: size, d: size }, jumpReach(rise) * effort * 0.6, rise);
      const sinking = options.difficulty > 5 && i === 1;
      b.add(
        "cylinder",
        [pad.x, pad.top - 1.3, pad.z],
        [size, 1.3, size],
        b.pick(["d9a066", "b97a44", "f3c98b"]),
        "plastic",
        sinking ? { effect: "crumble" } : {},
      );
      if (i === 1) b.star([pad.x, pad.top, pad.z]);
    }
    b.checkpoint([Math.cos(angle) * (radius - 3), top, Math.sin(angle) * (radius - 3)]);
  }
  const peak = layers * 9;
  b.add("sphere", [0, peak - 1, 0], [5, 5, 5], "e8273f");
  b.goal([4, peak, 2]);
  b.star([-3, peak, -3]);
  for (let i = 0; i < 16; i++) candy(b, (i / 16) * Math.PI * 2 + 0.2, b.range(37, 46));
  return b.finish();
}

/** A layer of cake with dripping icing and sprinkles. */
function frost(b: WorldBuilder, layer: number, radius: number, top: number): void {
  const color = ICING[(layer + b.difficulty) % ICING.length] ?? "ff8fc7";
  b.add(
    "cylinder",
    [0, top - 9, 0],
    [radius * 2 - 1.5, 7.4, radius * 2 - 1.5],
    layer % 2 ? "f6d3a0" : "a86a44",
  );
  b.add("cylinder", [0, top - 1.6, 0], [radius * 2, 1.6, radius * 2], color);
  const drips = Math.round(radius * 1.1);
  for (let i = 0; i < drips; i++) {
    const angle = (i / drips) * Math.PI * 2;
    const length = b.range(1.6, 4.6);
    b.ghost(
      "cylinder",
      [Math.cos(angle) * (radius - 0.8), top - 1 - length, Math.sin(angle) * (radius - 0.8)],
      [2, length, 2],
      color,
    );
    const out = radius - b.range(1, 4);
    b.ghost(
      "sphere",
      [Math.cos(angle + 0.1) * out, top - 0.4, Math.sin(angle + 0.1) * out],
      [0.9, 0.9, 0.9],
      b.pick(ICING),
    );
  }
}

function candy(b: WorldBuilder, angle: number, reach: number): void {
  const [x, z] = [Math.cos(angle) * reach, Math.sin(angle) * reach];
  const color = b.pick(["ff5d8f", "5dc8ff", "ffb800", "8fe36b", "b98cff"]);
  const isLollipop = b.chance(0.55);
  if (b.isTaken([x, 0, z], 3)) return;
  if (isLollipop) {
    b.add("cylinder", [x, 0, z], [0.7, 7, 0.7], "ffffff");
    b.ghost("sphere", [x, 6, z], [4.4, 4.4, 4.4], color);
    b.ghost("cylinder", [x, 7.4, z], [4.6, 0.7, 4.6], "ffffff");
    return;
  }
  for (let i = 0; i < 5; i++)
    b.add("cylinder", [x, i * 1.6, z], [1.5, 1.6, 1.5], i % 2 ? "ffffff" : "e8273f");
  b.ghost("sphere", [x, 7.4, z], [2.2, 2.2, 2.2], color);
}
