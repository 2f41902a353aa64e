import * as fc from "fast-check";
import type { BlockPart, CheckpointPart, HazardPart, PlacedPart, StarPart } from "#domain/build/part.ts";
import { SHAPES } from "#domain/world/materials.ts";
import type { Vec3 } from "#domain/world/schema.ts";

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const vector = (min: number, max: number): fc.Arbitrary<Vec3> =>
  fc.tuple(number(min, max), number(min, max), number(min, max));

/** Angles, often those at which two rotations are around the same axis. */
export const angles: fc.Arbitrary<Vec3> = fc.oneof(
  vector(-360, 360),
  fc.tuple(number(-360, 360), fc.constantFrom(-270, -90, 90, 270), number(-360, 360)),
  fc.constant([0, 0, 0] as Vec3),
);
export const points = vector(-500, 500);
export const sizes = vector(0.05, 200);

export const blocks: fc.Arbitrary<BlockPart> = fc
  .record({
    shape: fc.constantFrom(...SHAPES),
    position: points,
    size: sizes,
    rotation: fc.option(angles),
    motion: fc.option(fc.record({ by: points, seconds: number(0.5, 120) })),
  })
  .map(({ rotation, motion, ...rest }) => ({
    kind: "block",
    color: "f99205",
    ...rest,
    ...(rotation && { rotation }),
    ...(motion && { motion }),
  }));
export const stars: fc.Arbitrary<StarPart> = points.map((position) => ({ kind: "star", position }));
export const checkpoints: fc.Arbitrary<CheckpointPart> = fc
  .record({ position: points, yaw: number(-360, 360) })
  .map((rest) => ({ kind: "checkpoint", ...rest }));
export const hazards: fc.Arbitrary<HazardPart> = fc
  .record({ position: points, size: sizes })
  .map((rest) => ({ kind: "hazard", hazard: "lava", ...rest }));
export const copyable = fc.oneof(blocks, stars, checkpoints, hazards);
export const placed: fc.Arbitrary<PlacedPart> = fc.oneof(
  copyable,
  fc
    .record({ position: points, yaw: number(-360, 360) })
    .map((rest) => ({ kind: "spawn" as const, ...rest })),
  points.map((position) => ({ kind: "goal" as const, position })),
);

/** A block with sensible fields. */
export const blockPart = (fields: Partial<BlockPart> = {}): BlockPart => ({
  kind: "block",
  shape: "box",
  position: [0, 0, 0],
  size: [4, 4, 4],
  color: "f99205",
  ...fields,
});
