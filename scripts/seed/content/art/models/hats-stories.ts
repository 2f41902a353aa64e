import { BLUE, CREAM, dark, GREEN, light, PURPLE, RED, WHITE, YELLOW } from "./color.ts";
import { glossy, knob, knobs, ringOf } from "./eyes.ts";
import { ball, HEAD, lathe, profileCurve, soften, superellipse, torus } from "./lathe.ts";
import { grid, joinMeshes, type Mesh, type MeshCorner, move, pair, turn, warp } from "./mesh.ts";
import { hat, type Part, part, placed } from "./model.ts";
import { outlinePath, pathPoints } from "./outline.ts";
import { fade, grainy, lit, modelPaint, over, type Painter, plain } from "./paint.ts";
import { any, oval, starShape, without } from "./shapes.ts";
import { path, tube } from "./tube.ts";
import type { Vec3 } from "./vec.ts";

/** Moves deep hats up, so they don't cover the brows. */
const aboveBrows = (mesh: Mesh) => move(mesh, 0, 0.16, 0);

function softViking(): Part[] {
  const steel = 0x8e9cb5;
  const dome = lathe(
    profileCurve(outlinePath("0.92 0, 1 0.03, 0.99 0.22, 0.9 0.5, 0.66 0.76, 0.3 0.89, 0 0.91"), 2),
    {
      ...HEAD,
      sides: 36,
    },
  );
  const edge = soften(outlinePath("0.9 -0.09, 1.06 -0.09, 1.06 0.16, 0.94 0.16"), 0.07);
  const rim = lathe(edge, { ...HEAD, sides: 40 });
  const arch = pathPoints(
    "0 0.05 0.96, 0 0.5 0.86, 0 0.86 0.42, 0 0.94 0, 0 0.86 -0.42, 0 0.5 -0.86, 0 0.05 -0.96",
  );
  const ridge = tube(path(arch, 3), 0.1, { sides: 6 });
  const bow = path(pathPoints("0.8 0.32 0, 1.16 0.42 0, 1.36 0.75 0.02, 1.36 1.12 0.04, 1.22 1.36 0.05"), 3);
  const horn = tube(bow, (t) => 0.27 * (1 - t) ** 0.7 + 0.07, { sides: 12 });
  const cuff = move(turn(torus(0.27, 0.09, { sides: 16 }, 6), "z", -Math.PI / 2 + 0.2), 0.94, 0.34, 0);
  const felt = over(fade(0xe8d5ad, CREAM), [(_, v) => Math.abs(((v * 7) % 1) - 0.5) < 0.07, 0xd9be8c]);
  const parts = [
    part(dome, modelPaint(grainy(fade(dark(steel, 0.2), light(steel, 0.3)), 24, 0.08, 5), 2, 1)),
    part(joinMeshes(rim, ridge), plain(YELLOW, 0.2)),
    part(knobs(0.065, ringOf(10, 1.06, 0.03, 0.5), 8), plain(0xd98a1b)),
    part(pair(horn), modelPaint(felt)),
    part(pair(cuff), plain(0xd98a1b)),
  ];
  return placed(parts, aboveBrows);
}

/** Bends the tip of a tall hat forward. */
function nod([x, y, z]: Vec3): Vec3 {
  const t = Math.max(0, y - 0.75);
  return [x + 0.36 * t * t, y - 0.1 * t * t, z - 0.12 * t + 0.05 * Math.sin(y * 9) * Math.min(1, t * 2)];
}

/** A night sky for a hat. */
function night(): Painter {
  const stars = any(
    starShape(0.5, 0.36, 0.045, 0.1),
    starShape(0.37, 0.55, 0.035, 0.075),
    starShape(0.64, 0.58, 0.04, 0.08),
    starShape(0.25, 0.34, 0.04, 0.09),
    starShape(0.8, 0.36, 0.045, 0.1),
    starShape(0.08, 0.5, 0.035, 0.08),
    starShape(0.95, 0.36, 0.03, 0.065),
    starShape(0.5, 0.72, 0.05, 0.06),
  );
  const moon = without(oval(0.67, 0.33, 0.035, 0.08), oval(0.683, 0.35, 0.03, 0.07));
  return over(fade(dark(PURPLE, 0.35), light(PURPLE, 0.12)), [any(stars, moon), 0xffd84a]);
}

