import type { PartId } from "#domain/build/ids.ts";
import type { PlacedPart } from "#domain/build/part.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { FrustumPlanes } from "#web/game/world/cells.ts";

/** Whether a part is left out: hidden, locked, or dragged itself. */
export type SkipPart = (id: PartId, part: PlacedPart) => boolean;

/** The nearest part that a ray meets from outside. */
export interface PickedPart {
  id: PartId;
  /** In lengths of the direction. */
  distance: number;
  point: Vec3;
  /** Away from the surface, of length 1. */
  normal: Vec3;
}

/** A point of a block that others snap to. */
export interface SnapPoint {
  id: PartId;
  kind: "corner" | "edge" | "face";
  point: Vec3;
  /** Of a face, away from the block. */
  normal: Vec3 | null;
}

/** Finds parts of a level by rays, in rectangles on the screen and near points. Needs no graphics. `createPartPicker` makes one. */
export interface PartPicker {
  /** Parts that were looked at so far, for tests of its cost. */
  readonly looks: number;
  /** Reads what changed in the document. Null stands for everything. */
  sync(ids: ReadonlySet<PartId> | null): void;
  /** The nearest part that a ray meets. Parts that it starts in don't count, and moving blocks are where their motion begins. */
  pick(origin: Vec3, direction: Vec3, skip?: SkipPart): PickedPart | null;
  /** Parts whose center or one of whose corners is within planes that face inwards, in no particular order. */
  inFrustum(planes: FrustumPlanes, skip?: SkipPart): PartId[];
  /** Corners, middles of edges and centers of faces of blocks within a radius, nearest first. */
  snapPoints(point: Vec3, radius: number, skip?: SkipPart): SnapPoint[];
}
