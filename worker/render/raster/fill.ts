import {
  cornerValues,
  INTERPOLANT_COUNT,
  INTERPOLANTS,
  startValues,
  stepDown,
  stepRight,
} from "./interpolants.ts";
import { type Surface, shadeSpan } from "./shade.ts";
import type { Target } from "./target.ts";
import { SUBPIXEL, type Vertices } from "./vertices.ts";

/** Triangles whose normals differ less look the same lit per corner or per sample. */
const SMOOTH = Math.cos((12 * Math.PI) / 180);

/** Draws the triangles of a mesh that face the camera, or those facing away from it. */
export function fillSide(
  target: Target,
  vertices: Vertices,
  indices: ArrayLike<number>,
  surface: Surface,
  backFaces: boolean,
): void {
  const { w } = vertices;
  for (let i = 0; i < indices.length; i += 3) {
    const a = indices[i] as number;
    const b = indices[i + 1] as number;
    const c = indices[i + 2] as number;
    // Skip triangles at the near plane: models are bounded by their slot, and the camera is well outside.
    if (w[a] === 0 || w[b] === 0 || w[c] === 0) continue;
    fillTriangle(target, vertices, a, b, c, surface, backFaces);
  }
}

function fillTriangle(
  target: Target,
  vertices: Vertices,
  a: number,
  second: number,
  third: number,
  surface: Surface,
  backFaces: boolean,
): void {
  const { x, y } = vertices;
  const ax = x[a] as number;
  const ay = y[a] as number;
  const turn =
    ((x[second] as number) - ax) * ((y[third] as number) - ay) -
    ((y[second] as number) - ay) * ((x[third] as number) - ax);
  // Screen rows go down, so counter-clockwise triangles have a negative area.
  if (backFaces ? turn <= 0 : turn >= 0) return;
  const b = backFaces ? second : third;
  const c = backFaces ? third : second;
  const bx = x[b] as number;
  const by = y[b] as number;
  const cx = x[c] as number;
  const cy = y[c] as number;
  const left = Math.max(0, sampleFrom(Math.min(ax, bx, cx)));
  const top = Math.max(0, sampleFrom(Math.min(ay, by, cy)));
  const last = Math.min(target.width - 1, sampleTo(Math.max(ax, bx, cx)));
  const bottom = Math.min(target.height - 1, sampleTo(Math.max(ay, by, cy)));
  if (left > last || top > bottom) return;

  // Per-corner light is only valid for front faces.
  const perSample = surface.lights !== null && (backFaces || !bendsLittle(vertices.normals, a, b, c));
  readCorners(vertices, a, b, c, perSample, backFaces ? -1 : 1);
  spread(bx - ax, by - ay, cx - ax, cy - ay, left + 0.5 - ax / SUBPIXEL, top + 0.5 - ay / SUBPIXEL);
  // Twice the area of the triangle between a sample and each edge: all three are positive inside.
  const px = left * SUBPIXEL + SUBPIXEL / 2;
  const py = top * SUBPIXEL + SUBPIXEL / 2;
  let edgeA = (bx - ax) * (py - ay) - (by - ay) * (px - ax) + bias(bx - ax, by - ay);
  let edgeB = (cx - bx) * (py - by) - (cy - by) * (px - bx) + bias(cx - bx, cy - by);
  let edgeC = (ax - cx) * (py - cy) - (ay - cy) * (px - cx) + bias(ax - cx, ay - cy);
  const rightA = -(by - ay) * SUBPIXEL;
  const rightB = -(cy - by) * SUBPIXEL;
  const rightC = -(ay - cy) * SUBPIXEL;
  const downA = (bx - ax) * SUBPIXEL;
  const downB = (cx - bx) * SUBPIXEL;
  const downC = (ax - cx) * SUBPIXEL;
  for (let row = top; row <= bottom; row++) {
    const from = Math.max(0, first(edgeA, rightA), first(edgeB, rightB), first(edgeC, rightC));
    const to = Math.min(last - left, end(edgeA, rightA), end(edgeB, rightB), end(edgeC, rightC));
    if (from <= to) shadeSpan(target, row * target.width + left, from, to, row - top, surface, perSample);
    edgeA += downA;
    edgeB += downB;
    edgeC += downC;
  }
}

