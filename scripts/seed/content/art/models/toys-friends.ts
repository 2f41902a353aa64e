import { INK_COLOR, mixColors, PINK, WHITE, YELLOW } from "./color.ts";
import { eyes, glossy } from "./eyes.ts";
import { ball, torus } from "./lathe.ts";
import { joinMeshes, move, pair, stretch, turn } from "./mesh.ts";
import { type Part, part, placed, toy } from "./model.ts";
import { pathPoints } from "./outline.ts";
import { fade, grainy, modelPaint, over, type PaintShape, plain } from "./paint.ts";
import { any, oval, smile } from "./shapes.ts";
import { path, tube } from "./tube.ts";
import type { Vec3 } from "./vec.ts";

function plushCow(): Part[] {
  const coat = any(
    oval(0.2, 0.6, 0.1, 0.2),
    oval(0.42, 0.35, 0.07, 0.13),
    oval(0.62, 0.68, 0.09, 0.16),
    oval(0.86, 0.42, 0.09, 0.2),
    oval(0.05, 0.25, 0.06, 0.1),
  );
  const hide = grainy(over(fade(0xe9ddcf, WHITE), [coat, 0x35303c]), 30, 0.08, 3);
  const patch = over(fade(0xf0e6da, WHITE), [oval(0.62, 0.62, 0.1, 0.24), 0x35303c]);
  const nostrils = any(oval(0.455, 0.62, 0.022, 0.07), oval(0.545, 0.62, 0.022, 0.07));
  const snout = any(nostrils, smile(0.5, 0.46, 0.05, 0.14));
  const leg = tube(pathPoints("0.17 0.5 0.2, 0.19 0.4 0.21, 0.2 0.32 0.22"), 0.1, { sides: 12 });
  const ear = move(turn(ball(0.14, 0.07, 0.04, 12), "z", -0.25), 0.33, 0.93, 0.24);
  const horn = tube(
    path(pathPoints("0.13 1.02 0.26, 0.19 1.11 0.26, 0.18 1.17 0.27"), 3),
    (t) => 0.05 - 0.02 * t,
    { sides: 8 },
  );
  const tail = tube(
    path(pathPoints("0 0.66 -0.44, 0.04 0.6 -0.58, 0.14 0.42 -0.6"), 4),
    (t) => 0.03 + (t > 0.8 ? 0.04 : 0),
    { sides: 8 },
  );
  const legs = pair(joinMeshes(leg, move(leg, 0, 0, -0.44)));
  return placed(
    [
      part(move(ball(0.33, 0.28, 0.44, 24), 0, 0.58, -0.03), modelPaint(hide, 2)),
      part(legs, modelPaint(over(fade(0xf0e6da, 0xf0e6da), [(_, v) => v > 0.62, 0x5a4a48]))),
      part(move(ball(0.28, 0.25, 0.24, 22), 0, 0.86, 0.3), modelPaint(patch)),
      part(
        move(ball(0.2, 0.13, 0.13, 18), 0, 0.76, 0.47),
        modelPaint(over(fade(0xf58fa0, 0xffb3bd), [snout, 0x9c4a5c])),
      ),
      part(pair(ear), plain(PINK)),
      part(pair(horn), plain(0xe8c98a)),
      part(tail, plain(0x4a4048, 0.1)),
      eyes(0.11, 0.94, 0.49, 0.12, 0.2),
      part(move(ball(0.09, 0.09, 0.07, 12), 0, 0.56, 0.44), glossy(YELLOW, 1)),
    ],
    (mesh) => turn(mesh, "y", -0.35),
  );
}

function emergencyTrout(): Part[] {
  const spine = path(
    pathPoints("0.02 -0.34 0, 0 -0.05 0, -0.02 0.3 0, -0.08 0.65 0, -0.2 0.98 0, -0.27 1.1 0"),
    4,
  );
  const body = tube(
    spine,
    (t) => 0.1 + 0.2 * Math.sin(Math.max(0, t - 0.28) * 4.1) - (t > 0.85 ? 0.25 * (t - 0.85) : 0),
    { sides: 20, flat: 0.62, face: [1, 0, 0] },
  );
  const spots = Array.from({ length: 9 }, (_, i) =>
    oval(0.38 + 0.06 * (i % 3) + 0.06 * (i % 2), 0.42 + i * 0.045, 0.018, 0.014),
  );
  // Each flank's line lies a fifth of the girth from the back, which is at u = .5.
  const gills: PaintShape = (u, v) => {
    const across = Math.abs(u - 0.5) - 0.22;
    return Math.abs(v - 0.63 - 3 * across * across) < 0.007 && Math.abs(across) < 0.1;
  };
  const skin = over(
    (u, v) => mixColors(0xffe6c4, mixColors(0x2f9fa8, 0x46bfb6, v), (0.34 - Math.abs(u - 0.5)) * 9),
    [any(...spots), 0xd9734a],
    [gills, 0x237a86],
  );
  const fin = (along: readonly Vec3[], wide: number) =>
    tube(path(along, 4), (t) => 0.02 + wide * Math.sin(0.35 + t * 2.4), {
      flat: 0.22,
      sides: 10,
      face: [1, 0, 0],
    });
  const tail = joinMeshes(
    fin(pathPoints("0.02 -0.28 0, 0.16 -0.46 0, 0.34 -0.62 0"), 0.13),
    fin(pathPoints("0.02 -0.28 0, -0.1 -0.48 0, -0.24 -0.66 0"), 0.13),
  );
  const back = fin(pathPoints("0.2 0.82 0, 0.36 0.66 0, 0.36 0.46 0"), 0.09);
  const flipper = fin(pathPoints("0 0 0, -0.02 -0.12 0.12, -0.02 -0.26 0.18"), 0.07);
  const eye = joinMeshes(
    move(ball(0.1, 0.1, 0.06, 14), -0.16, 0.98, 0.13),
    move(ball(0.1, 0.1, 0.06, 14), -0.16, 0.98, -0.13),
  );
  const pupil = joinMeshes(
    move(ball(0.055, 0.055, 0.03, 12), -0.17, 0.99, 0.18),
    move(ball(0.055, 0.055, 0.03, 12), -0.17, 0.99, -0.18),
  );
  const mouth = move(turn(torus(0.075, 0.035, { sides: 18 }, 8), "z", 0.55), -0.32, 1.12, 0);
  return placed(
    [
      part(body, modelPaint(skin, 2)),
      part(joinMeshes(tail, back, move(flipper, -0.12, 0.72, 0.14)), modelPaint(fade(0x2a8f9c, 0x6fd6c4))),
      part(eye, plain(WHITE, 0.04)),
      part(pupil, plain(INK_COLOR, 0)),
      part(mouth, plain(0xf59a86)),
    ],
    (mesh) => turn(stretch(mesh, 0.97), "y", 0.15),
  );
}

export const FRIEND_TOYS = [
  toy("Plush Cow", "Moos when squeezed. Judges when not.", plushCow),
  toy("Emergency Trout", "Break glass, take fish, ask no questions.", emergencyTrout),
];
