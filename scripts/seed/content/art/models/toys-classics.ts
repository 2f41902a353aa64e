import { dark, light, RED } from "./color.ts";
import { eyes, gloss, glossy } from "./eyes.ts";
import { ball, lathe, profileCurve, soften } from "./lathe.ts";
import { joinMeshes, move, pair, turn, warp } from "./mesh.ts";
import { type Part, part, placed, toy } from "./model.ts";
import { outlinePath, pathPoints } from "./outline.ts";
import { fade, modelPaint, over, plain } from "./paint.ts";
import { path, tube } from "./tube.ts";

function rubberDuck(): Part[] {
  const body = warp(ball(0.44, 0.34, 0.54, 26), ([x, y, z]) => [
    x * (1 - 0.25 * Math.max(0, -z)),
    Math.max(y, -0.27) + (z < 0 ? 0.9 * z * z : 0),
    z,
  ]);
  const wing = warp(ball(0.09, 0.18, 0.28, 16), ([x, y, z]) => [x, y + (z < 0 ? 1.2 * z * z : 0), z]);
  const beak = joinMeshes(
    move(turn(ball(0.19, 0.06, 0.17, 18), "x", -0.2), 0, 0.84, 0.5),
    move(turn(ball(0.15, 0.05, 0.13, 16), "x", 0.15), 0, 0.77, 0.47),
  );
  const curl = tube(path(pathPoints("0 1.09 0.12, 0 1.15 0.08, 0 1.14 0"), 3), (t) => 0.05 - 0.03 * t, {
    sides: 8,
  });
  const yellow = 0xffc91f;
  return placed(
    [
      part(move(body, 0, 0.5, -0.02), modelPaint(fade(0xf5a300, 0xffd63d), 2)),
      part(
        joinMeshes(move(ball(0.31, 0.3, 0.3, 24), 0, 0.87, 0.2), curl),
        modelPaint(fade(0xfbb40a, 0xffdc4a)),
      ),
      part(pair(move(turn(wing, "y", 0.25), 0.41, 0.56, -0.1)), plain(dark(yellow, 0.08))),
      part(beak, glossy(0xff7a1a, 1)),
      eyes(0.155, 0.96, 0.42, 0.16, 0.35),
      part(pair(move(ball(0.06, 0.04, 0.03, 10), 0.235, 0.86, 0.385)), plain(0xff9a5a)),
    ],
    (mesh) => turn(mesh, "y", -0.25),
  );
}

function balloon(): Part[] {
  const skin = lathe(
    profileCurve(outlinePath("0 -0.48, 0.06 -0.46, 0.24 -0.28, 0.38 0.02, 0.34 0.28, 0.18 0.41, 0 0.44"), 4),
    { sides: 30 },
  );
  const knot = lathe(soften(outlinePath("0 -0.58, 0.09 -0.56, 0.03 -0.47, 0 -0.46"), 0.02), { sides: 14 });
  const string = tube(
    path(
      pathPoints("0.03 -0.62 0.1, -0.02 -0.4 0.02, 0 -0.2 0, 0 0.05 0, -0.08 0.14 0.02, -0.2 0.24 0.05"),
      6,
    ),
    0.016,
    { sides: 6 },
  );
  const shine = over(fade(dark(RED, 0.28), light(0xf0483f, 0.06)), [gloss(0.4, 0.72, 0.04, 0.11), 0xffc9c0]);
  return [
    part(move(turn(skin, "z", 0.2), -0.32, 0.72, 0.06), modelPaint(shine, 2)),
    part(move(turn(knot, "z", 0.2), -0.32, 0.74, 0.06), plain(dark(RED, 0.15))),
    part(string, plain(0xf4ead8, 0.05)),
  ];
}

export const CLASSIC_TOYS = [
  toy("Rubber Duck", "Listens well, says little.", rubberDuck),
  toy("Balloon on a String", "Let go and it's gone. So don't.", balloon),
];
