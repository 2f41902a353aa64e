import { BLUE, CREAM, dark, GREEN, INK_COLOR, light, mixColors, RED, WHITE, YELLOW } from "./color.ts";
import { CHERRY } from "./eyes.ts";
import { ball, HEAD, lathe, profileCurve, soften } from "./lathe.ts";
import { joinMeshes, move, turn, warp } from "./mesh.ts";
import { hat, type Part, part, placed } from "./model.ts";
import { outlinePath, pathPoints } from "./outline.ts";
import { fade, grainy, lit, modelBands, modelPaint, over, type Painter, plain, stripes } from "./paint.ts";
import { any, oval, tile } from "./shapes.ts";
import { tube } from "./tube.ts";

function trafficCone(): Part[] {
  const slab = lathe(soften(outlinePath("0 0.2, 1.16 0.2, 1.22 0.44, 0 0.44"), 0.09), {
    sides: 48,
    square: 6,
  });
  const wall = soften(outlinePath("0.95 0.42, 0.86 0.56, 0.27 2, 0.15 2, 0.13 1.7, 0 1.7"), 0.09);
  const hue = 0xff6a13;
  const white = 0xfdf8ee;
  const rings = modelBands(
    [0.24, hue],
    [0.42, white],
    [0.53, hue],
    [0.67, white],
    [0.78, hue],
    [1, dark(hue, 0.55)],
  );
  const scuffed = over(rings, [
    any(oval(0.3, 0.36, 0.012, 0.03), oval(0.66, 0.6, 0.02, 0.014)),
    dark(white, 0.2),
  ]);
  const base = modelPaint(grainy(fade(dark(hue, 0.35), hue), 24, 0.1, 7));
  const parts = [
    part(slab, base),
    part(lathe(wall, { sides: 40 }), modelPaint(grainy(scuffed, 32, 0.06, 3), 3, 3)),
  ];
  return placed(parts, (mesh) => turn(mesh, "z", -0.07));
}

/** A face looking out between the pleats of a tall hat. */
function hatch(base: Painter): Painter {
  const hole = tile(0.5, 0.42, 0.075, 0.055);
  const white = any(oval(0.472, 0.42, 0.022, 0.038), oval(0.528, 0.42, 0.022, 0.038));
  const pupils = any(oval(0.477, 0.414, 0.011, 0.021), oval(0.533, 0.414, 0.011, 0.021));
  return over(
    base,
    [tile(0.5, 0.42, 0.083, 0.066), 0xd9cdb8],
    [hole, 0x2b1a38],
    [white, WHITE],
    [pupils, INK_COLOR],
  );
}

function chefsTower(): Part[] {
  const profile = profileCurve(
    outlinePath("0.9 0.3, 0.98 0.5, 1.02 0.8, 1.1 1.25, 1.32 1.62, 1.3 1.95, 0.8 2.13, 0 2.08"),
    4,
  );
  const puff = warp(lathe(profile, { ...HEAD, sides: 60 }), ([x, y, z]) => {
    // Pleats fade out at the hatch and toward the band.
    const front = Math.max(0, 1 - Math.abs(Math.atan2(x, z)) / 0.6);
    const fold = 1 + 0.045 * Math.cos(12 * Math.atan2(x, z)) * Math.min(1, (y - 0.3) * 1.6) * (1 - front);
    return [x * fold, y, z * fold];
  });
  const cloth: Painter = (u, v) =>
    mixColors(0xe9dfd2, WHITE, 0.55 + 0.45 * Math.cos(12 * (u - 0.5) * 2 * Math.PI) * (1 - v));
  const band = lathe(soften(outlinePath("0.85 -0.02, 1 -0.04, 1.03 0.48, 0.9 0.5"), 0.06), {
    ...HEAD,
    sides: 40,
  });
  return [
    part(puff, modelPaint(hatch(cloth), 3, 2)),
    part(
      band,
      modelPaint(lit(modelBands([0.3, WHITE], [0.42, RED], [0.58, WHITE], [0.7, RED], [1, WHITE]), 0.1), 1),
    ),
  ];
}

function propellerCap(): Part[] {
  const dome = lathe(
    profileCurve(outlinePath("0.9 -0.08, 0.995 -0.06, 1 0.05, 0.95 0.3, 0.8 0.5, 0.45 0.64, 0 0.68"), 3),
    { ...HEAD, sides: 48 },
  );
  const peak = warp(move(ball(0.7, 0.07, 0.66, 28), 0, 0.02, 0.86), ([x, y, z]) => [
    x,
    y - 0.16 * x * x - 0.05 * (z - 0.8),
    z,
  ]);
  const blade = move(turn(ball(0.46, 0.035, 0.15, 18), "x", 0.5), 0.46, 0, 0);
  const blades = move(turn(joinMeshes(blade, turn(blade, "y", Math.PI)), "y", 0.35), 0, 1.06, 0);
  const spring = tube(pathPoints("0 0.6 0, 0 0.8 0, 0 1.1 0"), 0.045);
  const seams = over(stripes(8, RED, YELLOW, BLUE, GREEN), [
    (u) => Math.abs(((u * 8 + 0.5) % 1) - 0.5) < 0.015,
    CREAM,
  ]);
  return [
    part(dome, modelPaint(lit(seams, 0.14), 3, 2)),
    part(peak, plain(RED)),
    part(spring, plain(0x8d93a6)),
    part(blades, plain(YELLOW)),
    part(move(ball(0.12), 0, 1.1, 0), CHERRY),
    part(move(ball(0.15, 0.09), 0, 0.68, 0), plain(light(BLUE, 0.1))),
  ];
}

export const CLASSIC_HATS = [
  hat("Traffic Cone", "No one knows where it came from. It was there in the morning.", trafficCone),
  hat("Chef's Tower", "Tall enough to hide a second, smaller chef.", chefsTower),
  hat("Propeller Cap", "Does not fly. We checked. Twice.", propellerCap),
];