/** The first sample at or right of a subpixel position, and the last one at or left of it. */
const sampleFrom = (position: number) => Math.ceil((position - SUBPIXEL / 2) / SUBPIXEL);
const sampleTo = (position: number) => Math.floor((position - SUBPIXEL / 2) / SUBPIXEL);

/** Top-left rule: a sample on an edge belongs to exactly one of the adjacent triangles. */
const bias = (dx: number, dy: number) => (dy < 0 || (dy === 0 && dx > 0) ? 0 : -1);

/** The first and last step to the right at which this edge's value isn't negative. */
const first = (edge: number, step: number) =>
  step > 0 ? Math.ceil(-edge / step) : edge < 0 ? Number.POSITIVE_INFINITY : 0;
const end = (edge: number, step: number) => (step < 0 ? Math.floor(edge / -step) : Number.POSITIVE_INFINITY);

function bendsLittle(normals: Float64Array, a: number, b: number, c: number): boolean {
  return near(normals, a, b) && near(normals, b, c) && near(normals, c, a);
}

const near = (normals: Float64Array, a: number, b: number) =>
  (normals[a * 3] as number) * (normals[b * 3] as number) +
    (normals[a * 3 + 1] as number) * (normals[b * 3 + 1] as number) +
    (normals[a * 3 + 2] as number) * (normals[b * 3 + 2] as number) >
  SMOOTH;

/** Computes the gradients of all interpolants over the triangle. Sides are in subpixels, offsets in samples. */
function spread(abx: number, aby: number, acx: number, acy: number, fromX: number, fromY: number): void {
  const scale = SUBPIXEL / (abx * acy - aby * acx);
  for (let i = 0; i < INTERPOLANT_COUNT; i++) {
    const value = cornerValues[i] as number;
    const ab = (cornerValues[INTERPOLANT_COUNT + i] as number) - value;
    const ac = (cornerValues[INTERPOLANT_COUNT * 2 + i] as number) - value;
    const dx = (ab * acy - ac * aby) * scale;
    const dy = (ac * abx - ab * acx) * scale;
    stepRight[i] = dx;
    stepDown[i] = dy;
    startValues[i] = value + dx * fromX + dy * fromY;
  }
}

function readCorners(
  vertices: Vertices,
  a: number,
  b: number,
  c: number,
  perSample: boolean,
  side: number,
): void {
  readCorner(0, vertices, a, perSample, side);
  readCorner(INTERPOLANT_COUNT, vertices, b, perSample, side);
  readCorner(INTERPOLANT_COUNT * 2, vertices, c, perSample, side);
}

function readCorner(to: number, vertices: Vertices, vertex: number, perSample: boolean, side: number): void {
  const { z, w, uvs, normals, lit, shades } = vertices;
  const near = w[vertex] as number;
  cornerValues[to + INTERPOLANTS.z] = z[vertex] as number;
  cornerValues[to + INTERPOLANTS.w] = near;
  // Perspective correction: texture coordinates are only linear after division by the distance.
  cornerValues[to + INTERPOLANTS.u] = uvs ? (uvs[vertex * 2] as number) * near : 0;
  cornerValues[to + INTERPOLANTS.v] = uvs ? (uvs[vertex * 2 + 1] as number) * near : 0;
  const from = perSample ? normals : lit;
  const sign = perSample ? side : 1;
  cornerValues[to + INTERPOLANTS.a] = (from[vertex * 3] as number) * sign;
  cornerValues[to + INTERPOLANTS.b] = (from[vertex * 3 + 1] as number) * sign;
  cornerValues[to + INTERPOLANTS.c] = (from[vertex * 3 + 2] as number) * sign;
  cornerValues[to + INTERPOLANTS.shade] = shades ? (shades[vertex * 3] as number) : 1;
}
