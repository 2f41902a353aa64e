import type { Vec3 } from "#domain/world/schema.ts";
import type { WorldBuilder } from "./builder.ts";

/** Scenery shared by several themes, placed on the ground and centered on x, z. Left out where it would hide something. */

export function treeProp(b: WorldBuilder, [x, y, z]: Vec3, scale = 1, leaf = "4fa843"): void {
  if (b.isTaken([x, y, z], 2 + scale)) return;
  b.add("cylinder", [x, y, z], [1.3 * scale, 4.5 * scale, 1.3 * scale], "8a5a3b", "wood");
  b.ghost("sphere", [x, y + 3.4 * scale, z], [5.6 * scale, 5.4 * scale, 5.6 * scale], leaf, "leaves");
  b.ghost(
    "sphere",
    [x + scale, y + 6 * scale, z + 0.6 * scale],
    [3.6 * scale, 3.4 * scale, 3.6 * scale],
    leaf,
    "leaves",
  );
}

export function pineProp(b: WorldBuilder, [x, y, z]: Vec3, scale = 1, leaf = "2f7d4f"): void {
  if (b.isTaken([x, y, z], 2 + scale)) return;
  b.add("cylinder", [x, y, z], [1.1 * scale, 2.5 * scale, 1.1 * scale], "6f4630", "wood");
  for (let i = 0; i < 3; i++) {
    const width = (5.4 - i * 1.4) * scale;
    b.ghost("cone", [x, y + (2 + i * 2.1) * scale, z], [width, 3.4 * scale, width], leaf, "leaves");
  }
}

export function palmProp(b: WorldBuilder, [x, y, z]: Vec3, scale = 1): void {
  if (b.isTaken([x, y, z], 2 + scale)) return;
  b.add("cylinder", [x, y, z], [1 * scale, 8 * scale, 1 * scale], "a8784a", "wood", { rotation: [0, 0, 5] });
  for (let i = 0; i < 6; i++) {
    const angle = (i / 6) * Math.PI * 2;
    b.add(
      "box",
      [x + Math.sin(angle) * 2 * scale - 0.3, y + 7.6 * scale, z + Math.cos(angle) * 2 * scale],
      [1.3 * scale, 0.4 * scale, 4.4 * scale],
      i % 2 ? "3fa34d" : "58bd5a",
      "leaves",
      {
        rotation: [18, (i / 6) * 360, 0],
        effect: "ghost",
      },
    );
  }
  b.ghost("sphere", [x + 0.4, y + 6.8 * scale, z + 0.6], [1.1, 1.1, 1.1], "6b4226", "wood");
}

export function rockProp(b: WorldBuilder, [x, y, z]: Vec3, scale = 1, color = "8d8f98"): void {
  if (b.isTaken([x, y, z], 1.5 + 2 * scale)) return;
  b.add("sphere", [x, y - 0.6 * scale, z], [3.4 * scale, 2.6 * scale, 2.8 * scale], color, "stone");
  b.add(
    "sphere",
    [x + 1.5 * scale, y - 0.4 * scale, z + 0.8 * scale],
    [1.9 * scale, 1.6 * scale, 1.9 * scale],
    color,
    "stone",
  );
}

export function lampProp(b: WorldBuilder, [x, y, z]: Vec3, glow = "ffd76a"): void {
  b.add("cylinder", [x, y, z], [0.5, 5.5, 0.5], "34374a", "metal");
  b.ghost("sphere", [x, y + 5.2, z], [1.7, 1.7, 1.7], glow, "neon");
}

export function crateProp(b: WorldBuilder, [x, y, z]: Vec3, size = 2.4): void {
  if (b.isTaken([x, y, z], 1.5 + size)) return;
  b.box([x, y, z], [size, size, size], "c08a4e", "wood");
}

export function crystalProp(b: WorldBuilder, [x, y, z]: Vec3, scale: number, color: string): void {
  if (b.isTaken([x, y, z], 1.5 + scale)) return;
  b.add("cone", [x, y, z], [1.6 * scale, 4.4 * scale, 1.6 * scale], color, "neon", { rotation: [0, 30, 12] });
  b.add("cone", [x + scale, y, z + 0.5 * scale], [1.1 * scale, 2.8 * scale, 1.1 * scale], color, "neon", {
    rotation: [0, 10, -14],
  });
}

export function mushroomProp(b: WorldBuilder, [x, y, z]: Vec3, scale: number, cap: string): void {
  if (b.isTaken([x, y, z], 1.5 + 2 * scale)) return;
  b.add("cylinder", [x, y, z], [1.2 * scale, 3 * scale, 1.2 * scale], "f3e6cf");
  b.add("sphere", [x, y + 2.2 * scale, z], [4.4 * scale, 2.6 * scale, 4.4 * scale], cap);
}

/** A house with a gabled roof. The ridge runs along x. */
export function houseProp(b: WorldBuilder, [x, y, z]: Vec3, [w, h, d]: Vec3, wall: string, roof: string) {
  b.box([x, y, z], [w, h, d], wall);
  b.add("wedge", [x, y + h, z + d / 4 + 0.3], [w + 1.2, d * 0.36, d / 2 + 0.6], roof, "brick");
  b.add("wedge", [x, y + h, z - d / 4 - 0.3], [w + 1.2, d * 0.36, d / 2 + 0.6], roof, "brick", {
    rotation: [0, 180, 0],
  });
  b.box([x, y, z + d / 2 + 0.1], [1.8, 3.2, 0.3], "6b4226", "wood");
  for (const side of [-1, 1])
    b.box([x + side * w * 0.3, y + h * 0.4, z + d / 2 + 0.1], [1.6, 1.6, 0.3], "ffe9a8", "neon");
  for (const side of [-1, 1])
    b.box([x + w / 2 + 0.1, y + h * 0.4, z + side * d * 0.22], [0.3, 1.6, 1.6], "ffe9a8", "neon");
  b.box([x - w * 0.28, y + h, z - d * 0.1], [1.6, d * 0.5, 1.6], "9a5a44", "brick");
}

/** A fence between two points of the same height. */
export function fenceProp(b: WorldBuilder, from: Vec3, to: Vec3, color = "f2ead8"): void {
  const length = Math.hypot(to[0] - from[0], to[2] - from[2]);
  const count = Math.max(1, Math.round(length / 4));
  for (let i = 0; i <= count; i++) {
    b.box(
      [from[0] + ((to[0] - from[0]) * i) / count, from[1], from[2] + ((to[2] - from[2]) * i) / count],
      [0.5, 2, 0.5],
      color,
      "wood",
    );
  }
  const yaw = (Math.atan2(-(to[2] - from[2]), to[0] - from[0]) * 180) / Math.PI;
  const middle: Vec3 = [(from[0] + to[0]) / 2, from[1] + 1.2, (from[2] + to[2]) / 2];
  b.box(middle, [length, 0.4, 0.3], color, "wood", { rotation: [0, yaw, 0] });
}

/** A floating island: a grassy disc on an inverted cone of soil, `width` across. */
export function isletProp(
  b: WorldBuilder,
  [x, top, z]: Vec3,
  width: number,
  grass = "6cc551",
  soil = "8a5a3b",
): void {
  b.add("cylinder", [x, top - 1.8, z], [width, 1.8, width], grass, "grass");
  b.add("cylinder", [x, top - 4.6, z], [width * 0.82, 2.8, width * 0.82], soil, "dirt");
  b.add("cone", [x, top - 4.6 - width * 0.5, z], [width * 0.7, width * 0.5, width * 0.7], soil, "dirt", {
    rotation: [180, 0, 0],
  });
}
