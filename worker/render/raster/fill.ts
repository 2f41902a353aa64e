import { type Surface, shadeSpan } from "./shade.ts";
import { COUNT, corner, down, right, SLOT, start } from "./slopes.ts";
import type { Target } from "./target.ts";
import { SUBPIXEL, type Vertices } from "./vertices.ts";

/** Corners whose normals are this close look the same whether light is worked out at them or at every sample. */
const SMOOTH = Math.cos((12 * Math.PI) / 180);

/** Draws a mesh's triangles that face the camera, or those turned away from it. */
export function fillSide(
  target: Target,
  vertices: Vertices,
  indices: ArrayLike<number>,
  surface: Surface,
  away: boolean,
): void {
  const { w } = vertices;
  for (let i = 0; i < indices.length; i += 3) {
    const a = indices[i] as number;
    const b = indices[i + 1] as number;
    const c = indices[i + 2] as number;
    // A model is bounded by its slot and the camera stands well outside: what reaches the near plane is left out.
    if (w[a] === 0 || w[b] === 0 || w[c] === 0) continue;
    fillTriangle(target, vertices, a, b, c, surface, away);
  }
}

function fillTriangle(
  target: Target,
  vertices: Vertices,
  a: number,
  second: number,
  third: number,
  surface: Surface,
  away: boolean,
): void {
  const { x, y } = vertices;
  const ax = x[a] as number;
  const ay = y[a] as number;
  const turn =
    ((x[second] as number) - ax) * ((y[third] as number) - ay) -
    ((y[second] as number) - ay) * ((x[third] as number) - ax);
  // Counter-clockwise corners run clockwise on a screen whose rows go down, which makes the area negative.
  if (away ? turn <= 0 : turn >= 0) return;
  const b = away ? second : third;
  const c = away ? third : second;
  const bx = x[b] as number;
  const by = y[b] as number;
  const cx = x[c] as number;
  const cy = y[c] as number;
  const left = Math.max(0, sampleFrom(Math.min(ax, bx, cx)));
  const top = Math.max(0, sampleFrom(Math.min(ay, by, cy)));
  const last = Math.min(target.width - 1, sampleTo(Math.max(ax, bx, cx)));
  const bottom = Math.min(target.height - 1, sampleTo(Math.max(ay, by, cy)));
  if (left > last || top > bottom) return;

  // Light worked out at the corners is that of their front.
  const fine = surface.lights !== null && (away || !bendsLittle(vertices.normals, a, b, c));
  readCorners(vertices, a, b, c, fine, away ? -1 : 1);
  spread(bx - ax, by - ay, cx - ax, cy - ay, left + 0.5 - ax / SUBPIXEL, top + 0.5 - ay / SUBPIXEL);
  // Twice the area of the triangle that a sample makes with each edge: all three are positive inside.
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
    if (from <= to) shadeSpan(target, row * target.width + left, from, to, row - top, surface, fine);
    edgeA += downA;
    edgeB += downB;
    edgeC += downC;
  }
}

/** First and last sample whose middle is at or right of, at or left of a place in subpixels. */
const sampleFrom = (place: number) => Math.ceil((place - SUBPIXEL / 2) / SUBPIXEL);
const sampleTo = (place: number) => Math.floor((place - SUBPIXEL / 2) / SUBPIXEL);

/** A sample on an edge belongs to the triangle right of or below it, so that neighbours share none and miss none. */
const bias = (dx: number, dy: number) => (dy < 0 || (dy === 0 && dx > 0) ? 0 : -1);

/** First and last step to the right at which an edge's value is not negative, as far as this edge alone can tell. */
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

/** Works out how everything that is interpolated changes over the triangle; sides in subpixels, offsets in samples. */
function spread(abx: number, aby: number, acx: number, acy: number, fromX: number, fromY: number): void {
  const scale = SUBPIXEL / (abx * acy - aby * acx);
  for (let i = 0; i < COUNT; i++) {
    const value = corner[i] as number;
    const ab = (corner[COUNT + i] as number) - value;
    const ac = (corner[COUNT * 2 + i] as number) - value;
    const dx = (ab * acy - ac * aby) * scale;
    const dy = (ac * abx - ab * acx) * scale;
    right[i] = dx;
    down[i] = dy;
    start[i] = value + dx * fromX + dy * fromY;
  }
}

function readCorners(vertices: Vertices, a: number, b: number, c: number, fine: boolean, side: number): void {
  readCorner(0, vertices, a, fine, side);
  readCorner(COUNT, vertices, b, fine, side);
  readCorner(COUNT * 2, vertices, c, fine, side);
}

function readCorner(to: number, vertices: Vertices, vertex: number, fine: boolean, side: number): void {
  const { z, w, uvs, normals, lit, shades } = vertices;
  const near = w[vertex] as number;
  corner[to + SLOT.z] = z[vertex] as number;
  corner[to + SLOT.w] = near;
  // Places in a texture change evenly only after division by the distance.
  corner[to + SLOT.u] = uvs ? (uvs[vertex * 2] as number) * near : 0;
  corner[to + SLOT.v] = uvs ? (uvs[vertex * 2 + 1] as number) * near : 0;
  const from = fine ? normals : lit;
  const sign = fine ? side : 1;
  corner[to + SLOT.a] = (from[vertex * 3] as number) * sign;
  corner[to + SLOT.b] = (from[vertex * 3 + 1] as number) * sign;
  corner[to + SLOT.c] = (from[vertex * 3 + 2] as number) * sign;
  corner[to + SLOT.shade] = shades ? (shades[vertex * 3] as number) : 1;
}
