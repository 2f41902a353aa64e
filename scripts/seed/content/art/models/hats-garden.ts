import { CREAM, dark, GREEN, INK_COLOR, light, PINK, RED, YELLOW } from "./color.ts";
import { knobs, smiley } from "./eyes.ts";
import { ball, lathe, profileCurve, soften } from "./lathe.ts";
import { aroundAxis, joinMeshes, type Mesh, move, pair, ribbed, stretch, turn } from "./mesh.ts";
import { hat, type Part, part, placed } from "./model.ts";
import { outlinePath, pathPoints } from "./outline.ts";
import { fade, grainy, modelPaint, over, type PaintShape, plain } from "./paint.ts";
import { any, oval } from "./shapes.ts";
import { path, tube } from "./tube.ts";
import type { Vec3 } from "./vec.ts";

function officeCactus(): Part[] {
  const clay = 0xd9693a;
  const side = outlinePath("0 0.24, 0.72 0.24, 0.9 0.82, 1.02 0.82, 1.02 1.02, 0.88 1.02, 0.86 0.94, 0 0.94");
  const pot = lathe(soften(side, 0.06), { sides: 28 });
  const saucer = lathe(soften(outlinePath("0 0.18, 1 0.18, 1.14 0.34, 0 0.34"), 0.06), { sides: 28 });
  const stem = profileCurve(outlinePath("0.3 0.85, 0.43 1.1, 0.46 1.5, 0.36 1.86, 0.16 1.99, 0 2"));
  const body = ribbed(lathe(stem, { sides: 40 }), 10, 0.07);
  const arms = joinMeshes(
    tube(path(pathPoints("-0.3 1.24 0, -0.62 1.26 0.02, -0.7 1.64 0.02"), 4), 0.155),
    tube(path(pathPoints("0.3 1.4 0, 0.62 1.42 0.02, 0.7 1.72 0.02"), 4), 0.155),
  );
  const spine = (column: number, row: number) =>
    oval((column + 0.5 + 0.25 * (row % 2)) / 10, 0.12 + row * 0.17, 0.006, 0.022);
  const spines = any(...Array.from({ length: 50 }, (_, i) => spine(i % 10, Math.floor(i / 10))));
  const skin = over(fade(dark(GREEN, 0.25), light(GREEN, 0.1)), [spines, 0xf4f0bf]);
  const petal = move(turn(ball(0.08, 0.14, 0.05, 8), "x", 0.75), 0, 0.05, 0.11);
  return [
    part(joinMeshes(pot, saucer), modelPaint(grainy(fade(dark(clay, 0.2), light(clay, 0.1)), 18, 0.1, 2))),
    part(move(ball(0.84, 0.09, 0.84, 14), 0, 0.95, 0), modelPaint(grainy(() => 0x5b3a26, 24, 0.22, 6, 24))),
    part(body, modelPaint(smiley(skin, 0.52, 0.05, 0.13), 3, 2)),
    part(arms, plain(GREEN, 0.2)),
    part(move(aroundAxis(petal, 6), 0.06, 1.97, 0), plain(PINK)),
    part(move(ball(0.08, 0.07), 0.06, 2.05, 0), plain(YELLOW)),
  ];
}

/** The outline of the toadstool's cap: (half width, height) from lip to top. */
const CAP = profileCurve(
  outlinePath("1.3 -0.02, 1.45 0.06, 1.46 0.2, 1.3 0.6, 0.95 0.98, 0.5 1.2, 0 1.26"),
  3,
);
/** The cap's spots: position along the outline (0 … 1), angle about the axis in radians, radius in units. */
const SPOTS = pathPoints(
  "0.47 0.1 0.3, 0.6 1 0.26, 0.44 1.8 0.26, 0.6 2.6 0.3, 0.44 3.5 0.27, 0.6 4.3 0.22, 0.46 5.1 0.28, 0.66 5.7 0.18, 0.8 0.3 0.2, 0.4 0.75 0.15, 0.4 5.65 0.15",
);

/** A flat round spot lying on the cap. */
function spot([up, angle, radius]: Vec3): Mesh {
  const [reach, y] = CAP[Math.round(up * (CAP.length - 1))] ?? [0, 0];
  const lens = stretch(
    lathe(outlinePath("1 -0.06, 0.94 0.03, 0.6 0.08, 0 0.095"), { sides: 18 }),
    radius,
    1,
    radius,
  );
  const lean = Math.atan2(reach * 0.72, y + 0.12);
  return turn(move(turn(lens, "x", lean), 0, y, reach), "y", angle);
}

/** A snail, about 0.7 units long, looking to the front. */
function snail(): Part[] {
  const skin = plain(0xf2d9a0);
  const house = 0xf29a3a;
  const crawl = path(pathPoints("0 0.02 -0.3, 0 0.03 0, 0 0.06 0.2, 0 0.25 0.32"), 4);
  const body = tube(crawl, (t) => 0.05 + 0.06 * Math.min(1, t * 2), { sides: 8 });
  const horn = tube(pathPoints("0.04 0.28 0.32, 0.07 0.42 0.36"), 0.018, { sides: 6 });
  const shell = move(turn(ball(0.2, 0.14, 0.2, 16), "z", Math.PI / 2), 0, 0.22, -0.06);
  const swirl: PaintShape = (u, v) => (Math.abs(v - 0.5) * 14 + u) % 1 < 0.35;
  return [
    part(joinMeshes(body, pair(horn)), skin),
    part(shell, modelPaint(over(() => house, [swirl, dark(house, 0.35)]))),
    part(knobs(0.035, pathPoints("0.07 0.43 0.36, -0.07 0.43 0.36"), 8), plain(INK_COLOR)),
  ];
}

function toadstool(): Part[] {
  const under = lathe(profileCurve(outlinePath("0.7 0.2, 1 0.08, 1.3 -0.02"), 3), { sides: 36 });
  const gills = over(fade(0xd9bf9a, CREAM), [(u) => (u * 44) % 1 < 0.4, 0xe3cda8]);
  const cap = lathe(CAP, { sides: 36 });
  const skin = grainy(fade(dark(RED, 0.3), light(RED, 0.12)), 20, 0.06, 3);
  const climb = (mesh: Mesh) => move(turn(turn(stretch(mesh, 1.25), "x", 0.12), "y", -0.6), -0.2, 1.2, 0.1);
  return [
    part(under, modelPaint(gills, 2, 1)),
    part(cap, modelPaint(skin, 2)),
    part(joinMeshes(...SPOTS.map(spot)), plain(CREAM)),
    ...placed(snail(), climb),
  ];
}

export const GARDEN_HATS = [
  hat("Office Cactus", "Needs water once a month and praise once a day.", officeCactus),
  hat("Toadstool with Tenant", "The snail has a lease until spring.", toadstool),
];
