import { DataArrayTexture, LinearFilter, LinearMipmapLinearFilter, RepeatWrapping } from "three";
import { once } from "#domain/once.ts";
import { noise } from "#domain/world/iso/pattern.ts";
import { MATERIALS, type Material } from "#domain/world/materials.ts";
import { CRACK_TILE } from "./block-shader.ts";

export const TILE_SIDE = 128;
/** Noise for the sky, after all other tiles. */
export const SKY_TILE = CRACK_TILE + 1;
export const TILE_COUNT = SKY_TILE + 1;

const SIDE = TILE_SIDE;
const PIXELS = SIDE * SIDE;

/** Brightness around 1, height and gloss (or glow) from 0 to 1. */
type Texel = readonly [bright: number, height: number, gloss: number];
/** Draws one pixel: x and y from 0 to 1. */
type Draw = (x: number, y: number, pixel: number, fields: NoiseFields) => Texel;

/** The tiles of a world. The pixels are complete when all steps have run, in any order. */
export interface Tiles {
  /** Four bytes per pixel: brightness and slopes along x and y (128 is none), and gloss. Tiles have no seams. */
  pixels: Uint8Array<ArrayBuffer>;
  steps: (() => void)[];
}

/** Prepares the tiles of some materials; those of others stay empty. */
export function prepareTiles(materials: Iterable<Material>): Tiles {
  const pixels = new Uint8Array(PIXELS * 4 * TILE_COUNT);
  const fields = once(createNoiseFields);
  const steps = Array.from(new Set(materials), (material) => () => {
    drawTile(pixels, MATERIALS.indexOf(material), fields(), DRAW[material], RELIEF[material] ?? 1);
  });
  return {
    pixels,
    steps: [
      ...steps,
      () => drawTile(pixels, CRACK_TILE, fields(), cracks, 2),
      () => drawSkyNoise(pixels.subarray(SKY_TILE * PIXELS * 4), fields()),
    ],
  };
}

/** `sharp` keeps tiles sharp at flat angles, which costs time on slow devices. */
export function createTileTexture(pixels: Uint8Array<ArrayBuffer>, sharp: boolean): DataArrayTexture {
  const texture = new DataArrayTexture(pixels, TILE_SIDE, TILE_SIDE, TILE_COUNT);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = sharp ? 4 : 1;
  texture.needsUpdate = true;
  return texture;
}

function drawTile(tiles: Uint8Array, layer: number, fields: NoiseFields, draw: Draw, relief: number): void {
  const heights = new Float32Array(PIXELS);
  const start = layer * PIXELS * 4;
  for (let pixel = 0; pixel < PIXELS; pixel++) {
    const [bright, height, gloss] = draw(
      (pixel % SIDE) / SIDE,
      Math.floor(pixel / SIDE) / SIDE,
      pixel,
      fields,
    );
    heights[pixel] = height;
    tiles[start + pixel * 4] = toByte(bright / 2);
    tiles[start + pixel * 4 + 3] = toByte(gloss);
  }
  for (let pixel = 0; pixel < PIXELS; pixel++) {
    const x = pixel % SIDE;
    const row = pixel - x;
    const left = heights[row + ((x + SIDE - 1) % SIDE)] as number;
    const right = heights[row + ((x + 1) % SIDE)] as number;
    const below = heights[(pixel + PIXELS - SIDE) % PIXELS] as number;
    const above = heights[(pixel + SIDE) % PIXELS] as number;
    tiles[start + pixel * 4 + 1] = toByte(0.5 + (left - right) * relief);
    tiles[start + pixel * 4 + 2] = toByte(0.5 + (below - above) * relief);
  }
}

