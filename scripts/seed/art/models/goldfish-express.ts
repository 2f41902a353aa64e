import { type Color, dark, INK_COLOR, light, mixColors, WHITE } from "./color.ts";
import { eyes, knobs } from "./eyes.ts";
import { ball, lathe, profileCurve, soften, torus } from "./lathe.ts";
import { byHeight, joinMeshes, type Mesh, move, pair, stretch, turn } from "./mesh.ts";
import { hat, type Part, part, placed } from "./model.ts";
import { outlinePath, pathPoints } from "./outline.ts";
import { any, fade, modelPaint, oval, over, type Painter, type PaintShape, plain } from "./paint.ts";
import { path, tube } from "./tube.ts";
import type { Vec3 } from "./vec.ts";

const WATER: Color = 0x57b8ea;
const PEBBLES: readonly Color[] = [0xf4c36b, 0xe8896a, 0xc9a2e0, 0xf7e2b0];

/** A fish's fin along a few points: flat, broad in the middle. */
function fin(along: readonly Vec3[]): Mesh {
  const broad = (t: number) => 0.03 + 0.11 * Math.sin(Math.min(1, t + 0.15) * 2.6);
  return tube(path(along, 3), broad, { flat: 0.25, face: [0, 1, 0], sides: 6 });
}

/** A goldfish, nose to the front, about 1 unit long. */
function goldfish(): Part[] {
  const tail = joinMeshes(
    fin(pathPoints("0 0 -0.32, 0 0.14 -0.52, 0 0.3 -0.68")),
    fin(pathPoints("0 0 -0.32, 0 -0.1 -0.54, 0 -0.2 -0.72")),
  );
  const back = fin(pathPoints("0 0.2 0.1, 0 0.34 -0.06, 0 0.36 -0.2"));
  const sides = pair(fin(pathPoints("0.18 -0.06 0.08, 0.28 -0.12 0, 0.33 -0.14 -0.1")));
  const skin = over(fade(0xffb12e, 0xff6a1a), [oval(0.5, 0.42, 0.03, 0.05), 0x8a2c10]);
  return [
    part(ball(0.22, 0.26, 0.38, 20), modelPaint(skin)),
    part(joinMeshes(tail, back, sides), modelPaint(fade(0xff7a1a, 0xffd25a))),
    eyes(0.17, 0.07, 0.24, 0.16, 0.9),
  ];
}

/** The view through the bowl: pebbles, weeds, bubbles and a second fish. */
function bowlInterior(): Painter {
  const wave = (u: number, times: number) => Math.sin(u * 2 * Math.PI * times);
  const pebbles: PaintShape = (u, v) => v < 0.3 + 0.03 * wave(u, 7) + 0.02 * wave(u, 17);
  const pebble: Painter = (u, v) => PEBBLES[Math.floor(u * 40 + Math.floor(v * 26) * 2.5) % 4] ?? WATER;
  const weeds: PaintShape = (u, v) =>
    [0.12, 0.33, 0.37, 0.68, 0.86].some(
      (x, i) => Math.abs(u - x - 0.012 * Math.sin(v * 22 + i)) < 0.014 * (1.2 - v) && v < 0.5 + 0.07 * i,
    );
  const tail: PaintShape = (u, v) => u > 0.55 && u < 0.6 && Math.abs(v - 0.56) < (u - 0.55) * 2.2;
  const bubbles = any(
    oval(0.47, 0.68, 0.009, 0.03),
    oval(0.455, 0.78, 0.006, 0.02),
    oval(0.2, 0.6, 0.008, 0.027),
    oval(0.75, 0.66, 0.009, 0.03),
  );
  return over(
    fade(dark(WATER, 0.2), light(WATER, 0.3)),
    [weeds, 0x3fae68],
    [pebbles, pebble],
    [any(oval(0.53, 0.56, 0.035, 0.1), tail), 0xffb020],
    [oval(0.514, 0.59, 0.006, 0.02), INK_COLOR],
    [bubbles, 0xd6f2ff],
    [(_, v) => v > 0.9, 0xd9f3ff],
    [any(oval(0.37, 0.68, 0.012, 0.12), oval(0.345, 0.5, 0.006, 0.04)), WHITE],
  );
}

function fishbowl(): Part[] {
  const wall = profileCurve(outlinePath("0.6 0.1, 0.98 0.32, 1.16 0.7, 1.06 1.08, 0.8 1.28"), 4);
  const glass = byHeight(lathe([[0, 0.1], ...wall], { sides: 38 }));
  const surface = lathe(soften(outlinePath("0.78 1.22, 0.5 1.24, 0.3 1.34, 0 1.34"), 0.1), { sides: 32 });
  const rings: Painter = (_, v) => mixColors(light(WATER, 0.55), WATER, 0.5 + 0.5 * Math.sin(v * 18));
  const drops = pathPoints("0.42 1.48 0.3, -0.46 1.4 0.3, -0.5 1.66 -0.1, 0.52 1.7 -0.04, 0.1 1.42 0.46");
  const leap = (mesh: Mesh) => move(turn(turn(stretch(mesh, 1.15), "x", -0.6), "y", -1.2), -0.1, 1.7, 0.06);
  return [
    part(glass, modelPaint(bowlInterior(), 4, 2)),
    part(move(torus(0.8, 0.07, { sides: 32 }, 6), 0, 1.29, 0), plain(0xe6f7ff, 0.1)),
    part(surface, modelPaint(rings)),
    part(knobs(0.06, drops, 10), plain(light(WATER, 0.5))),
    ...placed(goldfish(), leap),
  ];
}

export const GOLDFISH_EXPRESS = hat(
  "Goldfish Express",
  "He asked to see the world. This seemed fair.",
  fishbowl,
);
