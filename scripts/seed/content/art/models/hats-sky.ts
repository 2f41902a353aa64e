import { cushion } from "./box.ts";
import { dark, INK_COLOR, light, PINK, WHITE, YELLOW } from "./color.ts";
import { eyes, knobs, ringOf } from "./eyes.ts";
import { ball, lathe, profileCurve, torus } from "./lathe.ts";
import { joinMeshes, type Mesh, move, pair, stretch, turn } from "./mesh.ts";
import { hat, type Part, part } from "./model.ts";
import { outlinePath, pathPoints } from "./outline.ts";
import { fade, modelPaint, over, plain } from "./paint.ts";
import { path, tube } from "./tube.ts";

/** The cloud's balls: center x, y, z and radius, in units. */
const PUFFS = [
  [0, 1.42, 0, 0.56],
  [-0.62, 1.3, 0.05, 0.42],
  [0.62, 1.32, -0.02, 0.44],
  [-0.28, 1.66, -0.12, 0.4],
  [0.3, 1.72, 0, 0.38],
  [1.02, 1.2, 0, 0.28],
  [-1.0, 1.18, 0, 0.27],
  [0.1, 1.3, -0.4, 0.42],
  [0.34, 1.24, 0.32, 0.36],
  [-0.34, 1.24, 0.3, 0.36],
] as const;

/** A flash of lightning, about 0.7 units high. */
function flash(): Mesh {
  const zigzag = outlinePath("0.14 0, 0.02 0.02, 0.12 0.3, -0.1 0.3, -0.16 -0.06, -0.02 -0.08, -0.1 -0.36");
  const rows = outlinePath("0 -0.06, 0.8 -0.06, 1 0, 0.8 0.06, 0 0.06");
  return turn(cushion(zigzag, rows), "z", -0.1);
}

function personalWeather(): Part[] {
  const cloud = joinMeshes(...PUFFS.map(([x, y, z, r]) => move(ball(r, r * 0.92, r, 16), x, y, z)));
  const drop = lathe(profileCurve(outlinePath("0 -0.11, 0.07 -0.09, 0.09 -0.02, 0.05 0.1, 0 0.2"), 2), {
    sides: 8,
  });
  const rain = pathPoints(
    "-0.8 0.82 0.2, -0.42 0.6 0.42, 0.05 0.76 0.2, 0.44 0.58 0.4, 0.84 0.8 0.1, 0.3 0.74 -0.4, -0.4 0.7 -0.35",
  );
  const frown = tube(
    path(pathPoints("-0.11 1.2 0.67, -0.05 1.255 0.665, 0.05 1.255 0.665, 0.11 1.2 0.67"), 3),
    0.025,
    { sides: 8 },
  );
  return [
    part(cloud, modelPaint(fade(0x9fb3d6, WHITE))),
    eyes(0.2, 1.42, 0.6, 0.2),
    part(frown, plain(INK_COLOR, 0)),
    part(knobs(0.09, pathPoints("0.42 1.28 0.62, -0.42 1.28 0.62"), 10), plain(PINK)),
    part(joinMeshes(...rain.map(([x, y, z]) => move(drop, x, y, z))), plain(0x49a7ec, 0.25)),
    part(move(stretch(flash(), 1.15), -1.0, 0.72, 0.1), plain(YELLOW, 0.05)),
  ];
}

/** A small green alien. */
function visitor(): Part[] {
  const skin = 0x8ed652;
  const head = move(ball(0.44, 0.4, 0.4, 18), 0, 1.42, 0);
  const belly = move(ball(0.3, 0.4, 0.28, 14), 0, 1.02, 0);
  const arm = tube(path(pathPoints("0.3 1.12 0.05, 0.56 1.2 0.1, 0.66 1.44 0.14"), 4), 0.07, { sides: 10 });
  const grin = tube(path(pathPoints("-0.1 1.28 0.355, 0 1.24 0.365, 0.1 1.28 0.355"), 3), 0.022, {
    sides: 6,
  });
  const antenna = tube(path(pathPoints("0.1 1.7 0, 0.16 1.86 0, 0.28 1.96 0"), 3), 0.028, { sides: 6 });
  return [
    part(joinMeshes(head, belly, arm, pair(antenna)), plain(skin, 0.2)),
    part(knobs(0.065, pathPoints("0.28 1.97 0, -0.28 1.97 0"), 10), plain(0xff7ab0)),
    eyes(0.17, 1.46, 0.34, 0.27, 0.4),
    part(grin, plain(dark(skin, 0.75), 0)),
  ];
}

function parkedSaucer(): Part[] {
  const steel = 0xa9b6cf;
  const side = outlinePath(
    "0 0.22, 0.7 0.24, 1.05 0.4, 1.5 0.62, 1.56 0.7, 1.48 0.78, 1 0.94, 0.62 1.06, 0.56 1, 0 1",
  );
  const hull = lathe(profileCurve(side, 2), { sides: 34 });
  const lamp = (step: number) => ringOf(3, 1.3, 0.86, step / 3, { square: 2, depth: 1 });
  const panels = over(
    fade(dark(steel, 0.35), light(steel, 0.35)),
    [(u, v) => Math.abs(((u * 12) % 1) - 0.5) > 0.485 && v > 0.12, dark(steel, 0.35)],
    [(_, v) => Math.abs(v - 0.5) < 0.03, 0x7a5ad6],
  );
  return [
    part(hull, modelPaint(panels, 3, 2)),
    part(move(torus(0.6, 0.08, { sides: 24 }, 6), 0, 1.04, 0), plain(0x6f7c9a)),
    part(knobs(0.1, lamp(0), 10), plain(YELLOW, 0.05)),
    part(knobs(0.1, lamp(1), 10), plain(0xff6a8a, 0.05)),
    part(knobs(0.1, lamp(2), 10), plain(0x5ee0c8, 0.05)),
    ...visitor(),
  ];
}

export const SKY_HATS = [
  hat("Personal Weather", "Local showers. Very local.", personalWeather),
  hat("Parked Saucer", "Only stopping for a minute, officer.", parkedSaucer),
];