const toByte = (part: number) => Math.max(0, Math.min(255, Math.round(part * 255)));
const fraction = (value: number) => value - Math.floor(value);
const smooth = (low: number, high: number, value: number) => {
  const t = Math.max(0, Math.min(1, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
};

/** Smooth noise with `cells` cells along each side of a tile. */
function softNoise(cells: number, seed: number): Float32Array {
  const field = new Float32Array(PIXELS);
  const step = SIDE / cells;
  const corner = (x: number, y: number) => noise((x % cells) + seed * 131, (y % cells) + seed * 57);
  for (let cy = 0; cy < cells; cy++) {
    for (let cx = 0; cx < cells; cx++) {
      const [a, b] = [corner(cx, cy), corner(cx + 1, cy)];
      const [c, d] = [corner(cx, cy + 1), corner(cx + 1, cy + 1)];
      for (let y = 0; y < step; y++) {
        const v = smooth(0, step, y);
        const [left, right] = [a + (c - a) * v, b + (d - b) * v];
        const row = (cy * step + y) * SIDE + cx * step;
        for (let x = 0; x < step; x++) field[row + x] = left + (right - left) * smooth(0, step, x);
      }
    }
  }
  return field;
}

const mixFields = (...parts: readonly (readonly [weight: number, field: Float32Array])[]) => {
  const field = new Float32Array(PIXELS);
  for (const [weight, part] of parts) {
    for (let i = 0; i < PIXELS; i++) field[i] = (field[i] as number) + (part[i] as number) * weight;
  }
  return field;
};

/** Smooth noise of several sizes, 0 to 1 per pixel. */
type NoiseFields = ReturnType<typeof createNoiseFields>;

function createNoiseFields() {
  const [n4, n8, n16] = [softNoise(4, 1), softNoise(8, 2), softNoise(16, 3)];
  const [n32, n64] = [softNoise(32, 4), softNoise(64, 5)];
  const coarse = mixFields([0.5, n4], [0.3, n8], [0.2, n16]);
  const fine = mixFields([0.5, n16], [0.3, n32], [0.2, n64]);
  return { n4, n8, n16, n32, n64, coarse, fine };
}

const at = (field: Float32Array, pixel: number) => field[pixel] as number;

/** Scattered points, one in each of `cells` × `cells` cells that repeat: x, y, and a number of its own from 0 to 1. */
function scatterPoints(cells: number, seed: number): Float32Array {
  const key = cells * 1000 + seed;
  const known = pointCache.get(key);
  if (known) return known;
  const points = new Float32Array(cells * cells * 3);
  for (let i = 0; i < cells * cells; i++) {
    const [x, y] = [i % cells, Math.floor(i / cells)];
    points[i * 3] = 0.15 + 0.7 * noise(x + seed, y);
    points[i * 3 + 1] = 0.15 + 0.7 * noise(x, y + seed + 40);
    points[i * 3 + 2] = noise(x + 7, y + seed);
  }
  pointCache.set(key, points);
  return points;
}

const pointCache = new Map<number, Float32Array>();

/** Distance to the nearest and second nearest of scattered points, in cells, and the number of the nearest. */
function scatter(
  x: number,
  y: number,
  cells: number,
  seed: number,
): [near: number, second: number, id: number] {
  const points = scatterPoints(cells, seed);
  let [near, second, id] = [81, 81, 0];
  const [cx, cy] = [Math.floor(x * cells), Math.floor(y * cells)];
  for (let dy = -1; dy <= 1; dy++) {
    const row = ((cy + dy + cells) % cells) * cells;
    for (let dx = -1; dx <= 1; dx++) {
      const point = (row + ((cx + dx + cells) % cells)) * 3;
      const ox = cx + dx + (points[point] as number) - x * cells;
      const oy = cy + dy + (points[point + 1] as number) - y * cells;
      const distance = ox * ox + oy * oy;
      if (distance < near) {
        second = near;
        near = distance;
        id = points[point + 2] as number;
      } else if (distance < second) second = distance;
    }
  }
  return [Math.sqrt(near), Math.sqrt(second), id];
}

/** The topmost of scattered leaves: how far inside it a point is, and its tone; 0 between leaves. */
function leafAt(x: number, y: number, cells: number, seed: number): [inside: number, tone: number] {
  const points = scatterPoints(cells, seed);
  let [top, inside] = [-1, 0];
  const [cx, cy] = [Math.floor(x * cells), Math.floor(y * cells)];
  for (let dy = -1; dy <= 1; dy++) {
    const row = ((cy + dy + cells) % cells) * cells;
    for (let dx = -1; dx <= 1; dx++) {
      const point = (row + ((cx + dx + cells) % cells)) * 3;
      const rank = points[point + 2] as number;
      if (rank <= top) continue;
      const u = x * cells - cx - dx - (points[point] as number);
      const v = y * cells - cy - dy - (points[point + 1] as number);
      const [s, c] = [Math.sin(rank * 90), Math.cos(rank * 90)];
      const along = Math.abs(u * c + v * s) / 0.72;
      const across = Math.abs(v * c - u * s) / 0.42;
      // Pointed at both ends.
      const depth = 1 - along * Math.sqrt(along) - across * Math.sqrt(across);
      if (depth > 0) [top, inside] = [rank, depth];
    }
  }
  return [inside, fraction(top * 13)];
}

/** Stronger or weaker bumps than usual. */
const RELIEF: Partial<Record<Material, number>> = {
  plastic: 0.5,
  brick: 1.6,
  stone: 1.8,
  wood: 1.2,
  water: 2.2,
  ice: 0.6,
  glass: 0.2,
  snow: 1.2,
  sand: 1,
  metal: 0.8,
  leaves: 1.3,
};

const DRAW: Record<Material, Draw> = {
  /** A faint checkerboard, which also shows how fast one moves. */
  plastic: (x, y, i, n) => {
    const seam = Math.min(edgeOf(x * 2), edgeOf(y * 2));
    const isDark = (Math.floor(x * 2) + Math.floor(y * 2)) % 2;
    const groove = smooth(0, 0.025, seam);
    return [
      (isDark ? 0.985 : 1.015) * (0.94 + 0.06 * groove) + (at(n.n64, i) - 0.5) * 0.012,
      groove * 0.3,
      0.8,
    ];
  },
  wood: (x, y, i, n) => {
    const plank = Math.floor(y * 4);
    const shift = fraction(x + noise(plank, 5));
    const seam = Math.min(edgeOf(y * 4) / 4, edgeOf(shift) * 1.2);
    const gap = smooth(0.004, 0.016, seam);
    const grain = Math.sin((y * 4 + at(n.n8, i) * 0.5) * 40 + at(n.coarse, i) * 14) * 0.5 + 0.5;
    const tone = 0.93 + noise(plank, shift < 0.5 ? 3 : 4) * 0.14;
    return [tone * (0.94 + grain * 0.08) * (0.66 + 0.34 * gap), gap * 0.6 + grain * 0.12, 0.3];
  },
  brick: (x, y, i, n) => {
    const row = Math.floor(y * 4);
    const along = fraction(x + (row % 2) * 0.25) * 2;
    const seam = Math.min(edgeOf(y * 4) / 4, edgeOf(along) / 2);
    const face = smooth(0.012, 0.03, seam);
    const tone = 0.9 + noise(row, Math.floor(along) + 11) * 0.2 + (at(n.fine, i) - 0.5) * 0.1;
    return [1.22 * (1 - face) * 0.88 + tone * face, face * 0.8 + at(n.fine, i) * 0.14 * face, 0.25 * face];
  },
  grass: (_x, _y, i, n) => {
    const blade = at(n.n64, i) * 0.55 + at(n.n32, i) * 0.45;
    const patch = at(n.coarse, i) - 0.5;
    const tuft = smooth(0.6, 0.78, blade);
    return [0.98 + patch * 0.16 + (blade - 0.5) * 0.12 + tuft * 0.06, blade * 0.34, 0.1];
  },
  dirt: (x, y, i, n) => {
    const [near, , id] = scatter(x, y, 9, 3);
    const pebble = smooth(0.3, 0.18, near) * (id > 0.55 ? 1 : 0);
    return [
      0.92 + at(n.fine, i) * 0.16 + pebble * 0.12,
      at(n.fine, i) * 0.4 + pebble * 0.5,
      0.05 + pebble * 0.2,
    ];
  },
  /** Chiseled: each facet leans another way, with hardly a joint between them. */
  stone: (x, y, i, n) => {
    const [near, second, id] = scatter(x, y, 4, 9);
    const joint = smooth(0, 0.07, second - near);
    const [, , small] = scatter(x, y, 11, 13);
    const lean = (id - 0.5) * 0.5 + near * 0.55;
    const grain = (at(n.fine, i) - 0.5) * 0.16 + (small > 0.8 ? 0.05 : small < 0.12 ? -0.06 : 0);
    return [
      (0.86 + 0.14 * joint) * (0.95 + id * 0.1) + grain,
      joint * 0.25 - lean * 0.3 + at(n.fine, i) * 0.25,
      0.3 * joint,
    ];
  },
  sand: (_x, y, i, n) => {
    const ripple = Math.sin((y * 8 + (at(n.n4, i) + at(n.n8, i)) * 0.9) * Math.PI * 2) * 0.5 + 0.5;
    return [0.96 + ripple * 0.04 + (at(n.n64, i) - 0.5) * 0.09, ripple * 0.13 + at(n.n64, i) * 0.06, 0.1];
  },
  snow: (_x, _y, i, n) => [
    0.97 + at(n.coarse, i) * 0.06,
    at(n.coarse, i) * 0.9 + at(n.n32, i) * 0.1,
    smooth(0.83, 0.9, at(n.n64, i)),
  ],
  ice: (x, y, i, n) => {
    const [near, second] = scatter(x, y, 3, 21);
    const crack = smooth(0.05, 0.0, second - near);
    const frost = smooth(0.55, 0.8, at(n.coarse, i));
    const sheen = smooth(0.42, 0.5, fraction((x + y) * 1)) * smooth(0.62, 0.54, fraction((x + y) * 1));
    return [
      0.97 + crack * 0.25 + frost * 0.08 + sheen * 0.12,
      at(n.n8, i) * 0.3 - crack * 0.5,
      1 - frost * 0.5,
    ];
  },
  metal: (x, y, i, n) => {
    const seam = Math.min(edgeOf(x), edgeOf(y));
    const groove = smooth(0.006, 0.02, seam);
    const [rx, ry] = [Math.min(x, 1 - x) - 0.06, Math.min(y, 1 - y) - 0.06];
    const rivet = smooth(0.026, 0.016, Math.sqrt(rx * rx + ry * ry));
    const brushed = noise(Math.floor(y * SIDE), 77) * 0.05 + at(n.n32, i) * 0.03;
    return [(0.95 + brushed) * (0.7 + 0.3 * groove) + rivet * 0.1, groove * 0.5 + rivet * 0.6, groove];
  },
  glass: (x, y) => {
    const line = fraction((x + y) * 1);
    const sheen =
      smooth(0.3, 0.33, line) * smooth(0.46, 0.43, line) +
      0.6 * smooth(0.52, 0.54, line) * smooth(0.58, 0.56, line);
    return [1 + sheen * 0.35, 0.5, 0.5 + sheen * 0.5];
  },
  neon: (x, y) => {
    const seam = Math.min(edgeOf(x * 2), edgeOf(y * 2));
    return [0.92 + 0.1 * smooth(0, 0.1, seam), smooth(0, 0.06, seam) * 0.3, 1];
  },
  water: (x, y, i, n) => {
    const [near, second] = scatter(x, y, 5, 31);
    const line = smooth(0.12, 0.0, second - near) * smooth(0.35, 0.65, at(n.coarse, i));
    return [
      0.96 + line * 0.3 + (at(n.coarse, i) - 0.5) * 0.1,
      at(n.coarse, i) * 0.8 + at(n.n16, i) * 0.35,
      0.7 + line * 0.3,
    ];
  },
  lava: (x, y, i, n) => {
    const [near, second] = scatter(x + (at(n.n8, i) - 0.5) * 0.06, y + (at(n.n16, i) - 0.5) * 0.05, 4, 51);
    const vein = smooth(0.26, 0.02, second - near);
    return [0.62 + at(n.fine, i) * 0.2 + vein * 0.9, 0.6 - vein * 0.6 + at(n.fine, i) * 0.2, vein];
  },
  leaves: (x, y, i, n) => {
    const [lower, lowerTone] = leafAt(x, y, 9, 61);
    const [upper, upperTone] = leafAt(x, y, 7, 67);
    const isUpper = upper > 0;
    const dome = isUpper ? upper : lower * 0.7;
    const tone = isUpper ? 0.96 + upperTone * 0.16 : lower > 0 ? 0.84 + lowerTone * 0.12 : 0.72;
    const bright = tone * (0.86 + 0.16 * Math.min(1, dome * 1.6)) + (at(n.n4, i) - 0.5) * 0.08;
    return [bright, (isUpper ? 0.35 : 0) + dome * 0.3, 0.3 * dome];
  },
  cloth: (x, y, i, n) => {
    const [u, v] = [x * 16, y * 16];
    const isOver = (Math.floor(u) + Math.floor(v)) % 2 === 0;
    const thread = Math.sin(fraction(isOver ? v : u) * Math.PI);
    return [0.93 + thread * 0.09 + (at(n.n8, i) - 0.5) * 0.05, thread * 0.25, 0.05];
  },
};

function edgeOf(value: number): number {
  return Math.abs(value - Math.round(value));
}

function cracks(x: number, y: number, i: number, n: NoiseFields): Texel {
  const bend = (at(n.n16, i) - 0.5) * 0.1;
  const [near, second] = scatter(fraction(x + bend + 1), fraction(y + bend + 1), 3, 71);
  const [nearSmall, secondSmall] = scatter(x, y, 7, 81);
  const large = smooth(0.02, 0.1, second - near);
  const small = smooth(0, 0.05, secondSmall - nearSmall) * 0.5 + 0.5;
  const solid = large * (near > 0.42 ? small : 1);
  return [solid, solid, 0];
}

/** Noise for clouds and hills: coarse, fine, heaps of round puffs, and plain. */
function drawSkyNoise(tile: Uint8Array, n: NoiseFields): void {
  for (let i = 0; i < PIXELS; i++) {
    const [x, y] = [(i % SIDE) / SIDE, Math.floor(i / SIDE) / SIDE];
    const [near] = scatter(x, y, 8, 101);
    tile[i * 4] = toByte(at(n.coarse, i));
    tile[i * 4 + 1] = toByte(at(n.fine, i));
    tile[i * 4 + 2] = toByte(1 - near * near * 1.4);
    tile[i * 4 + 3] = toByte(at(n.n4, i));
  }
}
