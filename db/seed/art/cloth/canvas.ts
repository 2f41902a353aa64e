import { type Paint, type Rgba, rgba, unit } from "./paint.ts";
import { everything, type Shape } from "./shape.ts";

/** The side of every texture in pixels. */
export const SIDE = 512;

/** A rectangle of the texture: left, top, width, height in pixels; may begin above it. */
export type Area = readonly [number, number, number, number];

/** A rectangle of a texture with its own coordinates: 0,0 is its top left corner. */
export interface Surface {
  data: Uint8ClampedArray;
  area: Area;
  width: number;
  height: number;
  /** Goes around a body part: what leaves on the right comes in on the left. */
  wraps: boolean;
  /** Left and right exchanged, so that one drawing serves the right and the left sleeve. */
  mirrored: boolean;
}

/** How a shape is filled. */
export interface FillOptions {
  /** Opacity, 0–1. */
  alpha?: number;
  /** How many pixels wide the edge fades; 1 is crisp. */
  soft?: number;
  /** Only where something was painted before, as for shadows. */
  atop?: boolean;
}

/** Pixels are visited in square blocks: most are all in or all out, and one distance tells. */
const BLOCK = 8;

/** How far the edge must be from a block's middle for that: twice its corner's way, as distances are rough. */
const CLEAR = BLOCK * Math.SQRT2;

/** An empty (transparent) texture. */
export function blank(): Uint8ClampedArray {
  return new Uint8ClampedArray(SIDE * SIDE * 4);
}

/** The part of a texture that `area` covers. */
export function surface(data: Uint8ClampedArray, area: Area, wraps = false, mirrored = false): Surface {
  return { data, area, width: area[2], height: area[3], wraps, mirrored };
}

/** Fills a shape (coordinates of the surface), smooth at its edge and clipped to the surface. */
export function fill(to: Surface, shape: Shape, paint: Paint, options: FillOptions = {}): void {
  const { alpha = 1, soft = 1, atop = false } = options;
  const color = typeof paint === "string" ? rgba(paint) : null;
  const put = atop ? putAtop : putOver;
  visit(to, shape, soft, (x, y, share) => {
    const source = color ?? (paint as Exclude<Paint, string>)(x + 0.5, y + 0.5);
    put(to.data, indexOf(to, x, y), source, source[3] * share * alpha);
  });
}

/** Makes a shape transparent again, so that the body shows. */
export function erase(to: Surface, shape: Shape): void {
  visit(to, shape, 1, (x, y, share) => {
    const at = indexOf(to, x, y) + 3;
    to.data[at] = (to.data[at] as number) * (1 - share);
  });
}

/** Calls `put` for every pixel of the surface in the shape, with the share of the pixel that is covered. */
function visit(
  to: Surface,
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
      if (middle > CLEAR + soft / 2) continue;
      const solid = middle < -CLEAR - soft / 2;
      for (let y = by; y < Math.min(by + BLOCK, bottom); y++)
        for (let x = bx; x < Math.min(bx + BLOCK, right); x++) {
          const share = solid ? 1 : unit(0.5 - shape.distance(x + 0.5, y + 0.5) / soft);
          if (share > 0) put(x, y, share);
        }
    }
}

/** Fills the whole surface. */
export function cover(to: Surface, paint: Paint, options: FillOptions = {}): void {
  fill(to, everything, paint, options);
}

function columns(to: Surface, { bounds }: Shape, soft: number): [number, number] {
  const left = Math.floor(bounds[0] - soft / 2);
  const right = Math.ceil(bounds[2] + soft / 2);
  if (!to.wraps || right - left >= to.width) return [Math.max(0, left), Math.min(to.width, right)];
  return [left, right];
}

function indexOf(to: Surface, x: number, y: number): number {
  const column = to.wraps ? ((x % to.width) + to.width) % to.width : x;
  return 4 * ((to.area[1] + y) * SIDE + to.area[0] + (to.mirrored ? to.width - 1 - column : column));
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
 * Repeats a surface's edge a few pixels beyond it (around the corner if it wraps), so that a smoothing
 * sampler finds no transparent fringe there.
 */
export function bleed({ data, area: [left, top, width, height], wraps }: Surface, pixels = 4): void {
  const inside = (v: number, size: number) => Math.max(0, Math.min(size - 1, v));
  for (let y = -pixels; y < height + pixels; y++)
    for (let x = -pixels; x < width + pixels; x++) {
      const within = x >= 0 && x < width && y >= 0 && y < height;
      if (within || left + x < 0 || left + x >= SIDE || top + y < 0 || top + y >= SIDE) continue;
      const fromX = wraps ? (x + width) % width : inside(x, width);
      const from = 4 * ((top + inside(y, height)) * SIDE + left + fromX);
      data.copyWithin(4 * ((top + y) * SIDE + left + x), from, from + 4);
    }
}
