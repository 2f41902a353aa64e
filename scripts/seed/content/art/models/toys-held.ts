import { blobSolid, box, cushion, pillow, starSolid } from "./box.ts";
import { BLUE, CREAM, dark, light, PINK, RED, WHITE, WOOD, YELLOW } from "./color.ts";
import { CHERRY, glossy, knobs, smiley } from "./eyes.ts";
import { ball, lathe, profileCurve, torus } from "./lathe.ts";
import { joinMeshes, type Mesh, move, pair, stretch, turn } from "./mesh.ts";
import { type Part, part, placed, tilted, toy } from "./model.ts";
import { outlinePath, type PathPoint, pathPoints } from "./outline.ts";
import { fade, grainy, modelPaint, over, plain } from "./paint.ts";
import { any, oval, strokePath, tile, woodGrain } from "./shapes.ts";
import { path, tube } from "./tube.ts";

function woodenSword(): Part[] {
  const wood = 0xe0aa63;
  const blade = tube(
    path(pathPoints("0 0.3 0, 0 0.6 0, 0 0.85 0, 0 1.05 0, 0 1.24 0"), 3),
    (t) => 0.09 * Math.min(1, (1 - t) * 3.2 + 0.1),
    { sides: 4, flat: 2.1 },
  );
  const plaster = [
    any(strokePath([0.38, 0.62], [0.62, 0.7], 0.045), tile(0.5, 0.66, 0.05, 0.05)),
    0xf7c9a5,
  ] as const;
  const skin = over(fade(dark(wood, 0.08), light(wood, 0.2)), [woodGrain, dark(wood, 0.16)], plaster, [
    tile(0.5, 0.66, 0.05, 0.026),
    0xfff0df,
  ]);
  const wrap = over(() => RED, [(u, v) => (v * 9 + u) % 1 < 0.25, dark(RED, 0.35)]);
  return placed(
    [
      part(blade, modelPaint(skin, 2), 0.6),
      part(move(box(0.76, 0.15, 0.22, 0.07), 0, 0.31, 0), plain(BLUE, 0.2)),
      part(pair(move(ball(0.115), 0.38, 0.31, 0)), plain(YELLOW)),
      part(tube(pathPoints("0 -0.36 0, 0 0 0, 0 0.3 0"), 0.085, { sides: 14 }), modelPaint(wrap)),
      part(move(ball(0.13), 0, -0.42, 0), glossy(YELLOW, 1)),
      part(move(ball(0.08, 0.08, 0.05, 12), 0, 0.31, 0.1), CHERRY),
    ],
    tilted,
  );
}

function wand(): Part[] {
  const tip = cushion(starSolid(5, 0.4, 0.21), pillow(0.26, 0.2, 4));
  const face = smiley(fade(0xffae12, 0xffd94a), 0.5, 0.1, 0.13);
  const ribbon = (x: number, z: number) =>
    tube(
      path(
        [
          [0, 0.46, 0.02],
          [x, 0.4, z],
          [x * 1.5, 0.2, z * 1.4],
          [x * 2.4, 0.06, z * 1.2],
        ],
        4,
      ),
      0.05,
      { flat: 0.25, sides: 8, face: [1, 0, 0] },
    );
  const spark = cushion(starSolid(4, 0.1, 0.04), pillow(0.08, 0.2, 3));
  return placed(
    [
      part(
        tube(pathPoints("0 -0.5 0, 0 0 0, 0 0.6 0"), 0.05, { sides: 12 }),
        modelPaint(over(fade(0xf4f0ff, WHITE), [(u, v) => (v * 8 + u) % 1 < 0.4, PINK])),
      ),
      part(move(tip, 0, 0.78, 0), modelPaint(face, 3), 1.1),
      part(joinMeshes(ribbon(0.14, 0.1), ribbon(-0.14, 0.06)), plain(0x7a5ae0)),
      part(move(ball(0.075), 0, -0.52, 0), glossy(0x7a5ae0, 1)),
      part(
        joinMeshes(
          move(spark, 0.42, 0.95, 0),
          move(stretch(spark, 0.8), -0.42, 0.6, 0.05),
          move(stretch(spark, 0.6), 0.4, 0.6, 0),
        ),
        plain(0xfff0a0, 0.05),
      ),
    ],
    (mesh) => tilted(stretch(mesh, 0.95)),
  );
}

