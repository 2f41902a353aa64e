import { ENCODED, LAST_STEP, LINEAR } from "./color.ts";
import type { Lights } from "./light.ts";
import type { Target } from "./target.ts";
import { SUBPIXEL, type Vertices } from "./vertices.ts";

/** What a mesh's surface is like. */
export interface Surface {
  /** Linear colour, multiplied by the texture's where there is one. */
  red: number;
  green: number;
  blue: number;
  texture: Texture | null;
  /** Without lights the colour is shown as it is. */
  lights: Lights | null;
  bothSides: boolean;
  /** Mixed with what lies behind, by the texture's alpha. */
  blended: boolean;
  writesDepth: boolean;
}

export interface Texture {
  /** RGBA bytes as sRGB, one number a pixel. */
  words: Uint32Array;
  width: number;
  height: number;
  repeats: boolean;
}

/** Values that change evenly over a triangle's picture: at its first sample, per sample to the right, per sample down. */
const Z = 0;
const W = 1;
const U = 2;
const V = 3;
const NX = 4;
const NY = 5;
const NZ = 6;
const SHADE = 7;
const COUNT = 8;
const corner = new Float64Array(COUNT * 3);
const start = new Float64Array(COUNT);
const right = new Float64Array(COUNT);
const down = new Float64Array(COUNT);
/** The lit colour of a sample, linear, before its texture. */
const lit = new Float64Array(3);
/** The texture at a sample: linear red, green, blue, and alpha from 0 to 255. */
const texel = new Float64Array(4);

/** Draws all triangles of a mesh. */
export function fillMesh(
  target: Target,
  vertices: Vertices,
  indices: ArrayLike<number>,
  surface: Surface,
): void {
  for (let i = 0; i < indices.length; i += 3) {
    const a = indices[i] as number;
    const b = indices[i + 1] as number;
    const c = indices[i + 2] as number;
    // A model is bounded by its slot and the camera stands well outside: what reaches the near plane is left out.
    if (vertices.w[a] === 0 || vertices.w[b] === 0 || vertices.w[c] === 0) continue;
    fillTriangle(target, vertices, a, b, c, surface);
  }
}

