import { clampUnit, type Paint, type Rgba, rgba } from "./paint.ts";
import { everything, type Shape } from "./shape.ts";

/** The side of every texture in pixels. */
export const TEXTURE_SIZE = 512;

/** A rectangle of the texture: left, top, width, height in pixels. It can start above the texture. */
export type TextureArea = readonly [number, number, number, number];

/** A rectangle of a texture with its own coordinates: 0,0 is its top left corner. */
export interface ClothSurface {
  data: Uint8ClampedArray;
  area: TextureArea;
  width: number;
  height: number;
  /** Wraps around a body part: drawing past the right edge continues on the left. */
  wraps: boolean;
  /** Mirrored horizontally, so one drawing works for both sleeves. */
  mirrored: boolean;
}

/** How a shape is filled. */
export interface FillOptions {
  /** Opacity, 0–1. */
  alpha?: number;
  /** Width of the edge's fade in pixels; 1 is crisp. */
  soft?: number;
  /** Paints only over existing pixels, as for shadows. */
  atop?: boolean;
}

/** Pixels are visited in square blocks. For most blocks one distance shows that they are fully inside or outside. */
const BLOCK = 8;

/** The required distance from a block's center to the edge: twice that to its corner, because distances are approximate. */
const CLEARANCE = BLOCK * Math.SQRT2;

/** Returns a transparent texture. */
export function blankTexture(): Uint8ClampedArray {
  return new Uint8ClampedArray(TEXTURE_SIZE * TEXTURE_SIZE * 4);
}

/** Returns the surface for an area of a texture. */
export function surface(
  data: Uint8ClampedArray,
  area: TextureArea,
  wraps = false,
  mirrored = false,
): ClothSurface {
  return { data, area, width: area[2], height: area[3], wraps, mirrored };
}

/** Fills a shape in surface coordinates, antialiased and clipped to the surface. */
export function fill(to: ClothSurface, shape: Shape, paint: Paint, options: FillOptions = {}): void {
  const { alpha = 1, soft = 1, atop = false } = options;
  const color = typeof paint === "string" ? rgba(paint) : null;
  const put = atop ? putAtop : putOver;
  visit(to, shape, soft, (x, y, share) => {
    const source = color ?? (paint as Exclude<Paint, string>)(x + 0.5, y + 0.5);
    put(to.data, indexOf(to, x, y), source, source[3] * share * alpha);
  });
}

/** Makes a shape transparent, to show the body. */
export function erase(to: ClothSurface, shape: Shape): void {
  visit(to, shape, 1, (x, y, share) => {
    const at = indexOf(to, x, y) + 3;
    to.data[at] = (to.data[at] as number) * (1 - share);
  });
}

/** Calls `put` for every pixel of the shape with its coverage (0–1). */
function visit(
  to: ClothSurface,
  shape: Shape,
  soft: number,
  put: (x: number, y: number, share: number) => void,
): void {
  const [left, right] = columns(to, shape, soft);
  const top = Math.max(0, -to.area[1], Math.floor(shape.bounds[1] - soft / 2));
  const bottom = Math.min(to.height, Math.ceil(shape.bounds[3] + soft / 2));
  for (let by = top; by < bottom; by += BLOCK)
    for (let bx = left; bx < right; bx += BLOCK) {
      const middle = shape.distance(bx + BLOCK / 2, by + BLOCK / 2);
      if (middle > CLEARANCE + soft / 2) continue;
      const solid = middle < -CLEARANCE - soft / 2;
      for (let y = by; y < Math.min(by + BLOCK, bottom); y++)
        for (let x = bx; x < Math.min(bx + BLOCK, right); x++) {
          const share = solid ? 1 : clampUnit(0.5 - shape.distance(x + 0.5, y + 0.5) / soft);
          if (share > 0) put(x, y, share);
        }
    }
}

/** Fills the whole surface. */
export function cover(to: ClothSurface, paint: Paint, options: FillOptions = {}): void {
  fill(to, everything, paint, options);
}

function columns(to: ClothSurface, { bounds }: Shape, soft: number): [number, number] {
  const left = Math.floor(bounds[0] - soft / 2);
  const right = Math.ceil(bounds[2] + soft / 2);
  if (!to.wraps || right - left >= to.width) return [Math.max(0, left), Math.min(to.width, right)];
  return [left, right];
}

function indexOf(to: ClothSurface, x: number, y: number): number {
  const column = to.wraps ? ((x % to.width) + to.width) % to.width : x;
  return 4 * ((to.area[1] + y) * TEXTURE_SIZE + to.area[0] + (to.mirrored ? to.width - 1 - column : column));
}

function putOver(data: Uint8ClampedArray, at: number, source: Rgba, alpha: number): void {
  const below = ((data[at + 3] as number) / 255) * (1 - alpha);
  const sum = alpha + below;
  if (sum <= 0) return;
  for (let i = 0; i < 3; i++)
    data[at + i] = ((source[i] as number) * alpha + (data[at + i] as number) * below) / sum;
  data[at + 3] = sum * 255;
}

function putAtop(data: Uint8ClampedArray, at: number, source: Rgba, alpha: number): void {
  if (data[at + 3] === 0) return;
  for (let i = 0; i < 3; i++)
    data[at + i] = (source[i] as number) * alpha + (data[at + i] as number) * (1 - alpha);
}

/**
 * Extends a surface's edge by a few pixels (around the corner if it wraps), so texture filtering finds no transparent
 * fringe.
 */
export function bleed({ data, area: [left, top, width, height], wraps }: ClothSurface, pixels = 4): void {
  const inside = (v: number, size: number) => Math.max(0, Math.min(size - 1, v));
  for (let y = -pixels; y < height + pixels; y++)
    for (let x = -pixels; x < width + pixels; x++) {
      const within = x >= 0 && x < width && y >= 0 && y < height;
      if (within || left + x < 0 || left + x >= TEXTURE_SIZE || top + y < 0 || top + y >= TEXTURE_SIZE)
        continue;
      const fromX = wraps ? (x + width) % width : inside(x, width);
      const from = 4 * ((top + inside(y, height)) * TEXTURE_SIZE + left + fromX);
      data.copyWithin(4 * ((top + y) * TEXTURE_SIZE + left + x), from, from + 4);
    }
}
