import type { Block, BlockShape } from "../../world/block.ts";
import type { Material } from "../../world/materials.ts";
import type { Ambience, Vec3, World } from "../../world/schema.ts";

export type BlockOptions = Partial<Pick<Block, "rotation" | "effect" | "motion">>;

/** Rounds to hundredths, which is invisible and keeps documents small. */
const roundVector = (vector: Vec3): Vec3 => vector.map((n) => Math.round(n * 100) / 100 || 0) as Vec3;

/** A block that stands on `base`, centered on x and z. */
export function block(
  shape: BlockShape,
  [x, base, z]: Vec3,
  size: Vec3,
  color: string,
  material: Material = "plastic",
  options: BlockOptions = {},
): Block {
  return {
    shape,
    position: roundVector([x, base + size[1] / 2, z]),
    size: roundVector(size),
    color,
    ...(material !== "plastic" && { material }),
    ...options,
  };
}

export const box = (
  at: Vec3,
  size: Vec3,
  color: string,
  material?: Material,
  options?: BlockOptions,
): Block => block("box", at, size, color, material, options);

export const slab = (
  [x, top, z]: Vec3,
  size: Vec3,
  color: string,
  material?: Material,
  options?: BlockOptions,
): Block => box([x, top - size[1], z], size, color, material, options);

/** A block without collision, such as leaves and clouds. */
export const ghost = (
  shape: BlockShape,
  at: Vec3,
  size: Vec3,
  color: string,
  material?: Material,
  options: BlockOptions = {},
): Block => block(shape, at, size, color, material, { ...options, effect: "ghost" });

export const starAbove = ([x, top, z]: Vec3): World["stars"][number] => ({
  position: roundVector([x, top + 2.6, z]),
});

export const startWorld = (
  ambience: Ambience,
  spawn: World["spawn"],
  parts: Partial<World> & Pick<World, "blocks">,
): World => ({ version: 1, ambience, spawn, stars: [], checkpoints: [], hazards: [], ...parts });

/** Results for 0 to `count` − 1, in one list. */
export const repeat = <T>(count: number, make: (i: number) => T | readonly T[]): T[] =>
  Array.from({ length: count }, (_, i) => make(i)).flat() as T[];

/** A point on a circle around the origin, at an angle in degrees: 0 is +Z, 90 is +X. */
export const onCircle = (radius: number, degrees: number): { x: number; z: number } => ({
  x: Math.sin((degrees * Math.PI) / 180) * radius,
  z: Math.cos((degrees * Math.PI) / 180) * radius,
});
