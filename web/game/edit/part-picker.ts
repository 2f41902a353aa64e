import type { BuildDocument } from "#domain/build/document.ts";
import type { PartId } from "#domain/build/ids.ts";
import { isPlaced, type PlacedPart } from "#domain/build/part.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { FrustumPlanes } from "#web/game/world/cells.ts";
import { castRay } from "./cast-ray.ts";
import { boundsOfPart, shapeOfPart } from "./part-bounds.ts";
import { PartTree, type TreeEntry } from "./part-tree.ts";
import { type ShapePoint, shapePoints } from "./shape-points.ts";

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
export interface SnapPoint extends ShapePoint {
  id: PartId;
}

/** Finds parts of a level by rays, in rectangles on the screen and near points. Needs no graphics. */
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

/** Changed parts are in a tree of their own, until they are this share of all parts and at least this many. */
const RECENT_SHARE = 0.1;
const RECENT_LEAST = 256;
const none: SkipPart = () => false;

export const createPartPicker = (document: BuildDocument): PartPicker => new TreePicker(document);

class TreePicker implements PartPicker {
  looks = 0;
  readonly #document: BuildDocument;
  readonly #entries = new Map<PartId, TreeEntry>();
  /** Entries that the main tree doesn't have. */
  readonly #recent = new Map<PartId, TreeEntry>();
  #main: PartTree | null = null;
  #recentTree: PartTree | null = null;

  constructor(document: BuildDocument) {
    this.#document = document;
    this.sync(null);
  }

  sync(ids: ReadonlySet<PartId> | null): void {
    if (ids) for (const id of ids) this.#read(id, this.#document.get(id));
    else {
      for (const id of [...this.#entries.keys()]) if (!this.#document.get(id)) this.#read(id, undefined);
      for (const [id, part] of this.#document.entries()) this.#read(id, part);
    }
  }

  pick(origin: Vec3, direction: Vec3, skip = none): PickedPart | null {
    let nearest = Number.POSITIVE_INFINITY;
    let found = null as PickedPart | null;
    const visit = ({ id, part }: TreeEntry): number => {
      this.looks++;
      if (skip(id, part)) return nearest;
      const hit = castRay(shapeOfPart(part), origin, direction);
      if (!hit || hit.distance > nearest) return nearest;
      // Of parts in the same place, it's always the same one.
      if (hit.distance === nearest && found && id > found.id) return nearest;
      const { distance, normal } = hit;
      nearest = distance;
      const at = (axis: 0 | 1 | 2) => origin[axis] + direction[axis] * distance;
      found = { id, distance, point: [at(0), at(1), at(2)], normal };
      return nearest;
    };
    for (const tree of this.#trees()) tree.castRay(origin, direction, visit);
    return found;
  }

  inFrustum(planes: FrustumPlanes, skip = none): PartId[] {
    const found: PartId[] = [];
    const isInside = ([x, y, z]: Vec3) => planes.every(([a, b, c, d]) => a * x + b * y + c * z + d >= 0);
    for (const tree of this.#trees()) {
      tree.findInFrustum(planes, ({ id, part }) => {
        this.looks++;
        if (skip(id, part)) return;
        const shape = shapeOfPart(part);
        if (
          isInside(shape.position) ||
          shapePoints(shape).some(({ kind, point }) => isCorner(kind, shape.shape) && isInside(point))
        )
          found.push(id);
      });
    }
    return found;
  }

  snapPoints(point: Vec3, radius: number, skip = none): SnapPoint[] {
    const found: { snap: SnapPoint; distance: number }[] = [];
    const low = point.map((at) => at - radius) as Vec3;
    const high = point.map((at) => at + radius) as Vec3;
    for (const tree of this.#trees()) {
      tree.findInBox({ low, high }, ({ id, part }) => {
        this.looks++;
        if (part.kind !== "block" || skip(id, part)) return;
        for (const one of shapePoints(part)) {
          const distance = Math.hypot(...([0, 1, 2] as const).map((i) => one.point[i] - point[i]));
          if (distance <= radius) found.push({ snap: { ...one, id }, distance });
        }
      });
    }
    return found.sort((a, b) => a.distance - b.distance).map(({ snap }) => snap);
  }

  #read(id: PartId, part: ReturnType<BuildDocument["get"]>): void {
    const known = this.#entries.get(id);
    if (known?.part === part) return;
    if (known) {
      known.isStale = true;
      this.#entries.delete(id);
      if (this.#recent.delete(id)) this.#recentTree = null;
    }
    if (!part || !isPlaced(part)) return;
    const entry: TreeEntry = { id, part, bounds: boundsOfPart(part), isStale: false };
    this.#entries.set(id, entry);
    this.#recent.set(id, entry);
    this.#recentTree = null;
  }

  /** The trees, built again if too much has changed. */
  #trees(): readonly PartTree[] {
    if (!this.#main || this.#recent.size > Math.max(RECENT_LEAST, this.#entries.size * RECENT_SHARE)) {
      this.#main = new PartTree([...this.#entries.values()]);
      this.#recent.clear();
      this.#recentTree = null;
    }
    if (this.#recent.size === 0) return [this.#main];
    this.#recentTree ??= new PartTree([...this.#recent.values()]);
    return [this.#main, this.#recentTree];
  }
}

/** Rims count as corners of round solids, as do the poles of spheres. */
const isCorner = (kind: ShapePoint["kind"], shape: string): boolean =>
  kind === "corner" || (kind === "edge" && (shape === "cylinder" || shape === "cone")) || shape === "sphere";
