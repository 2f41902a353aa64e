import type { PlacedPart } from "#domain/build/part.ts";
import type { Block } from "#domain/world/block.ts";
import { halfExtent, rotationMatrix } from "#domain/world/rotation.ts";
import type { Vec3 } from "#domain/world/schema.ts";

export interface Bounds {
  low: Vec3;
  high: Vec3;
}

/** The solid that stands for a part when it's pointed at. */
export type PartShape = Pick<Block, "shape" | "position" | "size" | "rotation">;

/** Boxes around what isn't a block: its size and its center from the part's position. */
const MARKERS = {
  checkpoint: { size: [3.6, 5.9, 1.5], center: [1, 2.95, 0] },
  spawn: { size: [2.2, 4.3, 2.2], center: [0, 2.15, 0] },
  goal: { size: [8, 10.4, 8], center: [0, 5.2, 0] },
} as const satisfies Record<string, { size: Vec3; center: Vec3 }>;
const STAR_SIZE: Vec3 = [3.2, 3.2, 3.2];

export function shapeOfPart(part: PlacedPart): PartShape {
  switch (part.kind) {
    case "block":
      return part;
    case "hazard":
      return { shape: "box", position: part.position, size: part.size };
    case "star":
      return { shape: "sphere", position: part.position, size: STAR_SIZE };
    case "checkpoint":
    case "spawn":
    case "goal":
      return markerShape(part.kind, part.position, "yaw" in part ? part.yaw : undefined);
  }
}

function markerShape(kind: keyof typeof MARKERS, [x, y, z]: Vec3, yaw = 0): PartShape {
  const { size, center } = MARKERS[kind];
  const angle = (yaw * Math.PI) / 180;
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  return {
    shape: "box",
    position: [x + center[0] * c + center[2] * s, y + center[1], z - center[0] * s + center[2] * c],
    size: [...size],
    ...(yaw !== 0 && { rotation: [0, yaw, 0] }),
  };
}

export function boundsOfPart(part: PlacedPart): Bounds {
  return boundsOfShape(shapeOfPart(part));
}

export function boundsOfShape({ position: [x, y, z], size, rotation }: PartShape): Bounds {
  const [w, h, d] = halfExtent(size, rotationMatrix(rotation));
  return { low: [x - w, y - h, z - d], high: [x + w, y + h, z + d] };
}

export function uniteBounds(a: Bounds | null, b: Bounds): Bounds {
  if (!a) return b;
  const pick = (choose: typeof Math.min, p: Vec3, q: Vec3): Vec3 => [
    choose(p[0], q[0]),
    choose(p[1], q[1]),
    choose(p[2], q[2]),
  ];
  return { low: pick(Math.min, a.low, b.low), high: pick(Math.max, a.high, b.high) };
}
