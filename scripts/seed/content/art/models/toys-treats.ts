import { blobSolid, cushion, pillow } from "./box.ts";
import { CREAM, dark, light, mixColors, RED, WHITE, YELLOW } from "./color.ts";
import { CHERRY, gloss, smiley } from "./eyes.ts";
import { ball, lathe, profileCurve, soften, torus } from "./lathe.ts";
import { aroundAxis, byHeight, joinMeshes, type Mesh, move, pair, stretch, turn, warp } from "./mesh.ts";
import { type Part, part, placed, toy } from "./model.ts";
import { outlinePath, pathPoints } from "./outline.ts";
import { fade, hash, type ModelPaint, modelPaint, over, type Painter, plain } from "./paint.ts";
import { any, oval, strokePath } from "./shapes.ts";
import { path, tube } from "./tube.ts";

/** A scoop of ice cream around its center: a ball on a ragged skirt. The seed shapes how it melts. */
function scoop(radius: number, seed: number, ballPaint: ModelPaint, skirtPaint: ModelPaint): Part[] {
  const ring = move(torus(radius * 0.88, radius * 0.24, { sides: 32 }, 8), 0, -radius * 0.42, 0);
  const skirt = warp(ring, ([x, y, z]) => {
    const a = Math.atan2(x, z);
    const fold = 0.09 * Math.sin(5 * a + seed) + 0.05 * Math.sin(9 * a + seed * 2);
    return [x * (1 + fold * 0.5), y + radius * fold * 1.2, z * (1 + fold * 0.5)];
  });
  return [part(ball(radius, radius * 0.95, radius, 22), ballPaint), part(skirt, skirtPaint)];
}

/** Sprinkles: short strokes in bright colors, placed by the seed. */
function sprinkled(base: Painter, seed: number): Painter {
  const colors = [RED, YELLOW, 0x53c7ee, 0x7bd35a, WHITE];
  const layers = Array.from({ length: 40 }, (_, i) => {
    const [u, v] = [hash(i, 1, seed), 0.2 + 0.5 * hash(i, 2, seed)];
    const angle = hash(i, 3, seed) * Math.PI;
    const shape = strokePath([u, v], [u + 0.018 * Math.cos(angle), v + 0.04 * Math.sin(angle)], 0.011, 2);
    return [shape, colors[i % colors.length] ?? RED] as const;
  });
  return over(base, ...layers);
}

function iceCream(): Part[] {
  const cone = lathe(
    profileCurve(outlinePath("0 -0.5, 0.05 -0.48, 0.2 0.06, 0.29 0.4, 0.27 0.42, 0 0.4"), 3),
    {
      sides: 28,
    },
  );
  const lines = (u: number, v: number) => Math.min((u * 12 + v * 5) % 1, (u * 12 - v * 5 + 6) % 1) < 0.14;
  const sprinkles = modelPaint(sprinkled(fade(0xf27a9c, 0xffb0c4), 5), 2, 1);
  const vanilla = modelPaint(fade(0xf2dca8, 0xfff4d4));
  const mint = 0x7fdcb4;
  const face = modelPaint(smiley(fade(dark(mint, 0.1), light(mint, 0.2)), 0.62, 0.08, 0.2), 2, 1);
  const away = (mesh: Mesh) => move(turn(turn(mesh, "z", 0.3), "x", 0.15), -0.14, 0.97, 0.03);
  return placed(
    [
      part(cone, modelPaint(over(fade(0xd9943f, 0xf2bd6a), [lines, 0xb8722a]), 2)),
      ...placed(scoop(0.3, 4, sprinkles, sprinkles), (mesh) => move(mesh, 0, 0.5, 0)),
      ...placed(scoop(0.25, 2, vanilla, vanilla), (mesh) => move(mesh, 0.03, 0.77, 0)),
      ...placed(scoop(0.21, 1, face, plain(mint)), away),
    ],
    (mesh) => turn(stretch(mesh, 0.98), "x", 0.12),
  );
}

function lollipop(): Part[] {
  const disc = cushion(
    blobSolid(() => 0.4, 44),
    pillow(0.22, 0.72, 4),
  );
  const colors = [RED, WHITE, YELLOW, WHITE];
  const swirl: Painter = (u, v) => {
    const [x, y] = [u - 0.5, v - 0.5];
    const turns = Math.atan2(y, x) / (2 * Math.PI) + 0.5 + Math.sqrt(Math.hypot(x, y)) * 1.3;
    return colors[Math.floor(turns * 8) % 4] ?? RED;
  };
  const shine = over(swirl, [gloss(0.34, 0.72, 0.08, 0.055), 0xffffff]);
  const bow = pair(move(turn(ball(0.13, 0.085, 0.06, 14), "z", 0.4), 0.13, 0.42, 0.06));
  const ends = pair(
    tube(path(pathPoints("0.02 0.4 0.06, 0.1 0.28 0.1, 0.16 0.16 0.2"), 3), 0.04, {
      flat: 0.4,
      sides: 8,
      face: [1, 0, 0],
    }),
  );
  return placed(
    [
      part(tube(pathPoints("0 -0.55 0, 0 0 0, 0 0.5 0"), 0.05, { sides: 14 }), plain(WHITE, 0.1)),
      part(move(disc, 0, 0.76, 0), modelPaint(shine, 3)),
      part(joinMeshes(bow, ends), plain(0x3aa0e8)),
      part(move(ball(0.06), 0, 0.42, 0.1), plain(0x2a7fc4)),
    ],
    (mesh) => turn(turn(stretch(mesh, 0.98), "x", 0.12), "z", 0.2),
  );
}