function fillTriangle(
  target: Target,
  vertices: Vertices,
  a: number,
  second: number,
  third: number,
  surface: Surface,
): void {
  const { x, y } = vertices;
  const ax = x[a] as number;
  const ay = y[a] as number;
  let area =
    ((x[second] as number) - ax) * ((y[third] as number) - ay) -
    ((y[second] as number) - ay) * ((x[third] as number) - ax);
  // Counter-clockwise corners run clockwise on a screen whose rows go down, which makes the area negative.
  const facesAway = area > 0;
  if (area === 0 || (facesAway && !surface.bothSides)) return;
  const b = facesAway ? second : third;
  const c = facesAway ? third : second;
  area = Math.abs(area);
  const bx = x[b] as number;
  const by = y[b] as number;
  const cx = x[c] as number;
  const cy = y[c] as number;
  const left = Math.max(0, sampleFrom(Math.min(ax, bx, cx)));
  const top = Math.max(0, sampleFrom(Math.min(ay, by, cy)));
  const last = Math.min(target.width - 1, sampleTo(Math.max(ax, bx, cx)));
  const bottom = Math.min(target.height - 1, sampleTo(Math.max(ay, by, cy)));
  if (left > last || top > bottom) return;

  spread(vertices, a, b, c, area, left, top, facesAway ? -1 : 1);
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
    if (from <= to) fillSpan(target, row * target.width + left, from, to, row - top, surface);
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

/** Works out how everything that is interpolated changes over the triangle. */
function spread(
  { x, y, z, w, normals, uvs, shades }: Vertices,
  a: number,
  b: number,
  c: number,
  area: number,
  left: number,
  top: number,
  side: number,
): void {
  readCorner(0, a, z, w, normals, uvs, shades, side);
  readCorner(COUNT, b, z, w, normals, uvs, shades, side);
  readCorner(COUNT * 2, c, z, w, normals, uvs, shades, side);
  const ax = x[a] as number;
  const ay = y[a] as number;
  const abx = (x[b] as number) - ax;
  const aby = (y[b] as number) - ay;
  const acx = (x[c] as number) - ax;
  const acy = (y[c] as number) - ay;
  const scale = SUBPIXEL / area;
  const fromX = left + 0.5 - ax / SUBPIXEL;
  const fromY = top + 0.5 - ay / SUBPIXEL;
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

function readCorner(
  to: number,
  vertex: number,
  z: Float64Array,
  w: Float64Array,
  normals: Float64Array,
  uvs: Float32Array | null,
  shades: Float32Array | null,
  side: number,
): void {
  const near = w[vertex] as number;
  corner[to + Z] = z[vertex] as number;
  corner[to + W] = near;
  // Places in a texture change evenly only after division by the distance.
  corner[to + U] = uvs ? (uvs[vertex * 2] as number) * near : 0;
  corner[to + V] = uvs ? (uvs[vertex * 2 + 1] as number) * near : 0;
  corner[to + NX] = (normals[vertex * 3] as number) * side;
  corner[to + NY] = (normals[vertex * 3 + 1] as number) * side;
  corner[to + NZ] = (normals[vertex * 3 + 2] as number) * side;
  corner[to + SHADE] = shades ? (shades[vertex] as number) : 1;
}

/** Draws the samples `from` to `to` of a row that begins at `base` in the target, where they are in front. */
function fillSpan(
  target: Target,
  base: number,
  from: number,
  to: number,
  row: number,
  surface: Surface,
): void {
  const { depth, words } = target;
  const { texture, lights, blended, writesDepth } = surface;
  const stepZ = right[Z] as number;
  let z = (start[Z] as number) + (down[Z] as number) * row + stepZ * from;
  for (let i = from; i <= to; i++, z += stepZ) {
    const at = base + i;
    const near = Math.fround(z);
    if (near > (depth[at] as number)) continue;
    if (texture) sample(texture, i, row);
    else texel.fill(1, 0, 3);
    if (blended && (texel[3] as number) < 1) continue;
    if (lights) light(lights, i, row);
    else lit.fill(1);
    const red = encode(surface.red * (lit[0] as number) * (texel[0] as number));
    const green = encode(surface.green * (lit[1] as number) * (texel[1] as number));
    const blue = encode(surface.blue * (lit[2] as number) * (texel[2] as number));
    words[at] = blended
      ? blend(words[at] as number, red, green, blue, texel[3] as number)
      : (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
    if (writesDepth) depth[at] = near;
  }
}

const encode = (light: number): number =>
  ENCODED[light >= 1 ? LAST_STEP : (light * LAST_STEP + 0.5) | 0] as number;

/** Lays a colour over a sample; `alpha` from 0 to 255. All are bytes, and the sample is multiplied by its own alpha. */
function blend(under: number, red: number, green: number, blue: number, alpha: number): number {
  const share = alpha / 255;
  const rest = 1 - share;
  const r = ((under & 0xff) * rest + red * share + 0.5) | 0;
  const g = (((under >>> 8) & 0xff) * rest + green * share + 0.5) | 0;
  const b = (((under >>> 16) & 0xff) * rest + blue * share + 0.5) | 0;
  const a = ((under >>> 24) * rest + alpha + 0.5) | 0;
  return ((a << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

/** Light that a sample's surface sends on, for white: into `lit`. */
function light({ ground, rise, directed }: Lights, i: number, row: number): void {
  const x = (start[NX] as number) + (right[NX] as number) * i + (down[NX] as number) * row;
  const y = (start[NY] as number) + (right[NY] as number) * i + (down[NY] as number) * row;
  const z = (start[NZ] as number) + (right[NZ] as number) * i + (down[NZ] as number) * row;
  const shade = (start[SHADE] as number) + (right[SHADE] as number) * i + (down[SHADE] as number) * row;
  const unit = 1 / Math.sqrt(x * x + y * y + z * z);
  const upward = (y * unit + 1) / 2;
  let red = (ground[0] as number) + (rise[0] as number) * upward;
  let green = (ground[1] as number) + (rise[1] as number) * upward;
  let blue = (ground[2] as number) + (rise[2] as number) * upward;
  for (let l = 0; l < directed.length; l += 6) {
    const facing =
      (x * (directed[l] as number) + y * (directed[l + 1] as number) + z * (directed[l + 2] as number)) *
      unit;
    if (facing <= 0) continue;
    red += (directed[l + 3] as number) * facing;
    green += (directed[l + 4] as number) * facing;
    blue += (directed[l + 5] as number) * facing;
  }
  lit[0] = red * shade;
  lit[1] = green * shade;
  lit[2] = blue * shade;
}

/** The texture at a sample, between its four nearest pixels in linear light: into `texel`. */
function sample({ words, width, height, repeats }: Texture, i: number, row: number): void {
  const w = 1 / ((start[W] as number) + (right[W] as number) * i + (down[W] as number) * row);
  const u = ((start[U] as number) + (right[U] as number) * i + (down[U] as number) * row) * w;
  const v = ((start[V] as number) + (right[V] as number) * i + (down[V] as number) * row) * w;
  const x = u * width - 0.5;
  const y = v * height - 0.5;
  const column = Math.floor(x);
  const line = Math.floor(y);
  const shareX = x - column;
  const shareY = y - line;
  const x0 = repeats ? wrapped(column, width) : clamped(column, width);
  const x1 = repeats ? wrapped(column + 1, width) : clamped(column + 1, width);
  const y0 = (repeats ? wrapped(line, height) : clamped(line, height)) * width;
  const y1 = (repeats ? wrapped(line + 1, height) : clamped(line + 1, height)) * width;
  const a = words[y0 + x0] as number;
  const b = words[y0 + x1] as number;
  const c = words[y1 + x0] as number;
  const d = words[y1 + x1] as number;
  if (a === b && a === c && a === d) {
    texel[0] = LINEAR[a & 0xff] as number;
    texel[1] = LINEAR[(a >>> 8) & 0xff] as number;
    texel[2] = LINEAR[(a >>> 16) & 0xff] as number;
    texel[3] = a >>> 24;
    return;
  }
  const shareA = (1 - shareX) * (1 - shareY);
  const shareB = shareX * (1 - shareY);
  const shareC = (1 - shareX) * shareY;
  const shareD = shareX * shareY;
  texel[0] =
    (LINEAR[a & 0xff] as number) * shareA +
    (LINEAR[b & 0xff] as number) * shareB +
    (LINEAR[c & 0xff] as number) * shareC +
    (LINEAR[d & 0xff] as number) * shareD;
  texel[1] =
    (LINEAR[(a >>> 8) & 0xff] as number) * shareA +
    (LINEAR[(b >>> 8) & 0xff] as number) * shareB +
    (LINEAR[(c >>> 8) & 0xff] as number) * shareC +
    (LINEAR[(d >>> 8) & 0xff] as number) * shareD;
  texel[2] =
    (LINEAR[(a >>> 16) & 0xff] as number) * shareA +
    (LINEAR[(b >>> 16) & 0xff] as number) * shareB +
    (LINEAR[(c >>> 16) & 0xff] as number) * shareC +
    (LINEAR[(d >>> 16) & 0xff] as number) * shareD;
  texel[3] = (a >>> 24) * shareA + (b >>> 24) * shareB + (c >>> 24) * shareC + (d >>> 24) * shareD;
}

const clamped = (place: number, size: number) => (place < 0 ? 0 : place >= size ? size - 1 : place);
const wrapped = (place: number, size: number) => ((place % size) + size) % size;
