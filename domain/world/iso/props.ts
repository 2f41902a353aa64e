import type { Block } from "../block.ts";
import type { Material } from "../materials.ts";
import type { Hazard, Vec3, World } from "../schema.ts";
import { combine, type View } from "./view.ts";

/** A flat figure facing the viewer: convex corners in the world, counter-clockwise, and a glowing color. */
export interface Figure {
  points: Vec3[];
  color: string;
}

const STAR = "ffb800";
const STAR_DARK = "f08a00";

/** The blocks for a world's hazards and markers. Markers keep a readable size in small pictures. */
export function propBlocks(world: World, view: View): Block[] {
  const blocks = world.hazards.flatMap(hazardBlocks);
  const flag = markerSize(view);
  const poles: Vec3[] = [world.spawn.position, ...world.checkpoints.map((spot) => spot.position)];
  for (const [x, y, z] of poles) {
    blocks.push(block([x, y + flag / 2, z], [flag * 0.09, flag, flag * 0.09], "f4f4f8", "plastic"));
  }
  if (world.goal) {
    const [x, y, z] = world.goal.position;
    const post = flag * 0.12;
    for (const side of [-1, 1]) {
      blocks.push(
        block([x + side * flag * 0.55, y + flag * 0.6, z], [post, flag * 1.2, post], "ffffff", "plastic"),
      );
    }
    for (let i = 0; i < 14; i++) {
      const at: Vec3 = [x + ((i % 7) - 3) * flag * 0.16, y + flag * (i < 7 ? 1.16 : 1), z];
      blocks.push(
        block(at, [flag * 0.16, flag * 0.16, post], (i + (i < 7 ? 0 : 1)) % 2 ? "ffffff" : "17171c", "cloth"),
      );
    }
  }
  return blocks;
}

/** Pennants at the spawn and the checkpoints, and stars with 10 facets each. */
export function propFigures(world: World, view: View): Figure[] {
  const flag = markerSize(view);
  return [
    pennant(world.spawn.position, view, flag, "f99205"),
    ...world.checkpoints.map((spot) => pennant(spot.position, view, flag * 0.8, "2fd6b5")),
    ...world.stars.flatMap((star) => starFacets(star.position, view)),
  ];
}

/** Half the height of a drawn star, in units. */
export function starRadius(view: View): number {
  return Math.max(1.9, ((view.width / 512) * 9) / view.scale);
}

function markerSize(view: View): number {
  return Math.max(6, ((view.width / 512) * 17) / view.scale);
}

function pennant(position: Vec3, view: View, flag: number, color: string): Figure {
  const foot = combine([1, position], [-flag * 0.1, view.forward]);
  const at = (right: number, y: number) =>
    combine([1, foot], [flag * right, view.right], [flag * y, [0, 1, 0]]);
  return { points: [at(0, 0.5), at(0.55, 0.75), at(0, 1)], color };
}

function starFacets(position: Vec3, view: View): Figure[] {
  const radius = starRadius(view);
  const center = combine([1, position], [-radius, view.forward]);
  const tip = (index: number) => {
    const angle = (index / 10) * Math.PI * 2;
    const reach = index % 2 ? radius * 0.5 : radius;
    return combine([1, center], [Math.sin(angle) * reach, view.right], [Math.cos(angle) * reach, view.up]);
  };
  return Array.from({ length: 10 }, (_, i) => ({
    points: [center, tip(i + 1), tip(i)],
    color: i % 2 ? STAR : i > 2 && i < 7 ? STAR_DARK : "ffd34d",
  }));
}

function hazardBlocks({ kind, position, size }: Hazard): Block[] {
  switch (kind) {
    case "lava":
      return [block(position, size, "f0501a", "lava")];
    case "poison":
      return [block(position, size, "8ee63c", "lava")];
    case "laser":
      return [block(position, size, "ff2b4a", "neon")];
    case "saw":
      return [
        { ...block(position, size, "c9ced8", "metal"), shape: "cylinder" },
        block(position, [size[0] * 0.76, size[1] * 0.9, size[2] * 0.76], "e0483a", "plastic", [0, 45, 0]),
      ];
    case "spikes":
      return spikes(position, size);
  }
}

function spikes([x, y, z]: Vec3, size: Vec3): Block[] {
  const columns = Math.min(8, Math.max(1, Math.round(size[0] / 1.5)));
  const rows = Math.min(8, Math.max(1, Math.round(size[2] / 1.5)));
  const [w, d] = [size[0] / columns, size[2] / rows];
  return Array.from({ length: columns * rows }, (_, i) => {
    const at: Vec3 = [
      x - size[0] / 2 + ((i % columns) + 0.5) * w,
      y,
      z - size[2] / 2 + (Math.floor(i / columns) + 0.5) * d,
    ];
    return { ...block(at, [w * 0.9, size[1], d * 0.9], "d8dbe4", "metal"), shape: "pyramid" };
  });
}

function block(position: Vec3, size: Vec3, color: string, material: Material, rotation?: Vec3): Block {
  return { shape: "box", position, size, color, material, ...(rotation && { rotation }) };
}