function banana(): Part[] {
  const flesh = tube(
    path(pathPoints("0 -0.1 0, 0 0.3 0, -0.06 0.68 0, -0.2 1 0.02"), 5),
    (t) => 0.2 - 0.05 * t ** 3,
    { sides: 20 },
  );
  const peel = tube(
    path(pathPoints("0.02 -0.62 0, 0.03 -0.46 0, 0.01 -0.2 0, 0 0.1 0, 0 0.24 0"), 4),
    (t) => Math.min(0.07 + Math.max(0, t - 0.1) * 0.4, 0.235),
    { sides: 18 },
  );
  const flap = tube(
    path(pathPoints("0 0.1 0.19, 0 0.32 0.25, 0 0.42 0.4, 0 0.3 0.55, 0 0.04 0.6"), 4),
    (t) => 0.16 * (1 - t) ** 0.6 + 0.02,
    { sides: 12, face: [1, 0, 0] },
  );
  const yellow = 0xffcc1f;
  const face = smiley(fade(0xf5e2ac, 0xfff5d6), 0.66, 0.1, 0.075, 0xffb08a);
  return placed(
    [
      part(flesh, modelPaint(face, 2)),
      part(peel, modelPaint(over(fade(0xf0b010, yellow), [(_, v) => v < 0.14, 0x6b4a22]))),
      part(
        turn(aroundAxis(flap, 4), "y", Math.PI / 4),
        modelPaint(
          over((u) => mixColors(yellow, 0xfff0b0, Math.abs(u - 0.5) * 2), [(_, v) => v > 0.92, 0x8a6a2a]),
        ),
      ),
    ],
    (mesh) => turn(mesh, "x", 0.08),
  );
}

const GLAZE = 0x7a5ae0;

/** The teapot's glaze: flowers on either side of a happy face. */
function china(): Painter {
  const flowers = any(
    ...[0.06, 0.24, 0.76, 0.94].flatMap((u, i) =>
      [0, 1, 2, 3, 4].map((k) =>
        oval(u + 0.022 * Math.cos(k * 1.257), 0.5 + 0.1 * (i % 2) + 0.05 * Math.sin(k * 1.257), 0.014, 0.032),
      ),
    ),
  );
  const middles = any(
    oval(0.06, 0.5, 0.011, 0.026),
    oval(0.24, 0.6, 0.011, 0.026),
    oval(0.76, 0.5, 0.011, 0.026),
    oval(0.94, 0.6, 0.011, 0.026),
  );
  const flowery = over(
    fade(dark(GLAZE, 0.2), light(GLAZE, 0.15)),
    [flowers, CREAM],
    [middles, YELLOW],
    [oval(0.36, 0.72, 0.02, 0.07), light(GLAZE, 0.7)],
  );
  return smiley(flowery, 0.52, 0.055, 0.13);
}

function teapot(): Part[] {
  const body = lathe(
    profileCurve(outlinePath("0 0.24, 0.26 0.24, 0.42 0.44, 0.44 0.62, 0.32 0.82, 0.2 0.87"), 4),
    {
      sides: 34,
    },
  );
  const foot = lathe(soften(outlinePath("0 0.2, 0.24 0.2, 0.27 0.27, 0 0.3"), 0.03), { sides: 28 });
  const lid = lathe(profileCurve(outlinePath("0.25 0.84, 0.27 0.87, 0.2 0.94, 0.08 0.98, 0 0.99"), 3), {
    sides: 28,
  });
  const spout = tube(
    path(pathPoints("-0.34 0.48 0, -0.54 0.56 0, -0.62 0.74 0, -0.74 0.84 0"), 4),
    (t) => 0.14 - 0.07 * t,
    { sides: 14 },
  );
  const handle = tube(
    path(pathPoints("0.36 0.74 0, 0.58 0.8 0, 0.7 0.62 0, 0.6 0.42 0, 0.36 0.4 0"), 4),
    0.06,
    {
      sides: 12,
    },
  );
  const steam = tube(
    path(pathPoints("-0.8 0.92 0, -0.88 1 0, -0.8 1.08 0, -0.88 1.17 0"), 4),
    (t) => 0.045 * Math.sin(0.4 + t * 2.4),
    { sides: 8 },
  );
  const parts = [
    part(byHeight(body), modelPaint(china(), 3, 2)),
    part(joinMeshes(spout, handle), plain(light(GLAZE, 0.06), 0.2)),
    part(joinMeshes(foot, lid), plain(YELLOW)),
    part(move(ball(0.085, 0.08), 0, 1.04, 0), CHERRY),
    part(steam, plain(WHITE, 0.05)),
  ];
  // Small and rotated, so the handle doesn't touch the cheek.
  return placed(parts, (mesh) => turn(stretch(mesh, 0.92), "y", -0.35));
}

export const TREAT_TOYS = [
  toy("Ambitious Ice Cream", "The top scoop has plans of its own.", iceCream),
  toy("Dizzy Lollipop", "Do not stare. Two lost afternoons already.", lollipop),
  toy("Banana for Scale", "Everything here is exactly one banana big.", banana),
  toy("Cheerful Teapot", "Short, stout and very pleased with itself.", teapot),
];
