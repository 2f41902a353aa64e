/** Corner tests that one file can cost. Beyond it, the rest of a polygon becomes a fan. */
const MOST_TESTS = 20_000_000;

/** Counts the work of a file's polygons. */
export interface Effort {
  tests: number;
}

/**
 * Cuts a polygon into triangles: convex ones into a fan, others into ears. Returns 3 indices of `points` per triangle, in the polygon's
 * direction. Points that repeat or lie on a line are fine. Always ends, also if edges touch or cross.
 */
export function triangulate(
  points: readonly (readonly [number, number, number])[],
  effort: Effort,
): number[] {
  const flat = points.length > 3 ? flatten(points) : null;
  return flat ? cutEars(flat.x, flat.y, flat.tolerance, effort) : fanOf(points.map((_, i) => i));
}

const fanOf = (corners: readonly number[]): number[] =>
  corners.slice(2).flatMap((corner, i) => [corners[0] as number, corners[i + 1] as number, corner]);

/** The polygon seen from the side that it faces, so that it runs counter-clockwise; null if it has no area. */
function flatten(points: readonly (readonly [number, number, number])[]) {
  const [first = [0, 0, 0] as const] = points;
  // Relative to a corner, because the products of large coordinates are imprecise.
  const local = points.map(([x, y, z]) => [x - first[0], y - first[1], z - first[2]] as const);
  const normal: [number, number, number] = [0, 0, 0];
  for (const [i, [x, y, z]] of local.entries()) {
    const [u, v, w] = local[(i + 1) % local.length] as (typeof local)[number];
    normal[0] += (y - v) * (z + w);
    normal[1] += (z - w) * (x + u);
    normal[2] += (x - u) * (y + v);
  }
  const sizes = normal.map(Math.abs) as [number, number, number];
  const largest = Math.max(...sizes);
  if (!(largest > 0)) return null;
  const drop = sizes.indexOf(largest) as 0 | 1 | 2;
  const [a, b] = (
    [
      [1, 2],
      [2, 0],
      [0, 1],
    ] as const
  )[drop];
  const turn = normal[drop] > 0 ? 1 : -1;
  const x = Float64Array.from(local, (point) => point[a] * turn);
  const y = Float64Array.from(local, (point) => point[b]);
  return { x, y, tolerance: largest * 1e-12 };
}

function cutEars(x: Float64Array, y: Float64Array, tolerance: number, effort: Effort): number[] {
  const count = x.length;
  const at = (list: ArrayLike<number>, i: number) => list[i] as number;
  /** Twice the area of a triangle; positive if it runs counter-clockwise. */
  const area = (a: number, b: number, c: number) =>
    (at(x, b) - at(x, a)) * (at(y, c) - at(y, a)) - (at(y, b) - at(y, a)) * (at(x, c) - at(x, a));
  const previous = Int32Array.from({ length: count }, (_, i) => (i + count - 1) % count);
  const next = Int32Array.from({ length: count }, (_, i) => (i + 1) % count);
  const turnAt = (i: number) => area(at(previous, i), i, at(next, i));

  /** Corners that don't turn left. An ear is cut off only if none of them is in its way. */
  let reflex = Array.from({ length: count }, (_, i) => i).filter((i) => turnAt(i) <= tolerance);
  if (reflex.length === 0) return fanOf(Array.from({ length: count }, (_, i) => i));

  const isSame = (a: number, b: number) => at(x, a) === at(x, b) && at(y, a) === at(y, b);
  /** Whether an edge from corner `b` to `target` goes inside the angle of the ear a, b, c. */
  const goesInside = (a: number, b: number, c: number, target: number) =>
    area(b, c, target) > tolerance && area(b, target, a) > tolerance;
  const blocks = (q: number, a: number, b: number, c: number): boolean => {
    if (q === a || q === b || q === c) return false;
    if (area(a, b, q) < 0 || area(b, c, q) < 0 || area(c, a, q) < 0) return false;
    const [before, after] = [at(previous, q), at(next, q)];
    // A corner that touches one of the ear's: its edges decide.
    if (isSame(q, a)) return goesInside(c, a, b, before) || goesInside(c, a, b, after);
    // The same corner from the other side: what is left between them has no area.
    if (isSame(q, b) && isSame(before, c) && isSame(after, a)) return true;
    if (isSame(q, b)) return goesInside(a, b, c, before) || goesInside(a, b, c, after);
    if (isSame(q, c)) return goesInside(b, c, a, before) || goesInside(b, c, a, after);
    return true;
  };
  const isEar = (b: number): boolean => {
    const [a, c] = [at(previous, b), at(next, b)];
    if (!(area(a, b, c) > tolerance)) return false;
    effort.tests += reflex.length;
    return !reflex.some((q) => blocks(q, a, b, c));
  };

  const triangles: number[] = [];
  let left = count;
  const cut = (b: number, isFilled: boolean) => {
    const [a, c] = [at(previous, b), at(next, b)];
    if (isFilled) triangles.push(a, b, c);
    next[a] = c;
    previous[c] = a;
    left--;
    const changed = new Set([a, c]);
    if (reflex.some((q) => q === b || changed.has(q)))
      reflex = reflex.filter((q) => q !== b && (!changed.has(q) || turnAt(q) <= tolerance));
  };
  let corner = 0;
  let tried = 0;
  while (left > 3 && effort.tests < MOST_TESTS) {
    const following = at(next, corner);
    if (isEar(corner)) {
      cut(corner, true);
      tried = 0;
    } else if (++tried > left) {
      // No ear: a corner without an area goes first, or one that turns left although something is in its way.
      const rest = ring(next, corner, left);
      const flat = rest.find((i) => Math.abs(turnAt(i)) <= tolerance);
      const chosen = flat ?? rest.find((i) => turnAt(i) > 0) ?? corner;
      cut(chosen, flat === undefined);
      tried = 0;
      corner = at(next, at(previous, chosen));
      continue;
    }
    corner = following;
  }
  triangles.push(...fanOf(ring(next, corner, left)));
  return triangles;
}

/** The corners that are left, from `start` on. */
function ring(next: Int32Array, start: number, count: number): number[] {
  const corners = [start];
  while (corners.length < count) corners.push(next[corners.at(-1) as number] as number);
  return corners;
}
