import type { BuildDocument } from "#domain/build/document.ts";
import type { PartId } from "#domain/build/ids.ts";
import { isPlaced, type PlacedPart } from "#domain/build/part.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { castRay } from "./cast-ray.ts";
import { type Bounds, boundsOfPart, shapeOfPart } from "./part-bounds.ts";
import { type ShapePoint, shapePoints } from "./shape-points.ts";

/** Six planes that face inwards, each as normal x, y, z and distance: inside where the sum is positive. */
export type FrustumPlanes = readonly (readonly [x: number, y: number, z: number, distance: number])[];

interface TreeEntry {
  id: PartId;
  part: PlacedPart;
  bounds: Bounds;
  /** Deleted or changed since. The tree passes it over. */
  isStale: boolean;
}

/** A region of space; `distance` is how far along a ray a box begins, null for boxes outside. */
type Measure = (bounds: Bounds) => number | null;

interface Node extends Bounds {
  entries: readonly TreeEntry[] | null;
  children: readonly [Node, Node] | null;
}

const LEAF_SIZE = 4;

/** Boxes of parts in a tree that doesn't change. */
class PartTree {
  readonly #root: Node | null;

  constructor(entries: readonly TreeEntry[]) {
    this.#root = entries.length > 0 ? build([...entries]) : null;
  }

  /** Visits parts whose boxes a ray touches, from near to far up to the hit's distance, which `visit` returns. */
  castRay(origin: Vec3, direction: Vec3, visit: (entry: TreeEntry) => number): void {
    const measure = (bounds: Bounds) => boxDistance(bounds, origin, direction);
    const open: { node: Node; distance: number }[] = [];
    const add = (node: Node) => {
      const distance = measure(node);
      if (distance !== null) open.push({ node, distance });
    };
    if (this.#root) add(this.#root);
    let nearest = Number.POSITIVE_INFINITY;
    for (let next = open.pop(); next; next = open.pop()) {
      if (next.distance > nearest) continue;
      const { entries, children } = next.node;
      for (const entry of entries ?? []) {
        const distance = entry.isStale ? null : measure(entry.bounds);
        if (distance !== null && distance <= nearest) nearest = Math.min(nearest, visit(entry));
      }
      if (children) {
        for (const child of children) add(child);
        sortLastPair(open);
      }
    }
  }

  /** Visits parts whose boxes touch a box. */
  findInBox({ low, high }: Bounds, visit: (entry: TreeEntry) => void): void {
    this.#find(
      ({ low: l, high: h }) =>
        l[0] <= high[0] &&
        h[0] >= low[0] &&
        l[1] <= high[1] &&
        h[1] >= low[1] &&
        l[2] <= high[2] &&
        h[2] >= low[2]
          ? 0
          : null,
      visit,
    );
  }

  /** Visits parts whose boxes aren't outside of any of the planes, which face inwards. */
  findInFrustum(planes: FrustumPlanes, visit: (entry: TreeEntry) => void): void {
    this.#find(({ low, high }) => {
      const isOutside = planes.some(([x, y, z, d]) => {
        const far = x * (x > 0 ? high : low)[0] + y * (y > 0 ? high : low)[1] + z * (z > 0 ? high : low)[2];
        return far + d < 0;
      });
      return isOutside ? null : 0;
    }, visit);
  }

  #find(measure: Measure, visit: (entry: TreeEntry) => void): void {
    const open = this.#root ? [this.#root] : [];
    for (let node = open.pop(); node; node = open.pop()) {
      if (measure(node) === null) continue;
      for (const entry of node.entries ?? [])
        if (!entry.isStale && measure(entry.bounds) !== null) visit(entry);
      open.push(...(node.children ?? []));
    }
  }
}

/** Puts the nearer one of the last two last, so it is next. */
function sortLastPair(open: { node: Node; distance: number }[]): void {
  const [a, b] = open.slice(-2);
  if (a && b && a.distance < b.distance) open.splice(-2, 2, b, a);
}

/** How far along a ray a box begins, 0 inside of it; null if the ray misses it. */
function boxDistance({ low, high }: Bounds, origin: Vec3, direction: Vec3): number | null {
  let enter = 0;
  let leave = Number.POSITIVE_INFINITY;
  for (let axis = 0; axis < 3; axis++) {
    const [at, way] = [origin[axis] as number, direction[axis] as number];
    const [from, to] = [low[axis] as number, high[axis] as number];
    if (way === 0) {
      if (at < from || at > to) return null;
      continue;
    }
    const [a, b] = [(from - at) / way, (to - at) / way];
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter <= leave ? enter : null;
}

function build(entries: TreeEntry[]): Node {
  const low: Vec3 = [...(entries[0] as TreeEntry).bounds.low];
  const high: Vec3 = [...(entries[0] as TreeEntry).bounds.high];
  for (const { bounds } of entries) {
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis] as number, bounds.low[axis] as number);
      high[axis] = Math.max(high[axis] as number, bounds.high[axis] as number);
    }
  }
  if (entries.length <= LEAF_SIZE) return { low, high, entries, children: null };
  const [first, second] = split(entries);
  return { low, high, entries: null, children: [build(first), build(second)] };
}

/** Divides parts at the middle of the axis along which their centers are spread most, or in half if that leaves one side empty. */
function split(entries: TreeEntry[]): [TreeEntry[], TreeEntry[]] {
  let [axis, widest, limit] = [0, -1, 0];
  for (let i = 0; i < 3; i++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const entry of entries) {
      const middle = doubleMiddle(entry, i);
      low = Math.min(low, middle);
      high = Math.max(high, middle);
    }
    if (high - low > widest) [axis, widest, limit] = [i, high - low, (low + high) / 2];
  }
  const first = entries.filter((entry) => doubleMiddle(entry, axis) < limit);
  const half = entries.length / 2;
  if (first.length === 0 || first.length === entries.length)
    return [entries.slice(0, half), entries.slice(half)];
  return [first, entries.filter((entry) => doubleMiddle(entry, axis) >= limit)];
}

const doubleMiddle = ({ bounds }: TreeEntry, axis: number): number =>
  (bounds.low[axis] as number) + (bounds.high[axis] as number);

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

/** Changed parts are in a tree of their own, until they are this share of all parts and at least this many. */
const RECENT_SHARE = 0.1;
const RECENT_LEAST = 256;
const none: SkipPart = () => false;

/** Finds parts of a level by rays, in rectangles on the screen and near points. Needs no graphics. */
export class PartPicker {
  /** Parts that were looked at so far, for tests of its cost. */
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

  /** Reads what changed in the document. Null stands for everything. */
  sync(ids: ReadonlySet<PartId> | null): void {
    if (ids) for (const id of ids) this.#read(id, this.#document.get(id));
    else {
      for (const id of [...this.#entries.keys()]) if (!this.#document.get(id)) this.#read(id, undefined);
      for (const [id, part] of this.#document.entries()) this.#read(id, part);
    }
  }

  /** The nearest part that a ray meets. Parts that it starts in don't count, and moving blocks are where their motion begins. */
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

  /** Parts whose center or one of whose corners is within planes that face inwards, in no particular order. */
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

  /** Corners, middles of edges and centers of faces of blocks within a radius, nearest first. */
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
