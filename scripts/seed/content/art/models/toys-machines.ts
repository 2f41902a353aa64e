import { box, cushion } from "./box.ts";
import { BLUE, dark, light, ORANGE, RED, WHITE, YELLOW } from "./color.ts";
import { CHERRY, smiley } from "./eyes.ts";
import { ball, lathe, profileCurve, soften, torus } from "./lathe.ts";
import { aroundAxis, byHeight, joinMeshes, type Mesh, move, pair, turn } from "./mesh.ts";
import { type Part, part, placed, toy } from "./model.ts";
import { outlinePath, pathPoints } from "./outline.ts";
import { fade, lit, modelBands, modelPaint, over, type Painter, plain } from "./paint.ts";
import { any, oval, smile, tile } from "./shapes.ts";
import { path, tube } from "./tube.ts";

const ROBOT = 0x3aa0d8;

/** The robot's face: a screen with a glowing smile. */
function screen(): Painter {
  const smiling = any(
    oval(0.33, 0.56, 0.06, 0.14),
    oval(0.67, 0.56, 0.06, 0.14),
    smile(0.5, 0.42, 0.12, 0.2),
  );
  const cheeks = any(oval(0.2, 0.34, 0.06, 0.09), oval(0.8, 0.34, 0.06, 0.09));
  return over(fade(0x17354a, 0x23506b), [cheeks, 0xff7aa8], [smiling, 0x7dfbe0]);
}

/** The robot's chest: a gauge and three buttons. */
function panel(): Painter {
  return over(
    fade(0xf6efe0, WHITE),
    [tile(0.5, 0.62, 0.38, 0.1), 0x22384a],
    [tile(0.34, 0.62, 0.2, 0.07), 0x6fe08a],
    [oval(0.25, 0.26, 0.09, 0.09), RED],
    [oval(0.5, 0.26, 0.09, 0.09), YELLOW],
    [oval(0.75, 0.26, 0.09, 0.09), ROBOT],
  );
}

/** The key in the robot's back. */
function key(): Mesh {
  const shaft = tube(pathPoints("0 0 -0.1, 0 0 -0.2, 0 0 -0.26"), 0.03, { sides: 8, face: [0, 1, 0] });
  const ring = move(turn(torus(0.085, 0.03, { sides: 16 }, 6), "z", Math.PI / 2), 0, 0.085, -0.32);
  return joinMeshes(shaft, ring, move(ring, 0, -0.17, 0));
}

function windUpRobot(): Part[] {
  const arm = tube(path(pathPoints("0.28 0.66 0, 0.42 0.58 0.06, 0.44 0.42 0.16"), 4), 0.065, { sides: 10 });
  const claw = move(turn(torus(0.07, 0.035, { sides: 14 }, 6), "z", 0.4), 0.45, 0.36, 0.2);
  const foot = move(box(0.22, 0.13, 0.32, 0.05), 0.15, 0.285, 0.04);
  const disc = lathe(outlinePath("0 -0.05, 0.09 -0.05, 0.09 0.05, 0 0.05"), { sides: 16 });
  const ear = move(turn(disc, "z", Math.PI / 2), 0.26, 0.96, 0);
  const neck = move(ball(0.09, 0.05), 0, 0.77, 0);
  const antenna = tube(pathPoints("0 1.08 0, 0 1.12 0, 0 1.14 0"), 0.025, { sides: 8 });
  const body = move(box(0.54, 0.42, 0.4, 0.1), 0, 0.56, 0);
  const head = move(box(0.5, 0.34, 0.38, 0.1), 0, 0.94, 0);
  return placed(
    [
      part(joinMeshes(body, head), plain(ROBOT, 0.2)),
      part(move(box(0.4, 0.24, 0.08, 0.035), 0, 0.94, 0.17), modelPaint(screen(), 2, 1)),
      part(move(box(0.34, 0.26, 0.06, 0.025), 0, 0.56, 0.19), modelPaint(panel())),
      part(joinMeshes(pair(arm), neck, antenna), plain(0x9aa6b8)),
      part(pair(claw), plain(RED)),
      part(pair(joinMeshes(foot, ear)), plain(0x4f5d78)),
      part(move(key(), 0, 0.58, -0.08), plain(YELLOW, 0.2)),
      part(move(ball(0.055, 0.05), 0, 1.145, 0), CHERRY),
    ],
    (mesh) => turn(mesh, "y", -0.2),
  );
}

/** A rocket's fin, standing out to the front. */
function fin(): Mesh {
  const shape = outlinePath("0.16 -0.2, 0.2 -0.08, 0.06 0.16, -0.1 0.22, -0.12 -0.06, 0.02 -0.18");
  const rows = outlinePath("0 -0.05, 0.82 -0.045, 1 0, 0.82 0.045, 0 0.05");
  return move(turn(cushion(shape, rows), "y", -Math.PI / 2), 0, 0.42, 0.33);
}

function rocket(): Part[] {
  const hull = profileCurve(
    outlinePath("0 0.34, 0.2 0.35, 0.3 0.55, 0.31 0.75, 0.21 1, 0.08 1.15, 0 1.18"),
    4,
  );
  const nozzle = lathe(soften(outlinePath("0 0.22, 0.2 0.22, 0.15 0.37, 0 0.37"), 0.03), { sides: 22 });
  const rivets = any(...[0.1, 0.3, 0.7, 0.9].map((u) => oval(u, 0.4, 0.008, 0.02)));
  const coat = over(modelBands([0.12, 0xd9d3e0], [0.6, WHITE], [0.66, YELLOW], [1, RED]), [rivets, 0xb8b2c4]);
  const pilot = smiley(fade(dark(ORANGE, 0.1), light(ORANGE, 0.2)), 0.55, 0.07, 0.17);
  const frame = turn(torus(0.145, 0.04, { sides: 22 }, 8), "x", Math.PI / 2 - 0.05);
  return [
    part(byHeight(lathe(hull, { sides: 30 })), modelPaint(lit(coat, 0.12), 2)),
    part(turn(aroundAxis(fin(), 4), "y", Math.PI / 4), plain(BLUE, 0.2)),
    part(nozzle, plain(0x5b6478)),
    part(move(frame, 0, 0.78, 0.28), plain(0x4a5a8a)),
    part(move(ball(0.14, 0.14, 0.06, 20), 0, 0.78, 0.27), modelPaint(pilot, 2)),
  ];
}

export const MACHINE_TOYS = [
  toy("Wind-Up Robot", "Eleven turns of the key make one very short march.", windUpRobot),
  toy("Desk Rocket", "Next launch: when homework is done. So, never.", rocket),
];
