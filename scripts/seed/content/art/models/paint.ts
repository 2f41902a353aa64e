import { type Color, dark, light, mixColors } from "./color.ts";

/** Returns the color at a point of a patch: u to the right, v up, both 0 … 1. */
export type Painter = (u: number, v: number) => Color;
/** Returns whether a point is inside a shape. Edges are smoothed by sampling. */
export type PaintShape = (u: number, v: number) => boolean;

/** A patch of the texture: its painter, and its size relative to the model's other patches. */
export interface ModelPaint {
  painter: Painter;
  width: number;
  height: number;
}

/** Returns a patch of the texture. Details need a bigger share than plain colors. */
export function modelPaint(painter: Painter, width = 1, height = width): ModelPaint {
  return { painter, width, height };
}

/** One color, slightly darker at the bottom and lighter at the top, so no part looks flat. */
export function plain(color: Color, depth = 0.14): ModelPaint {
  return modelPaint(fade(dark(color, depth), light(color, depth)));
}

/** A gradient from the bottom's color to the top's. */
export function fade(bottom: Color, top: Color): Painter {
  return (_, v) => mixColors(bottom, top, v);
}

/** Bands from bottom to top. Each reaches up to its number; the last one fills the rest. */
export function modelBands(...list: readonly (readonly [upTo: number, color: Color])[]): Painter {
  return (_, v) => (list.find(([upTo]) => v < upTo) ?? list[list.length - 1])?.[1] ?? 0;
}

/** Vertical stripes that cycle through the colors, `count` in total. */
export function stripes(count: number, ...colors: readonly Color[]): Painter {
  return (u) => colors[Math.min(count - 1, Math.floor(u * count)) % colors.length] ?? 0;
}

/** Layers shapes on top of a painter, the last one on top. */
export function over(base: Painter, ...layers: readonly (readonly [PaintShape, Color | Painter])[]): Painter {
  return (u, v) => {
    const layer = layers.findLast(([shape]) => shape(u, v));
    if (!layer) return base(u, v);
    return typeof layer[1] === "number" ? layer[1] : layer[1](u, v);
  };
}

/** Adds soft shade at the bottom and light at the top, each up to `depth`. */
export function lit(painter: Painter, depth = 0.16): Painter {
  return (u, v) => {
    const color = painter(u, v);
    return v < 0.5 ? dark(color, depth * (1 - 2 * v)) : light(color, depth * (2 * v - 1));
  };
}

/**
 * Adds grain, `depth` deep, as on crust, felt or stone. `across` and `up` are the number of grains over the patch; a patch
 * that wraps around something is about three times as wide as it is high.
 */
export function grainy(painter: Painter, across: number, depth: number, seed = 1, up = across / 3): Painter {
  return (u, v) => {
    const tone = noise(u * across, v * up, across, seed) - 0.5;
    const color = painter(u, v);
    return tone < 0 ? dark(color, -tone * 2 * depth) : light(color, tone * 2 * depth);
  };
}

/** Smooth noise, 0 … 1, one grain per unit; repeats in x after `period` grains, so wraps have no seam. */
function noise(x: number, y: number, period: number, seed: number): number {
  const [left, low] = [Math.floor(x), Math.floor(y)];
  const ease = (t: number) => t * t * (3 - 2 * t);
  const [fx, fy] = [ease(x - left), ease(y - low)];
  const at = (dx: number, dy: number) => hash((left + dx) % Math.max(1, Math.round(period)), low + dy, seed);
  const row = (dy: number) => at(0, dy) + (at(1, dy) - at(0, dy)) * fx;
  return row(0) + (row(1) - row(0)) * fy;
}

/** Returns a pseudorandom number 0 … 1 for three integers. */
export function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 974711);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}
