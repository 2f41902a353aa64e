import { dark } from "./color.ts";
import { eyes, glossy } from "./eyes.ts";
import { ball } from "./lathe.ts";
import { joinMeshes, move, pair, turn, warp } from "./mesh.ts";
import { type Part, part, placed, toy } from "./model.ts";
import { pathPoints } from "./outline.ts";
import { fade, modelPaint, plain } from "./paint.ts";
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

export const RUBBER_DUCK = toy("Rubber Duck", "Listens well, says little.", rubberDuck);
