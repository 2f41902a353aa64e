import { down, type Paint, SHADOW } from "./paint.ts";
import { type Point, place, points } from "./points.ts";
import { ellipse, line, polygon, rect, type Shape } from "./shape.ts";
import { crease } from "./stitches.ts";
import { type ClothSurface, cover, fill } from "./surface.ts";
import type { PantsSheets, ShirtSheets } from "./textures.ts";

/** Returns a line around the neck, `dip` pixels lower in front than in the back (row `base`). */
export function neckline(base: number, dip: number, width = 60): Point[] {
  const at = (x: number) => base + dip * Math.exp(-(((x - 256) / width) ** 2));
  return Array.from({ length: 65 }, (_, i): Point => [i * 8, at(i * 8)]);
}

/** Returns the area above a line around the neck. */
export function above(line: readonly Point[]): Shape {
  return polygon([...line, ...points("532,-20 -20,-20")]);
}

/** A collar: a band along a line, and above it (and on top) the shadowed inside of the garment. */
export function collar({ torso, top }: ShirtSheets, edge: readonly Point[], color: string, width = 14): void {
  fill(torso, line(place(edge, [0, 5]), width + 4), SHADOW, { atop: true, alpha: 0.3, soft: 8 });
  fill(torso, above(edge), color);
  fill(torso, above(edge), SHADOW, { alpha: 0.45 });
  cover(top, color);
  cover(top, SHADOW, { alpha: 0.45 });
  fill(torso, line(edge, width), color);
}

/** The fabric of a shirt, and the row where its sleeves end (0 = none, 200 = at the wrist). */
export interface ShirtFabric {
  paint: Paint;
  sleevePaint?: Paint;
  sleeve?: number;
}

/** Returns a paint's color at a hem, for the discs that close a garment. */
function hem(paint: Paint, row: number): Paint {
  return typeof paint === "string" ? paint : () => paint(1, row);
}

/** Covers torso, sleeves and discs with fabric. */
export function cutShirt({ torso, arms, top, bottom }: ShirtSheets, fabric: ShirtFabric): void {
  const { paint, sleevePaint = paint, sleeve = 200 } = fabric;
  cover(torso, paint);
  for (const arm of arms) if (sleeve > 0) fill(arm, rect(-9, -9, 300, sleeve + 9), sleevePaint);
  cover(top, hem(paint, 0));
  cover(bottom, hem(paint, 207));
}

/** Shades a shirt: light from above, shadows under the arms, folds at waist and elbows. `sleeve` is the row where sleeves end. */
export function shadeShirt({ torso, arms }: ShirtSheets, sleeve = 200): void {
  cover(torso, down(0, 208, "#ffffff30", "#ffffff00", "#2a104008", "#2a104040"), { atop: true });
  for (const x of [128, 384]) {
    fill(torso, ellipse(x, 74, 26, 84), SHADOW, { atop: true, alpha: 0.18, soft: 50 });
    crease(torso, place("-44,166 -18,156 12,160", [x, 0]));
    crease(torso, place("-6,142 24,146 48,158", [x, 0]));
  }
  for (const arm of arms) {
    cover(arm, down(0, sleeve, "#ffffff20", "#ffffff00", "#2a104040"), { atop: true });
    fill(arm, ellipse(188, 60, 40, 110), SHADOW, { atop: true, alpha: 0.16, soft: 60 });
    if (sleeve < 150) continue;
    crease(arm, "70,104 104,112 140,104", 10);
    crease(arm, "20,122 56,132 88,126", 10);
    crease(arm, "150,130 188,122 220,128", 10);
  }
}

/** Covers hips, disc and legs with fabric. `length` is the row where legs end (168 = at the shoes). */
export function cutPants({ hips, legs, bottom }: PantsSheets, paint: Paint, length = 208): void {
  cover(hips, paint);
  for (const leg of legs) fill(leg, rect(-9, -9, 300, length + 9), paint);
  cover(bottom, hem(paint, 95));
}

/** The band around the hips, from the top down to row `height`. */
export function waistband(hips: ClothSurface, color: string, height = 20): void {
  fill(hips, rect(-9, height - 3, 530, 7), SHADOW, { atop: true, alpha: 0.4, soft: 6 });
  fill(hips, rect(-9, -9, 530, height + 9), color);
}

/** Shades pants: shadows between the legs, light in front, folds at the knees. `length` is the row where legs end. */
export function shadePants({ hips, legs }: PantsSheets, length = 208): void {
  cover(hips, down(0, 96, "#ffffff22", "#ffffff00", "#2a104044"), { atop: true });
  for (const leg of legs) {
    cover(leg, down(0, length, "#2a104066", "#ffffff18", "#ffffff00", "#2a104048"), { atop: true });
    fill(leg, ellipse(186, 104, 34, 130), SHADOW, { atop: true, alpha: 0.3, soft: 60 });
    if (length < 160) continue;
    crease(leg, "84,112 118,122 152,114", 10);
    crease(leg, "40,150 72,156 104,148", 10);
    crease(leg, "142,158 176,150 206,156", 10);
  }
}
