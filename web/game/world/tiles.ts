import { MATERIALS, type Material } from "#domain/world/block.ts";
import { noise } from "#domain/world/iso/pattern.ts";

/** Pixels along each side of a tile. */
export const TILE_SIDE = 128;
/** Tiles after those of the materials: cracks of crumbling blocks, and noise for the sky. */
export const CRACK_TILE = MATERIALS.length;
export const SKY_TILE = CRACK_TILE + 1;
export const TILE_COUNT = SKY_TILE + 1;

const SIDE = TILE_SIDE;
const PIXELS = SIDE * SIDE;

/** Draws one pixel: x and y from 0 to 1. Returns brightness around 1, height and gloss (or glow) from 0 to 1. */
type Draw = (x: number, y: number, pixel: number) => readonly [bright: number, height: number, gloss: number];

/**
 * Draws all tiles, which repeat without seams. Four bytes per pixel: brightness (128 is unchanged), the slope along x and y
 * (128 is level), and gloss.
 */
export function drawTiles(): Uint8Array<ArrayBuffer> {
  const tiles = new Uint8Array(PIXELS * 4 * TILE_COUNT);
  MATERIALS.forEach((material, layer) => {
    drawTile(tiles, layer, DRAW[material], RELIEF[material] ?? 1);
  });
  drawTile(tiles, CRACK_TILE, cracks, 2);
  drawSkyNoise(tiles.subarray(SKY_TILE * PIXELS * 4));
  return tiles;
}

function drawTile(tiles: Uint8Array, layer: number, draw: Draw, relief: number): void {
  const heights = new Float32Array(PIXELS);
  const start = layer * PIXELS * 4;
  for (let pixel = 0; pixel < PIXELS; pixel++) {
    const [bright, height, gloss] = draw((pixel % SIDE) / SIDE, Math.floor(pixel / SIDE) / SIDE, pixel);
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

const N4 = softNoise(4, 1);
const N8 = softNoise(8, 2);
const N16 = softNoise(16, 3);
const N32 = softNoise(32, 4);
const N64 = softNoise(64, 5);
const COARSE = mixFields([0.5, N4], [0.3, N8], [0.2, N16]);
const FINE = mixFields([0.5, N16], [0.3, N32], [0.2, N64]);
const at = (field: Float32Array, pixel: number) => field[pixel] as number;

/** Distance to the nearest and second nearest of scattered points, in cells. The points lie in `cells` × `cells` cells. */
function scatter(
  x: number,
  y: number,
  cells: number,
  seed: number,
): [near: number, second: number, id: number] {
  let [near, second, id] = [9, 9, 0];
  const [cx, cy] = [Math.floor(x * cells), Math.floor(y * cells)];
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const [px, py] = [(cx + dx + cells) % cells, (cy + dy + cells) % cells];
      const ox = cx + dx + 0.15 + 0.7 * noise(px + seed, py) - x * cells;
      const oy = cy + dy + 0.15 + 0.7 * noise(px, py + seed + 40) - y * cells;
      const distance = Math.sqrt(ox * ox + oy * oy);
      if (distance < near) [near, second, id] = [distance, near, noise(px + 7, py + seed)];
      else if (distance < second) second = distance;
    }
  }
  return [near, second, id];
}

/** Stronger or weaker bumps than usual. */
const RELIEF: Partial<Record<Material, number>> = {
  plastic: 0.5,
  brick: 1.6,
  stone: 1.5,
  wood: 1.2,
  water: 2.2,
  ice: 0.6,
  glass: 0.2,
  snow: 1.2,
  sand: 1.2,
  metal: 0.8,
  leaves: 1.8,
};

