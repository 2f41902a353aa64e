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

/** Layers shapes on top of a painter, the last one on top. */
export function over(base: Painter, ...layers: readonly (readonly [PaintShape, Color | Painter])[]): Painter {
  return (u, v) => {
    const layer = layers.findLast(([shape]) => shape(u, v));
    if (!layer) return base(u, v);
    return typeof layer[1] === "number" ? layer[1] : layer[1](u, v);
  };
}

/** An ellipse with half axes `x` and `y` in shares of the patch. */
export function oval(u: number, v: number, x: number, y = x): PaintShape {
  return (a, b) => ((a - u) / x) ** 2 + ((b - v) / y) ** 2 < 1;
}

/** The union of shapes. */
export function any(...shapes: readonly PaintShape[]): PaintShape {
  return (a, b) => shapes.some((shape) => shape(a, b));
}