function wizard(): Part[] {
  const brim = warp(
    lathe(soften(outlinePath("0.7 0.05, 1.5 0, 1.58 0.07, 0.85 0.17, 0.7 0.3"), 0.05), {
      ...HEAD,
      sides: 48,
    }),
    ([x, y, z]) => [
      x,
      y + 0.07 * Math.sin(3 * Math.atan2(x, z) + 0.6) * Math.max(0, Math.hypot(x, z) - 0.9),
      z,
    ],
  );
  const slope = profileCurve(
    outlinePath("1 0.08, 0.97 0.3, 0.8 0.7, 0.56 1.2, 0.34 1.65, 0.14 2.1, 0 2.2"),
    4,
  );
  // As square as the head at the bottom, round from half a unit up.
  const square = (y: number) => 2.5 - Math.min(0.5, y);
  const cone = warp(lathe(slope, { square, depth: 0.93, sides: 36 }), nod);
  const band = lathe(soften(outlinePath("0.9 0.13, 1.03 0.14, 0.98 0.36, 0.85 0.38"), 0.05), {
    square: 2.4,
    depth: 0.93,
    sides: 40,
  });
  const frame = torus(0.17, 0.045, { square: 5, sides: 24 }, 8);
  const buckle = move(turn(frame, "x", Math.PI / 2 - 0.1), 0, 0.26, 0.95);
  return [
    part(brim, plain(dark(PURPLE, 0.12), 0.2)),
    part(cone, modelPaint(night(), 3, 2)),
    part(band, plain(0xe0573b)),
    part(buckle, plain(YELLOW)),
    part(knob(0.13, ...nod([0, 2.2, 0])), glossy(YELLOW, 1)),
  ];
}

/** A crown's wall with thickness. Its upper edge rises to `tips` points. */
function crownWall(tips: number): Mesh {
  const sides = tips * 6;
  // Half width, height, and whether the row follows the points.
  const rows = pathPoints(
    "0.86 -0.02 0, 1 -0.04 0, 1.03 0.04 0, 1.05 0.34 0, 1.11 0.5 1, 1.07 0.52 1, 0.93 0.3 0, 0.9 0.1 0",
  );
  return grid(
    rows.map(([reach, y, follow], row) =>
      Array.from({ length: sides + 1 }, (_, i): MeshCorner => {
        const u = i / sides;
        const angle = (u - 0.5) * 2 * Math.PI;
        const peak = follow * 0.5 * Math.abs(((u * tips) % 1) * 2 - 1) ** 1.3;
        const wide = (reach + peak * 0.16) * superellipse(angle, 2.5);
        return {
          at: [wide * Math.sin(angle), y + peak, wide * Math.cos(angle) * 0.914],
          uv: [u, row / (rows.length - 1)],
        };
      }),
    ),
  );
}

function crown(): Part[] {
  const gold = modelPaint(
    lit(over(fade(0xf0a010, 0xffd23e), [(_, v) => v > 0.16 && v < 0.2, 0xd98a1b]), 0.15),
    2,
  );
  const gleam = glossy(YELLOW, 1);
  const gem = (step: number) => ringOf(8, 1.03, 0.2).filter((_, i) => i % 2 === step);
  const fur = warp(torus(0.99, 0.17, { ...HEAD, sides: 36 }, 8), ([x, y, z]) => [x, y * 1.05 - 0.04, z]);
  const spots = any(
    ...Array.from({ length: 14 }, (_, i) => oval((i + 0.5) / 14, i % 2 ? 0.55 : 0.42, 0.008, 0.045)),
  );
  const parts = [
    part(crownWall(8), gold, 0.7),
    part(
      lathe(profileCurve(outlinePath("0.92 0.2, 0.94 0.45, 0.78 0.74, 0.4 0.9, 0 0.92"), 2), {
        ...HEAD,
        sides: 28,
      }),
      modelPaint(grainy(fade(dark(RED, 0.35), RED), 24, 0.12, 8)),
    ),
    part(fur, modelPaint(over(grainy(fade(0xe6ddd2, WHITE), 30, 0.1, 4), [spots, 0x2b2430]), 3, 1)),
    part(knobs(0.11, ringOf(8, 1.19, 1.04), 10), gleam),
    part(knobs(0.12, gem(0), 10), glossy(RED, 1)),
    part(knobs(0.1, gem(1), 10), glossy(BLUE, 1)),
    part(knobs(0.07, ringOf(8, 1.04, 0.2, 0.5), 6), glossy(GREEN, 1)),
    part(move(ball(0.14), 0, 0.98, 0), gleam),
  ];
  return placed(parts, aboveBrows);
}

export const STORY_HATS = [
  hat("Very Soft Viking", "The horns are felt. So are his feelings.", softViking),
  hat("Wizard's Second Hat", "The first one turned into a frog. Long story.", wizard),
  hat("Crown of Sunday", "Ruler of the couch, keeper of the remote.", crown),
];