const DRAW: Record<Material, Draw> = {
  /** A faint checkerboard, which also shows how fast one moves. */
  plastic: (x, y, i) => {
    const seam = Math.min(edgeOf(x * 2), edgeOf(y * 2));
    const isDark = (Math.floor(x * 2) + Math.floor(y * 2)) % 2;
    const groove = smooth(0, 0.025, seam);
    return [
      (isDark ? 0.985 : 1.015) * (0.94 + 0.06 * groove) + (at(N64, i) - 0.5) * 0.012,
      groove * 0.3,
      0.8,
    ];
  },
  wood: (x, y, i) => {
    const plank = Math.floor(y * 4);
    const shift = fraction(x + noise(plank, 5));
    const seam = Math.min(edgeOf(y * 4) / 4, edgeOf(shift) * 1.2);
    const gap = smooth(0.004, 0.016, seam);
    const grain = Math.sin((y * 4 + at(N8, i) * 0.5) * 40 + at(COARSE, i) * 14) * 0.5 + 0.5;
    const tone = 0.93 + noise(plank, shift < 0.5 ? 3 : 4) * 0.14;
    return [tone * (0.94 + grain * 0.08) * (0.66 + 0.34 * gap), gap * 0.6 + grain * 0.12, 0.3];
  },
  brick: (x, y, i) => {
    const row = Math.floor(y * 4);
    const along = fraction(x + (row % 2) * 0.25) * 2;
    const seam = Math.min(edgeOf(y * 4) / 4, edgeOf(along) / 2);
    const face = smooth(0.012, 0.03, seam);
    const tone = 0.9 + noise(row, Math.floor(along) + 11) * 0.2 + (at(FINE, i) - 0.5) * 0.1;
    return [1.22 * (1 - face) * 0.88 + tone * face, face * 0.8 + at(FINE, i) * 0.14 * face, 0.25 * face];
  },
  grass: (_x, _y, i) => {
    const blade = at(N64, i) * 0.55 + at(N32, i) * 0.45;
    const patch = at(COARSE, i) - 0.5;
    const tuft = smooth(0.6, 0.78, blade);
    return [0.98 + patch * 0.2 + (blade - 0.5) * 0.16 + tuft * 0.08, blade * 0.5, 0.1];
  },
  dirt: (x, y, i) => {
    const [near, , id] = scatter(x, y, 9, 3);
    const pebble = smooth(0.3, 0.18, near) * (id > 0.55 ? 1 : 0);
    return [0.92 + at(FINE, i) * 0.16 + pebble * 0.12, at(FINE, i) * 0.4 + pebble * 0.5, 0.05 + pebble * 0.2];
  },
  stone: (x, y, i) => {
    const [near, second, id] = scatter(x, y, 4, 9);
    const joint = smooth(0.03, 0.12, second - near);
    return [
      (0.72 + 0.28 * joint) * (0.93 + id * 0.15) + (at(FINE, i) - 0.5) * 0.12,
      joint * 0.7 + at(FINE, i) * 0.2,
      0.3 * joint,
    ];
  },
  sand: (_x, y, i) => {
    const ripple = Math.sin((y * 8 + (at(N4, i) + at(N8, i)) * 0.9) * Math.PI * 2) * 0.5 + 0.5;
    return [0.95 + ripple * 0.05 + (at(N64, i) - 0.5) * 0.1, ripple * 0.3 + at(N64, i) * 0.06, 0.1];
  },
  snow: (_x, _y, i) => [
    0.97 + at(COARSE, i) * 0.06,
    at(COARSE, i) * 0.9 + at(N32, i) * 0.1,
    smooth(0.83, 0.9, at(N64, i)),
  ],
  ice: (x, y, i) => {
    const [near, second] = scatter(x, y, 3, 21);
    const crack = smooth(0.05, 0.0, second - near);
    const frost = smooth(0.55, 0.8, at(COARSE, i));
    const sheen = smooth(0.42, 0.5, fraction((x + y) * 1)) * smooth(0.62, 0.54, fraction((x + y) * 1));
    return [
      0.97 + crack * 0.25 + frost * 0.08 + sheen * 0.12,
      at(N8, i) * 0.3 - crack * 0.5,
      1 - frost * 0.5,
    ];
  },
  metal: (x, y, i) => {
    const seam = Math.min(edgeOf(x), edgeOf(y));
    const groove = smooth(0.006, 0.02, seam);
    const [rx, ry] = [Math.min(x, 1 - x) - 0.06, Math.min(y, 1 - y) - 0.06];
    const rivet = smooth(0.026, 0.016, Math.sqrt(rx * rx + ry * ry));
    const brushed = noise(Math.floor(y * SIDE), 77) * 0.05 + at(N32, i) * 0.03;
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
  water: (x, y, i) => {
    const [near, second] = scatter(x, y, 5, 31);
    const line = smooth(0.12, 0.0, second - near) * smooth(0.35, 0.65, at(COARSE, i));
    return [
      0.96 + line * 0.3 + (at(COARSE, i) - 0.5) * 0.1,
      at(COARSE, i) * 0.8 + at(N16, i) * 0.35,
      0.7 + line * 0.3,
    ];
  },
  lava: (x, y, i) => {
    const [near, second] = scatter(x + (at(N8, i) - 0.5) * 0.06, y + (at(N16, i) - 0.5) * 0.05, 4, 51);
    const vein = smooth(0.26, 0.02, second - near);
    return [0.62 + at(FINE, i) * 0.2 + vein * 0.9, 0.6 - vein * 0.6 + at(FINE, i) * 0.2, vein];
  },
  leaves: (x, y, i) => {
    const [near, second, id] = scatter(x, y, 8, 61);
    const leaf = smooth(0, 0.22, second - near);
    return [0.78 + leaf * 0.2 + id * 0.12 + (at(N4, i) - 0.5) * 0.1, leaf * 0.5 - near * 0.3, 0.25 * leaf];
  },
  cloth: (x, y, i) => {
    const [u, v] = [x * 16, y * 16];
    const isOver = (Math.floor(u) + Math.floor(v)) % 2 === 0;
    const thread = Math.sin(fraction(isOver ? v : u) * Math.PI);
    return [0.93 + thread * 0.09 + (at(N8, i) - 0.5) * 0.05, thread * 0.25, 0.05];
  },
};

/** Distance to the nearest whole number. */
function edgeOf(value: number): number {
  return Math.abs(value - Math.round(value));
}

function cracks(x: number, y: number, i: number): readonly [number, number, number] {
  const bend = (at(N16, i) - 0.5) * 0.1;
  const [near, second] = scatter(fraction(x + bend + 1), fraction(y + bend + 1), 3, 71);
  const [nearSmall, secondSmall] = scatter(x, y, 7, 81);
  const large = smooth(0.02, 0.1, second - near);
  const small = smooth(0, 0.05, secondSmall - nearSmall) * 0.5 + 0.5;
  const solid = large * (near > 0.42 ? small : 1);
  return [solid, solid, 0];
}

/** Noise for clouds and hills: coarse, fine, ragged and plain. */
function drawSkyNoise(tile: Uint8Array): void {
  for (let i = 0; i < PIXELS; i++) {
    tile[i * 4] = toByte(at(COARSE, i));
    tile[i * 4 + 1] = toByte(at(FINE, i));
    tile[i * 4 + 2] = toByte(1 - Math.abs(at(N8, i) - 0.5) * 2);
    tile[i * 4 + 3] = toByte(at(N4, i));
  }
}
