import { clampUnit, type Paint, type Rgba, rgba } from "./paint.ts";
import type { Shape } from "./shape.ts";

/** The side of every texture in pixels. */
export const TEXTURE_SIZE = 512;

/** A rectangle of the texture: left, top, width, height in pixels. It can start above the texture. */
type TextureArea = readonly [number, number, number, number];

/** A rectangle of a texture with its own coordinates: 0,0 is its top left corner. */
export interface ClothSurface {
  data: Uint8ClampedArray;
  area: TextureArea;
  width: number;
  height: number;
}

/** How a shape is filled. */
interface FillOptions {
  /** Opacity, 0–1. */
  alpha?: number;
  /** Width of the edge's fade in pixels; 1 is crisp. */
  soft?: number;
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
export function surface(data: Uint8ClampedArray, area: TextureArea): ClothSurface {
  return { data, area, width: area[2], height: area[3] };
}

/** Fills a shape in surface coordinates, antialiased and clipped to the surface. */
export function fill(to: ClothSurface, shape: Shape, paint: Paint, options: FillOptions = {}): void {
  const { alpha = 1, soft = 1 } = options;
  const color = typeof paint === "string" ? rgba(paint) : null;
  const left = Math.max(0, Math.floor(shape.bounds[0] - soft / 2));
  const right = Math.min(to.width, Math.ceil(shape.bounds[2] + soft / 2));
  const top = Math.max(0, -to.area[1], Math.floor(shape.bounds[1] - soft / 2));
  const bottom = Math.min(to.height, Math.ceil(shape.bounds[3] + soft / 2));
  const put = (x: number, y: number, share: number) => {
    const source = color ?? (paint as Exclude<Paint, string>)(x + 0.5, y + 0.5);
    putOver(to.data, indexOf(to, x, y), source, source[3] * share * alpha);
  };
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

const indexOf = ({ area: [left, top] }: ClothSurface, x: number, y: number): number =>
  4 * ((top + y) * TEXTURE_SIZE + left + x);

function putOver(data: Uint8ClampedArray, at: number, source: Rgba, alpha: number): void {
  const below = ((data[at + 3] as number) / 255) * (1 - alpha);
  const sum = alpha + below;
  if (sum <= 0) return;
  for (let i = 0; i < 3; i++)
    data[at + i] = ((source[i] as number) * alpha + (data[at + i] as number) * below) / sum;
  data[at + 3] = sum * 255;
}
