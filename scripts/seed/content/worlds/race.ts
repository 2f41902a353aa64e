import type { World } from "#domain/world/schema.ts";
import { WorldBuilder, type WorldOptions } from "./builder.ts";
import { crateProp, lampProp, pineProp, treeProp } from "./props.ts";

/** A closed track with curbs, boosts and a grandstand. */
export function raceLoop(options: WorldOptions): World {
  const dusk = options.seed % 2 === 1;
  const b = new WorldBuilder(options, dusk ? "sunset" : "day");
  const [rx, rz] = [b.range(44, 58), b.range(28, 36)];
  const waves = b.int(2, 4);
  const bend = b.range(0.08, 0.2);
  const hills = b.range(1.5, 4);
  b.slab([0, -6, 0], [rx * 2 + 50, 3, rz * 2 + 46], dusk ? "7faa4a" : "7cc653", "grass");
  const steps = 72;
  const point = (i: number) => {
    const angle = (i / steps) * Math.PI * 2;
    const swell = 1 + Math.sin(angle * waves) * bend;
    return [Math.sin(angle) * rx * swell, Math.sin(angle * 2) * hills, Math.cos(angle) * rz * swell] as [
      number,
      number,
      number,
    ];
  };
  /** The height at which a bopi stands in the middle of a slab: short ones have their neighbors within its width. */
  const topAt = (i: number) => {
    const [x, y, z] = point(i);
    const near = [i - 1, i + 1].filter((k) => Math.hypot(point(k)[0] - x, point(k)[2] - z) < 3.6);
    return Math.max(y, ...near.map((k) => point(k)[1]));
  };
  for (let i = 0; i < steps; i++) {
    const [x, y, z] = point(i);
    const [nx, , nz] = point(i + 1);
    const yaw = (Math.atan2(nx - x, nz - z) * 180) / Math.PI;
    const length = Math.hypot(nx - x, nz - z) + 1.4;
    const boost = i % 18 === 9;
    const turned = { rotation: [0, yaw, 0] as [number, number, number] };
    b.slab(
      [x, y, z],
      [11, 1, length],
      boost ? "35d0ff" : "454a5e",
      boost ? "neon" : "stone",
      boost ? { ...turned, effect: "boost" } : turned,
    );
    const [cos, sin] = [Math.cos((yaw * Math.PI) / 180), Math.sin((yaw * Math.PI) / 180)];
    for (const side of [-6, 6]) {
      b.box(
        [x + cos * side, y - 1, z - sin * side],
        [1.2, 1.9, length],
        i % 2 ? "f4f4f8" : "e2383f",
        "plastic",
        turned,
      );
    }
    if (i % 6 === 0) b.add("cylinder", [x, -6, z], [3, y + 5, 3], "8b8f9e", "stone");
    if (i % 18 === 13) b.star([x, y, z]);
    if (i % 18 === 0 && i > 0) b.checkpoint([x, topAt(i), z]);
    if (options.difficulty > 3 && i % 9 === 5)
      b.hazard("spikes", [x + cos * 2.5, y, z - sin * 2.5], [2.4, 1.2, 2.4]);
  }
  const [sx, sy, sz] = point(1);
  b.spawn([sx, sy, sz], 90);
  b.goal(point(steps - 2));
  stand(b, rz);
  for (let i = 0; i < 26; i++) {
    const angle = b.range(0, Math.PI * 2);
    const out = b.chance(0.6) ? b.range(1.32, 1.45) : b.range(0.2, 0.55);
    (i % 3 ? treeProp : pineProp)(
      b,
      [Math.sin(angle) * rx * out, -6, Math.cos(angle) * rz * out],
      b.range(0.8, 1.3),
    );
  }
  for (let i = 0; i < 4; i++) lampProp(b, [-18 + i * 12, -6, -8]);
  for (let i = 0; i < 5; i++) crateProp(b, [b.range(-10, 10), -6, b.range(-4, 6)]);
  return b.finish();
}

function stand(b: WorldBuilder, rz: number): void {
  for (let row = 0; row < 4; row++) {
    b.box([0, -6, rz * 0.42 - row * 3], [30, 2 + row * 1.8, 3], row % 2 ? "e9edf5" : "5a7bd8");
    for (let seat = 0; seat < 9; seat++) {
      if (b.chance(0.7))
        b.ghost(
          "sphere",
          [-13 + seat * 3.2, -4 + row * 1.8, rz * 0.42 - row * 3],
          [1.5, 1.8, 1.5],
          b.pick(["ffb800", "ff6f61", "6fd3ff", "9be15d", "f7d9c4"]),
        );
    }
  }
}
