import { cushion } from "./box.ts";
import { CREAM, dark, INK_COLOR, light, mixColors, PINK, RED, WHITE, YELLOW } from "./color.ts";
import { ball, HEAD, lathe, profileCurve } from "./lathe.ts";
import { type Mesh, move, pair, ribbed, stretch, turn, warp } from "./mesh.ts";
import { hat, type Part, part } from "./model.ts";
import { outlinePath, type PathPoint, pathPoints } from "./outline.ts";
import {
  fade,
  grainy,
  lit,
  modelBands,
  modelPaint,
  over,
  type Painter,
  type PaintShape,
  plain,
} from "./paint.ts";
import { any, arcPath, oval, smile, tile } from "./shapes.ts";
import { path, tube } from "./tube.ts";

/** Adds knitting to a painter: `across` columns of small V shapes. */
function knitted(base: Painter, across: number, up: number): Painter {
  return (u, v) => {
    const column = (u * across) % 1;
    const row = (v * up + Math.abs(column - 0.5) * 1.1) % 1;
    const valley = Math.max(Math.abs(row - 0.5) * 2, Math.abs(column - 0.5) * 2) ** 6;
    return dark(base(u, v), 0.32 * valley);
  };
}

function beanie(): Part[] {
  const body = lathe(
    profileCurve(outlinePath("0.92 0.02, 1.02 0.1, 1.01 0.35, 0.92 0.68, 0.66 0.96, 0.3 1.1, 0 1.12"), 3),
    { ...HEAD, sides: 40 },
  );
  const roll = profileCurve(
    outlinePath("0.88 -0.04, 1.02 -0.08, 1.1 0.02, 1.11 0.2, 1.05 0.3, 0.94 0.28"),
    2,
  );
  const cuff = ribbed(lathe(roll, { ...HEAD, sides: 80 }), 40, 0.012);
  const ribs: Painter = (u) =>
    mixColors(dark(RED, 0.25), light(RED, 0.06), 0.5 + 0.5 * Math.cos(u * 40 * 2 * Math.PI));
  const zigzag = (u: number, v: number) =>
    Math.abs(v - 0.44 - 0.05 * (Math.abs(((u * 12) % 1) - 0.5) * 4 - 1)) < 0.032;
  const wool = over(modelBands([0.58, 0x2f6fb8], [0.63, CREAM], [0.7, RED], [0.75, CREAM], [1, 0x2f6fb8]), [
    zigzag,
    YELLOW,
  ]);
  const fluff = warp(ball(0.34, 0.34, 0.34, 26), ([x, y, z]) => {
    const tuft =
      1 + 0.07 * Math.sin(x * 31 + y * 17) * Math.sin(z * 29 + y * 23) + 0.05 * Math.sin(y * 40 + x * 11);
    return [x * tuft, y * tuft, z * tuft];
  });
  return [
    part(body, modelPaint(knitted(wool, 48, 20), 4, 2)),
    part(cuff, modelPaint(lit(ribs, 0.14), 3, 1)),
    part(move(fluff, 0, 1.36, 0), modelPaint(grainy(fade(0xe9d8bf, WHITE), 26, 0.22, 11), 1), 1.4),
  ];
}

/** An ear: a soft triangle in the x-y plane, its foot at the origin, `width` to either side. */
function ear(width: number, height: number): Mesh {
  const shape = outlinePath("1 -0.3, 0.62 0.25, 0.12 0.67, -0.12 0.67, -0.62 0.25, -1 -0.3, 0 -0.6");
  const half = shape.map(([x, y]): PathPoint => [x * width, y * height]);
  const rows = outlinePath("0 -0.09, 0.75 -0.07, 1 0, 0.75 0.07, 0 0.05");
  return move(cushion(half, rows), 0, height * 0.3, 0);
}

/** The stripes of a ginger cat. */
const TABBY = 0xcf6a14;

/** A cat's face fast asleep, around u = .5. */
function sleepingFace(base: Painter): Painter {
  const closed = any(
    arcPath(0.41, 0.56, 0.045, 0.07, 0.22, Math.PI, 2 * Math.PI),
    arcPath(0.59, 0.56, 0.045, 0.07, 0.22, Math.PI, 2 * Math.PI),
  );
  const mouth = any(smile(0.48, 0.42, 0.02, 0.045), smile(0.52, 0.42, 0.02, 0.045));
  const muzzle = any(oval(0.475, 0.4, 0.05, 0.1), oval(0.525, 0.4, 0.05, 0.1));
  const marks = any(
    tile(0.5, 0.88, 0.012, 0.12),
    tile(0.455, 0.86, 0.01, 0.09),
    tile(0.545, 0.86, 0.01, 0.09),
  );
  const cheeks = any(oval(0.36, 0.44, 0.035, 0.05), oval(0.64, 0.44, 0.035, 0.05));
  return over(
    base,
    [marks, TABBY],
    [cheeks, 0xffa27a],
    [muzzle, CREAM],
    [any(closed, mouth), INK_COLOR],
    [oval(0.5, 0.47, 0.018, 0.03), PINK],
  );
}

function borrowedCat(): Part[] {
  const fur = 0xf5a140;
  const back: PaintShape = (u, v) => Math.abs(u - 0.5) < 0.3 && v > 0.2;
  const stripes: PaintShape = (u, v) => back(u, v) && Math.abs(((v * 7) % 1) - 0.5) < 0.16;
  const coat = over(fade(0xe58a26, light(fur, 0.14)), [stripes, TABBY]);
  const body = move(turn(ball(0.92, 1.05, 0.62, 28), "x", -Math.PI / 2), 0, 0.62, -0.1);
  const face = move(ball(0.6, 0.47, 0.48, 26), 0, 0.92, 0.72);
  const ears = pair(move(turn(ear(0.2, 0.34), "z", -0.35), 0.36, 1.24, 0.66));
  const inner = pair(move(turn(stretch(ear(0.11, 0.2), 1, 1, 0.8), "z", -0.35), 0.375, 1.26, 0.73));
  const paw = tube(path(pathPoints("0.48 0.52 0.62, 0.54 0.42 0.95, 0.54 0.18 1.02"), 4), 0.17, {
    sides: 14,
  });
  const hanging = pathPoints(
    "0.5 0.5 -0.9, 0.98 0.32 -0.66, 1.12 -0.1 -0.3, 1.1 -0.62 -0.08, 1.16 -0.86 0.16, 1.22 -0.74 0.36",
  );
  const tail = tube(path(hanging), (t) => 0.15 - 0.03 * t, { sides: 14 });
  return [
    part(body, modelPaint(coat, 2)),
    part(face, modelPaint(sleepingFace(fade(dark(fur, 0.12), light(fur, 0.1))), 4, 2)),
    part(ears, plain(fur)),
    part(inner, plain(PINK)),
    part(pair(paw), modelPaint(modelBands([0.62, fur], [1, CREAM]))),
    part(
      tail,
      modelPaint(over(() => fur, [(_, v) => (v * 8) % 1 < 0.4, TABBY], [(_, v) => v >= 0.86, CREAM])),
    ),
  ];
}

export const COZY_HATS = [
  hat("Grandma's Beanie", "Two sizes too big. You will grow into it, she says.", beanie),
  hat("Borrowed Cat", "Has to be home by dinner. It knows when dinner is.", borrowedCat),
];
