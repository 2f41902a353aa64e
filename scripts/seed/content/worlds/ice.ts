import type { World } from "#domain/world/schema.ts";
import { WorldBuilder, type WorldOptions } from "./builder.ts";
import { effortFor } from "./pad.ts";
import { houseProp, pineProp, rockProp } from "./props.ts";

/** A winding slide down a snowy mountain, with gaps. */
export function iceSlide(options: WorldOptions): World {
  const b = new WorldBuilder(options, "snow", "snow", "night", "sunset");
  const gap = 2 + effortFor(options.difficulty) * 6;
  const width = 9 - options.difficulty * 0.35;
  const bends = 5;
  const half = 30;
  b.slab([0, -1, 10], [112, 3, 100], "f4f9ff", "snow");
  b.slab([0, -4, 10], [106, 3, 94], "8aa7c9", "stone");
  let top = bends * 9 + 4;
  for (let i = 0; i < 5; i++)
    b.add("box", [0, -1, -26 + i * 4], [66 - i * 2, top - i * 9, 10], i % 2 ? "dfeaf7" : "eef5fd", "snow");
  b.spawn([-half, top, -26], 90);
  b.slab([-half - 2, top, -26], [14, 3, 12], "ffffff", "snow");
  for (let bend = 0; bend < bends; bend++) {
    const z = -26 + bend * 13;
    const way = bend % 2 ? -1 : 1;
    const sections = 5;
    const length = (half * 2 - gap) / sections;
    for (let i = 0; i < sections; i++) {
      const x = way * (-half + length * (i + 0.5) + (i > 2 ? gap : 0));
      const y = top - 1.3 * i;
      b.slab([x, y, z], [length + 0.6, 1.2, width], i % 2 ? "9fe0ff" : "b8ecff", "ice");
      for (const side of [-1, 1])
        b.box([x, y - 1.2, z + side * (width / 2 + 0.5)], [length + 0.6, 2.4, 1], "ffffff", "snow");
      b.add("cylinder", [x, -1, z], [2, y - 0.2, 2], "a9c4e2", "stone");
      if (i === 1 && bend % 2 === 0) b.star([x, y, z]);
      if (i === 3 && options.difficulty > 3)
        b.hazard("spikes", [x, y, z + (bend % 2 ? 1.6 : -1.6)], [1.6, 1.3, 2.4]);
    }
    top -= 1.3 * sections + 0.8;
    const last = bend === bends - 1;
    b.slab(
      [way * (half + 5), top, z + (last ? 0 : 6.5)],
      [11, 1.2, width + (last ? 4 : 13)],
      "d8f0ff",
      "ice",
    );
    b.add("cylinder", [way * (half + 5), -1, z + 6], [3, top, 3], "a9c4e2", "stone");
    if (!last) b.checkpoint([way * (half + 5), top, z + 8]);
    else b.goal([way * (half + 6), top, z]);
  }
  houseProp(b, [-34, -1, 48], [10, 5.5, 8], "b5713f", "e9f4ff");
  for (let i = 0; i < 26; i++)
    pineProp(
      b,
      [b.range(-52, 52), -1, b.range(42, 57)],
      b.range(0.8, 1.5),
      b.pick(["2f7d6b", "3b8f7a", "cfe6f5"]),
    );
  for (let i = 0; i < 6; i++)
    rockProp(b, [b.range(-50, 50), -1, b.range(38, 56)], b.range(0.8, 1.4), "dce8f5");
  snowman(b, 8, 50);
  return b.finish();
}

function snowman(b: WorldBuilder, x: number, z: number): void {
  for (const [y, size] of [
    [-1, 4],
    [1.9, 3],
    [4, 2.1],
  ] as const)
    b.add("sphere", [x, y, z], [size, size, size], "ffffff", "snow");
  b.ghost("cone", [x + 0.3, 4.6, z + 1], [0.5, 1.4, 0.5], "ff8a2b");
  b.ghost("cylinder", [x, 5.8, z], [2.4, 0.3, 2.4], "2a2d3a");
  b.ghost("cylinder", [x, 6, z], [1.5, 1.5, 1.5], "2a2d3a");
}
