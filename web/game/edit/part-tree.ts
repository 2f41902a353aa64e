import type { PartId } from "#domain/build/ids.ts";
import type { PlacedPart } from "#domain/build/part.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { FrustumPlanes } from "#web/game/world/cells.ts";
import type { Bounds } from "./part-bounds.ts";

/** A part in a tree. */
export interface TreeEntry {
  id: PartId;
  part: PlacedPart;
  bounds: Bounds;
  /** Deleted or changed since. The tree passes it over. */
  isStale: boolean;
}

/** A region of space; `distance` is how far along a ray a box begins, null for boxes outside. */
type Measure = (bounds: Bounds) => number | null;

interface Node extends Bounds {
  /** Of a leaf. */
  entries: readonly TreeEntry[] | null;
  children: readonly [Node, Node] | null;
}

const LEAF_SIZE = 4;

/** Boxes of parts in a tree that doesn't change. */
export class PartTree {
  readonly #root: Node | null;

  constructor(entries: readonly TreeEntry[]) {
    this.#root = entries.length > 0 ? build([...entries]) : null;
  }

  /**
   * Visits parts whose boxes a ray touches, roughly from near to far. `visit` returns the distance of the nearest hit so far; nothing
   * that begins further away is visited.
   */
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
