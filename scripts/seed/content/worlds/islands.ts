import type { World } from "#domain/world/schema.ts";
import { WorldBuilder, type WorldOptions } from "./builder.ts";
import { effortFor, jumpReach, nextPad, type Pad } from "./pad.ts";
import { crystalProp, houseProp, isletProp, mushroomProp, pineProp, rockProp, treeProp } from "./props.ts";

/** Floating islands with stepping stones between them. */
export function skyIslands(options: WorldOptions): World {
  const b = new WorldBuilder(options, "day", "sunset", "day", "night");
  const effort = effortFor(options.difficulty);
  const grass = b.pick(["6cc551", "8fd14f", "57b894", "e59ac6"]);
  let pad: Pad = { x: 0, z: 0, top: 0, w: 16, d: 16 };
  let heading = b.range(0, 0.4);
  const islands = 5 + Math.round(options.difficulty / 3);
  for (let i = 0; i < islands; i++) {
    const width = i === 0 || i === islands - 1 ? 26 : b.range(15, 25);
    if (i > 0) {
      for (let stone = 0; stone < 1 + Math.round(effort * 2); stone++) {
        const size = b.range(4.5, 6) - effort * 1.5;
        const rise = b.range(-1, 2.4);
        pad = nextPad(pad, heading, { w: size, d: size }, jumpReach(rise) * effort * b.range(0.6, 0.9), rise);
        b.add("cylinder", [pad.x, pad.top - 1.2, pad.z], [size, 1.2, size], "b9bcc9", "stone");
        b.add("cone", [pad.x, pad.top - 4, pad.z], [size * 0.7, 2.8, size * 0.7], "8d8f9c", "stone", {
          rotation: [180, 0, 0],
        });
        heading += b.range(-0.3, 0.3);
      }
      // Islands are round, so a jump has to reach the square inscribed in the circle.
      pad = nextPad(pad, heading, { w: width * 0.7, d: width * 0.7 }, 3, 1);
    }
    isletProp(b, [pad.x, pad.top, pad.z], width, grass);
    if (i === 0) b.spawn([pad.x, pad.top, pad.z], 90);
    else if (i === islands - 1) b.goal([pad.x, pad.top, pad.z]);
    else b.checkpoint([pad.x, pad.top, pad.z + 2]);
    if (i > 0) b.star([pad.x + width * 0.25, pad.top, pad.z - width * 0.2]);
    furnish(b, pad, width, i);
    // Turning keeps the islands close together.
    heading += b.range(0.75, 1.15);
  }
  return b.finish();
}

function furnish(b: WorldBuilder, { x, top, z }: Pad, width: number, index: number): void {
  if (index % 3 === 0)
    houseProp(
      b,
      [x - width * 0.1, top, z - width * 0.24],
      [6, 4.4, 5.5],
      "fff1d6",
      b.pick(["d9534f", "4a6fd9", "e08a2e"]),
    );
  const count = Math.round(width / 4);
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * Math.PI * 2 + b.range(0, 0.5);
    const reach = width * b.range(0.36, 0.43);
    const at = [x + Math.cos(angle) * reach, top, z + Math.sin(angle) * reach] as [number, number, number];
    const kind = b.int(0, 5);
    if (kind <= 1) treeProp(b, at, b.range(0.6, 1));
    else if (kind === 2) pineProp(b, at, b.range(0.7, 1.1));
    else if (kind === 3) rockProp(b, at, b.range(0.5, 0.8));
    else if (kind === 4) mushroomProp(b, at, b.range(0.4, 0.8), "e8505b");
    else crystalProp(b, at, 0.6, b.pick(["7be0ff", "c79bff"]));
  }
}
