import type { Block } from "../../world/block.ts";
import type { Vec3 } from "../../world/schema.ts";
import { block, box, ghost, onCircle, repeat } from "./blocks.ts";

/** Blocks around the point that they stand on. Leaves can be walked through. */
export type Scenery = Block[];

export function tree([x, y, z]: Vec3, scale = 1, leaf = "4fa843"): Scenery {
  return [
    block("cylinder", [x, y, z], [1.3 * scale, 4.5 * scale, 1.3 * scale], "8a5a3b", "wood"),
    ghost("sphere", [x, y + 3.4 * scale, z], [5.6 * scale, 5.2 * scale, 5.6 * scale], leaf, "leaves"),
    ghost(
      "sphere",
      [x + scale, y + 6.2 * scale, z + 0.6 * scale],
      [3.6 * scale, 3.4 * scale, 3.6 * scale],
      leaf,
      "leaves",
    ),
  ];
}

export function pine([x, y, z]: Vec3, scale = 1, leaf = "2f7d4f", top = leaf): Scenery {
  return [
    block("cylinder", [x, y, z], [1.2 * scale, 2.6 * scale, 1.2 * scale], "6f4630", "wood"),
    ...repeat(3, (i) => {
      const width = (5.6 - i * 1.4) * scale;
      const color = i === 2 ? top : leaf;
      return ghost("cone", [x, y + (2 + i * 2.1) * scale, z], [width, 3.4 * scale, width], color, "leaves");
    }),
  ];
}

export function palm([x, y, z]: Vec3, scale = 1): Scenery {
  const crown = y + 8 * scale;
  return [
    block("cylinder", [x, y, z], [scale, 8 * scale, scale], "a8784a", "wood"),
    ...repeat(6, (i) => {
      const at = onCircle(2 * scale, i * 60);
      const size: Vec3 = [1.4 * scale, 0.4 * scale, 4.6 * scale];
      return block(
        "box",
        [x + at.x, crown - 0.5 * scale, z + at.z],
        size,
        i % 2 ? "3fa34d" : "58bd5a",
        "leaves",
        {
          rotation: [20, i * 60, 0],
          effect: "ghost",
        },
      );
    }),
    ghost("sphere", [x + 0.5, crown - scale, z + 0.5], [scale, scale, scale], "6b4226", "wood"),
  ];
}

export function rock([x, y, z]: Vec3, scale = 1, color = "8d8f98"): Scenery {
  return [
    block("sphere", [x, y - 0.6 * scale, z], [3.4 * scale, 2.6 * scale, 2.8 * scale], color, "stone"),
    block(
      "sphere",
      [x + 1.5 * scale, y - 0.4 * scale, z + 0.8 * scale],
      [1.9 * scale, 1.6 * scale, 1.9 * scale],
      color,
      "stone",
    ),
  ];
}

export function lamp([x, y, z]: Vec3, glow = "ffd76a"): Scenery {
  return [
    box([x, y, z], [1.2, 0.5, 1.2], "34374a", "metal"),
    block("cylinder", [x, y + 0.5, z], [0.5, 5.5, 0.5], "34374a", "metal"),
    ghost("sphere", [x, y + 5.6, z], [1.8, 1.8, 1.8], glow, "neon"),
  ];
}

export function cloud([x, y, z]: Vec3, scale = 1, color = "ffffff"): Scenery {
  return [
    ghost("sphere", [x, y, z], [9 * scale, 4 * scale, 6 * scale], color),
    ghost("sphere", [x + 4 * scale, y + 0.4 * scale, z + scale], [6 * scale, 3 * scale, 5 * scale], color),
    ghost("sphere", [x - 4 * scale, y + 0.2 * scale, z - scale], [5 * scale, 2.6 * scale, 4 * scale], color),
  ];
}

/** A floating island with its surface at `top`: a disc on a cone of soil. */
export function islet(
  [x, top, z]: Vec3,
  width: number,
  [color, material]:
    | readonly ["6cc551", "grass"]
    | readonly ["f4f8ff", "snow"]
    | readonly ["ff9ecb", "plastic"] = ["6cc551", "grass"],
  soil = "8a5a3b",
): Scenery {
  return [
    block("cylinder", [x, top - 1.8, z], [width, 1.8, width], color, material),
    block("cylinder", [x, top - 4.4, z], [width * 0.84, 2.6, width * 0.84], soil, "dirt"),
    ghost("cone", [x, top - 4.4 - width * 0.5, z], [width * 0.72, width * 0.5, width * 0.72], soil, "dirt", {
      rotation: [180, 0, 0],
    }),
  ];
}

export function house([x, y, z]: Vec3, [w, h, d]: Vec3, wall: string, roof: string): Scenery {
  const half = d / 2 + 0.6;
  return [
    box([x, y, z], [w, h, d], wall, "brick"),
    block("wedge", [x, y + h, z + half / 2], [w + 1.2, d * 0.4, half], roof, "wood"),
    block("wedge", [x, y + h, z - half / 2], [w + 1.2, d * 0.4, half], roof, "wood", {
      rotation: [0, 180, 0],
    }),
    box([x, y, z + d / 2 + 0.1], [2, 3.6, 0.3], "6b4226", "wood"),
    ...[-0.3, 0.3].map((side) =>
      box([x + side * w, y + h * 0.4, z + d / 2 + 0.1], [1.6, 1.6, 0.3], "ffe9a8", "neon"),
    ),
    box([x - w * 0.28, y + h, z - d * 0.2], [1.5, d * 0.5, 1.5], "9a5a44", "brick"),
  ];
}

/** A fence along x (or z) of `count` posts, 4 apart, beginning at the point. */
export function fence([x, y, z]: Vec3, count: number, along: "x" | "z", color = "f2ead8"): Scenery {
  const at = (offset: number): Vec3 => (along === "x" ? [x + offset, y, z] : [x, y, z + offset]);
  const length = 4 * (count - 1);
  const rail = (height: number): Block => {
    const [middleX, , middleZ] = at(length / 2);
    const size: Vec3 = along === "x" ? [length, 0.4, 0.3] : [0.3, 0.4, length];
    return box([middleX, y + height, middleZ], size, color, "wood");
  };
  return [...repeat(count, (i) => box(at(i * 4), [0.6, 2.4, 0.6], color, "wood")), rail(0.7), rail(1.6)];
}
