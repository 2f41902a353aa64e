import { type Colour, dark, light, mix } from "./colour.ts";

/** The colour at a spot of a patch: u to the right, v up, both 0 … 1. */
export type Painter = (u: number, v: number) => Colour;
/** Whether a spot lies inside a shape; edges are smoothed by sampling. */
export type Shape = (u: number, v: number) => boolean;

/** A patch of the texture: what is on it, and its width and height relative to the model's other patches. */
export interface Paint {
  painter: Painter;
  width: number;
  height: number;
}

/** A patch of the texture; details want a bigger share than plain colours. */
export function paint(painter: Painter, width = 1, height = width): Paint {
  return { painter, width, height };
}

/** One colour, a little darker at the bottom and lighter at the top, so that no part looks flat. */
export function plain(colour: Colour, depth = 0.14): Paint {
  return paint(fade(dark(colour, depth), light(colour, depth)));
}

/** An even run from the bottom's colour to the top's. */
export function fade(bottom: Colour, top: Colour): Painter {
  return (_, v) => mix(bottom, top, v);
}

/** Bands from the bottom to the top: each reaches up to its number; the last one fills the rest. */
export function bands(...list: readonly (readonly [upTo: number, colour: Colour])[]): Painter {
  return (_, v) => (list.find(([upTo]) => v < upTo) ?? list[list.length - 1])?.[1] ?? 0;
}

/** Upright stripes: the colours in turn, `count` stripes in all. */
export function stripes(count: number, ...colours: readonly Colour[]): Painter {
  return (u) => colours[Math.min(count - 1, Math.floor(u * count)) % colours.length] ?? 0;
}

/** A painter with shapes laid on top of it, the last one uppermost. */
export function over(base: Painter, ...layers: readonly (readonly [Shape, Colour | Painter])[]): Painter {
  return (u, v) => {
    const layer = layers.findLast(([shape]) => shape(u, v));
    if (!layer) return base(u, v);
    return typeof layer[1] === "number" ? layer[1] : layer[1](u, v);
  };
}

/** The painter with soft shade at its bottom and light at its top, each up to `depth`. */
export function lit(painter: Painter, depth = 0.16): Painter {
  return (u, v) => {
    const colour = painter(u, v);
    return v < 0.5 ? dark(colour, depth * (1 - 2 * v)) : light(colour, depth * (2 * v - 1));
  };
}

/**
 * The painter with fine uneven tone, `depth` deep: crust, felt, stone. `across` and `up` are grains over the patch;
 * a patch that goes around something is about three times as long as it is high.
 */
export function grainy(painter: Painter, across: number, depth: number, seed = 1, up = across / 3): Painter {
  return (u, v) => {
    const tone = noise(u * across, v * up, across, seed) - 0.5;
    const colour = painter(u, v);
    return tone < 0 ? dark(colour, -tone * 2 * depth) : light(colour, tone * 2 * depth);
  };
}

/** Smooth noise, 0 … 1, one grain per unit; repeats in x after `period` grains so that wraps have no seam. */
function noise(x: number, y: number, period: number, seed: number): number {
  const [left, low] = [Math.floor(x), Math.floor(y)];
  const ease = (t: number) => t * t * (3 - 2 * t);
  const [fx, fy] = [ease(x - left), ease(y - low)];
  const at = (dx: number, dy: number) => hash((left + dx) % Math.max(1, Math.round(period)), low + dy, seed);
  const row = (dy: number) => at(0, dy) + (at(1, dy) - at(0, dy)) * fx;
  return row(0) + (row(1) - row(0)) * fy;
}

/** A number 0 … 1 that looks random but only depends on its three whole arguments. */
export function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 974711);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}
