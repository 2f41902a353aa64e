/** A depth buffer: the nearest depth of each pixel and the face there (0 for none). */
export interface DepthTarget {
  width: number;
  height: number;
  depth: Float32Array;
  face: Uint32Array | null;
  /** Remaining pixels to visit. Filling stops at 0, which bounds the cost of any document. */
  budget: number;
}

/**
 * Returns an empty target. Reuses the arrays of the last target of the same `slot` and size, because allocating would take a
 * quarter of a picture's time. A target is only valid until the next one of its slot.
 */
export function depthTarget(
  slot: "opaque" | "clear" | "shadow",
  width: number,
  height: number,
  budget: number,
): DepthTarget {
  const last = lastTargets.get(slot);
  const withFaces = slot !== "shadow";
  const fits = last?.width === width && last.height === height;
  const target: DepthTarget = fits
    ? { ...last, budget }
    : {
        width,
        height,
        depth: new Float32Array(width * height),
        face: withFaces ? new Uint32Array(width * height) : null,
        budget,
      };
  target.depth.fill(Infinity);
  target.face?.fill(0);
  lastTargets.set(slot, target);
  return target;
}

const lastTargets = new Map<string, DepthTarget>();

/** The corners of the polygon being filled, in pixels and depth. Reused, so a face allocates nothing. */
export interface Corners {
  count: number;
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
}

export function corners(): Corners {
  return { count: 0, x: new Float64Array(64), y: new Float64Array(64), z: new Float64Array(64) };
}

/** Twice the signed area in pixels; positive if the corners run counter-clockwise for the viewer. */
export function signedArea({ count, x, y }: Corners): number {
  let area = 0;
  for (let i = 0, j = count - 1; i < count; j = i++) area += at(x, i) * at(y, j) - at(x, j) * at(y, i);
  return area;
}

/** Computes the plane depth = a·x + b·y + c of the polygon by Newell's method, for any number of corners. */
export function depthPlane({ count, x, y, z }: Corners, plane: Float64Array): boolean {
  let [nx, ny, nz, mx, my, mz] = [0, 0, 0, 0, 0, 0];
  for (let i = 0, j = count - 1; i < count; j = i++) {
    const [xi, yi, zi, xj, yj, zj] = [at(x, i), at(y, i), at(z, i), at(x, j), at(y, j), at(z, j)];
    nx += (yj - yi) * (zj + zi);
    ny += (zj - zi) * (xj + xi);
    nz += (xj - xi) * (yj + yi);
    mx += xi;
    my += yi;
    mz += zi;
  }
  if (Math.abs(nz) < 1e-3) return false;
  plane[0] = -nx / nz;
  plane[1] = -ny / nz;
  plane[2] = (mz + (nx / nz) * mx + (ny / nz) * my) / count;
  return true;
}

/** Fills a convex polygon where it is nearer than the target. Samples pixels at their centers. */
export function fillConvex(target: DepthTarget, shape: Corners, plane: Float64Array, face: number): void {
  const { width, height } = target;
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < shape.count; i++) {
    const y = at(shape.y, i);
    if (y < low) low = y;
    if (y > high) high = y;
  }
  const first = Math.max(0, Math.ceil(low - 0.5));
  const last = Math.min(height - 1, Math.floor(high - 0.5));
  for (let row = first; row <= last && target.budget > 0; row++) {
    const y = row + 0.5;
    let left = Infinity;
    let right = -Infinity;
    for (let i = 0, j = shape.count - 1; i < shape.count; j = i++) {
      const yi = at(shape.y, i);
      const yj = at(shape.y, j);
      if (yi <= y === yj <= y) continue;
      const xi = at(shape.x, i);
      const x = xi + ((y - yi) / (yj - yi)) * (at(shape.x, j) - xi);
      if (x < left) left = x;
      if (x > right) right = x;
    }
    const from = Math.max(0, Math.ceil(left - 0.5));
    const to = Math.min(width - 1, Math.floor(right - 0.5));
    if (to >= from) fillRow(target, row * width, from, to, y, plane, face);
  }
}

function fillRow(
  target: DepthTarget,
  start: number,
  from: number,
  to: number,
  y: number,
  plane: Float64Array,
  face: number,
): void {
  const slope = at(plane, 0);
  let z = slope * (from + 0.5) + at(plane, 1) * y + at(plane, 2);
  const { depth, face: faces } = target;
  target.budget -= to - from + 1;
  for (let i = start + from; i <= start + to; i++) {
    if (z < (depth[i] as number)) {
      depth[i] = z;
      if (faces) faces[i] = face;
    }
    z += slope;
  }
}

function at(list: Float64Array, index: number): number {
  return list[index] as number;
}
