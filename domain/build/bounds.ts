import { halfExtent } from "../world/iso/view.ts";
import type { Vec3 } from "../world/schema.ts";
import type { PlacedPart } from "./part.ts";
import { matrixOf } from "./rotation.ts";

export interface PartBounds {
  low: Vec3;
  high: Vec3;
}

/** Half the width of a star, and of what stands on the ground with its height. */
const STAR_RADIUS = 1.2;
const STANDING = {
  checkpoint: { radius: 1, height: 6 },
  spawn: { radius: 1, height: 4.26 },
  goal: { radius: 2, height: 6 },
} as const;

export const addVectors = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtractVectors = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaleVector = (v: Vec3, factor: number): Vec3 => [v[0] * factor, v[1] * factor, v[2] * factor];

/** The box around a part, where its motion begins. */
export function partBounds(part: PlacedPart): PartBounds {
  const { position } = part;
  switch (part.kind) {
    case "block":
      return around(position, halfExtent(part.size, matrixOf(part.rotation)));
    case "hazard":
      return around(position, halfExtent(part.size, null));
    case "star":
      return around(position, [STAR_RADIUS, STAR_RADIUS, STAR_RADIUS]);
    case "checkpoint":
    case "spawn":
    case "goal": {
      const { radius, height } = STANDING[part.kind];
      return {
        low: [position[0] - radius, position[1], position[2] - radius],
        high: [position[0] + radius, position[1] + height, position[2] + radius],
      };
    }
  }
}

const around = (center: Vec3, half: Vec3): PartBounds => ({
  low: subtractVectors(center, half),
  high: addVectors(center, half),
});

export function partsBounds(parts: Iterable<PlacedPart>): PartBounds | null {
  let bounds: PartBounds | null = null;
  for (const part of parts) {
    const { low, high } = partBounds(part);
    if (!bounds) bounds = { low: [...low], high: [...high] };
    for (const axis of [0, 1, 2] as const) {
      bounds.low[axis] = Math.min(bounds.low[axis], low[axis]);
      bounds.high[axis] = Math.max(bounds.high[axis], high[axis]);
    }
  }
  return bounds;
}

export const centerOf = ({ low, high }: PartBounds): Vec3 => scaleVector(addVectors(low, high), 0.5);

/** The middle of the underside. Prefabs are placed by it. */
export const footOf = ({ low, high }: PartBounds): Vec3 => [
  (low[0] + high[0]) / 2,
  low[1],
  (low[2] + high[2]) / 2,
];
