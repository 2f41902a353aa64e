import { type Color, dark, INK_COLOR, light, WHITE } from "./color.ts";
import { ball } from "./lathe.ts";
import { joinMeshes, type Mesh, move, pair, turn } from "./mesh.ts";
import { type Part, part } from "./model.ts";
import { any, fade, type ModelPaint, modelPaint, oval, over, type PaintShape } from "./paint.ts";
import type { Vec3 } from "./vec.ts";

const SHINE = any(oval(0.455, 0.66, 0.06, 0.14), oval(0.54, 0.4, 0.025, 0.06));
const EYE = modelPaint(over(fade(INK_COLOR, 0x2b2238), [SHINE, WHITE]));

/** Two shiny dark eyes facing the front, `apart` units to either side of x = 0. `height` is in units. */
export function eyes(apart: number, y: number, z: number, height: number, outward = 0.3): Part {
  const eye = turn(ball(height * 0.4, height / 2, height * 0.3, 14), "y", outward);
  return part(pair(move(eye, apart, y, z)), EYE);
}

/** A slanted highlight, as on toys and balloons. */
export function gloss(u: number, v: number, x: number, y: number): PaintShape {
  return any(oval(u, v, x, y), oval(u + x * 1.3, v - y * 1.1, x * 0.35, y * 0.35));
}

/** The mesh of a round knob. */
export function knob(radius: number, x: number, y: number, z: number, sides = 12): Mesh {
  return move(ball(radius, radius, radius, sides), x, y, z);
}

/** Several knobs of the same size, as one mesh. */
export function knobs(radius: number, places: readonly Vec3[], sides = 10): Mesh {
  return joinMeshes(...places.map(([x, y, z]) => knob(radius, x, y, z, sides)));
}

/** A candy-like color with a highlight at the upper left of its front. */
export function glossy(color: Color, width = 2): ModelPaint {
  return modelPaint(
    over(fade(dark(color, 0.2), light(color, 0.08)), [gloss(0.42, 0.72, 0.035, 0.09), light(color, 0.75)]),
    width,
  );
}
