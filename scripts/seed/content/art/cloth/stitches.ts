import { bands, type Paint, SHADOW } from "./paint.ts";
import { dashes, type Path, type Point, place, points } from "./points.ts";
import { curve, ellipse, grow, line, polygon, rect } from "./shape.ts";
import { type ClothSurface, fill } from "./surface.ts";

/** Draws stitches along a line. */
export function stitches(to: ClothSurface, path: Path, color = "#ffffff", width = 2.4): void {
  for (const dash of dashes(path, 7, 5)) fill(to, line(dash, width), color, { atop: true, alpha: 0.9 });
}

/** Returns a horizontal line around a wrap at row `y`. */
export function around(to: ClothSurface, y: number): Point[] {
  return [
    [0, y],
    [to.width, y],
  ];
}

/** Draws a soft fold: a shadow with a light edge below it. */
export function crease(to: ClothSurface, path: Path, width = 12): void {
  const below = points(path).map(([x, y]): Point => [x, y + width * 0.6]);
  fill(to, curve(below, width * 0.7, true), "#ffffff", { atop: true, alpha: 0.15, soft: width * 0.8 });
  fill(to, curve(path, width, true), SHADOW, { atop: true, alpha: 0.26, soft: width });
}

/** Draws a band around from row `y`, `height` pixels high, with a shadow above it. */
export function belt(to: ClothSurface, y: number, height: number, paint: Paint): void {
  fill(to, rect(-9, y - 4, to.width + 18, 6), SHADOW, { atop: true, alpha: 0.35, soft: 6 });
  fill(to, rect(-9, y, to.width + 18, height), paint);
}

/** Draws ribbed knitting, as on cuffs and hems. */
export function ribbing(to: ClothSurface, y: number, height: number, color: string, rib = 8): void {
  belt(to, y, height, color);
  const ribs = bands(`#2a104000 ${rib / 2} #2a104055 ${rib / 2}`, Math.PI / 2);
  fill(to, rect(-9, y, to.width + 18, height), ribs);
}

/** Draws a round button with two holes. */
export function button(to: ClothSurface, x: number, y: number, color: string, r = 7): void {
  fill(to, ellipse(x, y + 2, r + 1), SHADOW, { atop: true, alpha: 0.4, soft: 4 });
  fill(to, ellipse(x, y, r), color);
  fill(to, ellipse(x, y, r * 0.68), SHADOW, { alpha: 0.15 });
  for (const dx of [-1, 1]) fill(to, ellipse(x + dx * r * 0.3, y, r * 0.18), SHADOW, { alpha: 0.8 });
}

/** Draws a sewn-on patch with stitches inside its edge. */
export function sewPatch(to: ClothSurface, path: Path, paint: Paint, thread = "#ffffff"): void {
  const corners = points(path);
  const patch = grow(polygon(corners), 2);
  const shadow = grow(polygon(place(corners, [0, 2])), 2);
  fill(to, shadow, SHADOW, { atop: true, alpha: 0.35, soft: 5 });
  fill(to, patch, paint, { atop: true });
  // The seam is the outline, scaled down toward its center.
  const middle = (i: 0 | 1) => corners.reduce((sum, corner) => sum + corner[i], 0) / corners.length;
  const seam = place(corners, [middle(0) * 0.16, middle(1) * 0.16], 0.84);
  stitches(to, [...seam, ...seam.slice(0, 1)], thread);
}