function royalPlunger(): Part[] {
  const cup = lathe(
    profileCurve(
      outlinePath(
        "0.06 0.6, 0.13 0.64, 0.16 0.72, 0.32 0.84, 0.38 1.04, 0.42 1.12, 0.37 1.15, 0.31 1.02, 0.24 0.88, 0 0.8",
      ),
      3,
    ),
    { sides: 32 },
  );
  const rubber = over(fade(dark(RED, 0.25), light(RED, 0.05)), [oval(0.42, 0.38, 0.025, 0.06), 0xffb0a0]);
  const jewels = [0, 1, 2, 3, 4, 5].map(
    (i) => [0.13 * Math.sin(i * 1.047), 0.5, 0.13 * Math.cos(i * 1.047)] as const,
  );
  return placed(
    [
      part(cup, modelPaint(rubber, 2)),
      part(
        tube(pathPoints("0 -0.7 0, 0 0 0, 0 0.64 0"), 0.07, { sides: 14 }),
        modelPaint(grainy(fade(dark(WOOD, 0.1), light(WOOD, 0.2)), 8, 0.2, 3)),
      ),
      part(
        joinMeshes(
          move(torus(0.08, 0.05, { sides: 20 }, 8), 0, 0.43, 0),
          move(torus(0.08, 0.05, { sides: 20 }, 8), 0, 0.57, 0),
          move(ball(0.12, 0.1, 0.12), 0, 0.5, 0),
          move(ball(0.11), 0, -0.7, 0),
        ),
        glossy(YELLOW, 1),
      ),
      part(knobs(0.045, jewels, 8), glossy(0x2fb8e8, 1)),
    ],
    (mesh) => tilted(stretch(mesh, 0.98)),
  );
}

/** A ukulele's outline: two curves and a waist. */
const WAIST: PathPoint[] = blobSolid((a) => {
  const up = Math.sin(a);
  return 0.33 + 0.07 * -up + 0.09 * up * up - 0.08 * Math.exp(-(((up - 0.18) / 0.22) ** 2));
}, 44);

function ukulele(): Part[] {
  const wood = 0xd98a3d;
  const rows: PathPoint[] = outlinePath("0 -0.12, 0.94 -0.12, 1 -0.09, 1 0.09, 0.94 0.12, 0 0.12");
  const body = cushion(WAIST, rows);
  const front = over(
    fade(dark(wood, 0.12), light(wood, 0.2)),
    [woodGrain, dark(wood, 0.08)],
    [oval(0.5, 0.6, 0.17, 0.14), CREAM],
    [oval(0.5, 0.6, 0.14, 0.115), 0x3a2018],
    [tile(0.5, 0.22, 0.2, 0.035), 0x5a3420],
  );
  const rear = over(fade(dark(wood, 0.2), wood), [woodGrain, dark(wood, 0.16)]);
  const neck = over(() => 0x5a3420, [(_, v) => (v * 11) % 1 < 0.12, 0xe8d9b0]);
  const lute = (mesh: Mesh) => move(stretch(mesh, 1.05, 1.1, 1), 0, -0.64, 0);
  const strings = [-0.045, -0.015, 0.015, 0.045].map((x) =>
    tube(
      [
        [x, -0.85, 0.145],
        [x, 0, 0.135],
        [x, 0.66, 0.115],
      ],
      0.008,
      { sides: 4 },
    ),
  );
  const pegs = pair(joinMeshes(move(ball(0.045), 0.15, 0.68, 0), move(ball(0.045), 0.15, 0.82, 0)));
  return placed(
    [
      part(lute(body.filter((face) => face.every(({ at }) => at[2] > 0.1))), modelPaint(front, 3)),
      part(lute(body.filter((face) => face.some(({ at }) => at[2] < 0.1))), modelPaint(rear)),
      part(move(box(0.15, 1.1, 0.1, 0.04), 0, 0.1, 0.06), modelPaint(neck)),
      part(move(box(0.24, 0.3, 0.09, 0.04), 0, 0.74, 0.04), plain(dark(wood, 0.15))),
      part(joinMeshes(...strings), plain(WHITE, 0), 1.2),
      part(pegs, plain(CREAM)),
    ],
    (mesh) => turn(turn(mesh, "z", 0.5), "x", -0.1),
  );
}

export const HELD_TOYS = [
  toy("Wooden Sword", "Has slain one dragon, drawn in chalk.", woodenSword),
  toy("Mostly Magic Wand", "Turns things into slightly different things.", wand),
  toy("Royal Plunger", "A scepter, if you squint. Please squint.", royalPlunger),
  toy("Pocket Ukulele", "Knows three chords. Two of them are the same.", ukulele),
];
