import { findSpan, firstSample, lastSample, type Polygon, span } from "../../raster/polygon.ts";

/** A depth buffer: the nearest depth of each pixel and the face there (0 for none). */
export interface DepthTarget {
  width: number;
  height: number;
  depth: Float32Array;
  face: Uint32Array | null;
  /** Remaining pixels to visit. Filling stops at 0, which bounds the cost of any document. */
  budget: number;
}

/** An empty target, valid until the next of its `slot`: its arrays are reused, as allocating is slow. */
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

/** A polygon with the depth of its corners. */
export interface Face extends Polygon {
  z: Float64Array;
}

/** Computes the plane depth = a·x + b·y + c of the polygon by Newell's method, for any number of corners. */
export function depthPlane({ count, x, y, z }: Face, plane: Float64Array): boolean {
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

/** Fills a polygon where it is nearer than the target. */
export function fillFace(target: DepthTarget, shape: Face, plane: Float64Array, face: number): void {
  const bottom = lastSample(shape.count, shape.y, target.height);
  for (let row = firstSample(shape.count, shape.y); row <= bottom && target.budget > 0; row++) {
    findSpan(shape, row, target.width);
    if (span.from <= span.to) fillRow(target, row, plane, face);
  }
}

/** Fills the span in a row. */
function fillRow(target: DepthTarget, row: number, plane: Float64Array, face: number): void {
  const { depth, face: faces, width } = target;
  const { from, to } = span;
  const slope = at(plane, 0);
  let z = slope * (from + 0.5) + at(plane, 1) * (row + 0.5) + at(plane, 2);
  target.budget -= to - from + 1;
  for (let i = row * width + from; i <= row * width + to; i++) {
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
