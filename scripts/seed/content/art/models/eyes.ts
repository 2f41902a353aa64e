import { type Color, dark, INK_COLOR, light, PINK, RED, WHITE } from "./color.ts";
import { ball, HEAD, superellipse } from "./lathe.ts";
import { joinMeshes, type Mesh, move, pair, turn } from "./mesh.ts";
import { type Part, part } from "./model.ts";
import { fade, type ModelPaint, modelPaint, over, type Painter, type PaintShape } from "./paint.ts";
import { any, oval, smile } from "./shapes.ts";
import type { Vec3 } from "./vec.ts";

const SHINE = any(oval(0.455, 0.66, 0.06, 0.14), oval(0.54, 0.4, 0.025, 0.06));
const EYE = modelPaint(over(fade(INK_COLOR, 0x2b2238), [SHINE, WHITE]));

/** Two shiny dark eyes facing the front, `apart` units to either side of x = 0. `height` is in units. */
export function eyes(apart: number, y: number, z: number, height: number, outward = 0.3): Part {
  const eye = turn(ball(height * 0.4, height / 2, height * 0.3, 14), "y", outward);
  return part(pair(move(eye, apart, y, z)), EYE);
}

/** A painted face for a round part: eyes, cheeks and a smile around u = .5, scaled by `wide` and `high`. */
export function smiley(base: Painter, v: number, wide: number, high: number, cheek: Color = PINK): Painter {
  const eye = (u: number) => oval(u, v, wide * 0.2, high * 0.34);
  const shine = (u: number) => oval(u - wide * 0.05, v + high * 0.12, wide * 0.07, high * 0.1);
  const [left, right] = [0.5 - wide, 0.5 + wide];
  const cheeks = any(
    oval(left - wide * 0.35, v - high * 0.55, wide * 0.3, high * 0.22),
    oval(right + wide * 0.35, v - high * 0.55, wide * 0.3, high * 0.22),
  );
  return over(
    base,
    [cheeks, cheek],
    [any(eye(left), eye(right), smile(0.5, v - high * 0.3, wide * 0.5, high * 0.45)), INK_COLOR],
    [any(shine(left), shine(right)), WHITE],
  );
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

/**
 * Returns `count` points around the head's axis at a half width and a height in units, the first one in front, all shifted
 * by a share of a step. They follow the head's section; `square` 2 and `depth` 1 make a circle.
 */
export function ringOf(count: number, reach: number, y: number, shift = 0, { square, depth } = HEAD): Vec3[] {
  return Array.from({ length: count }, (_, i): Vec3 => {
    const angle = ((i + shift) / count) * 2 * Math.PI;
    const wide = reach * superellipse(angle, square);
    return [wide * Math.sin(angle), y, wide * Math.cos(angle) * depth];
  });
}

/** A candy-like color with a highlight at the upper left of its front. */
export function glossy(color: Color, width = 2): ModelPaint {
  return modelPaint(
    over(fade(dark(color, 0.2), light(color, 0.08)), [gloss(0.42, 0.72, 0.035, 0.09), light(color, 0.75)]),
    width,
  );
}

/** Glossy red, for noses and buttons. */
export const CHERRY = glossy(RED, 1);
