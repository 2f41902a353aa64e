import { bands, down, type Paint, SHADOW } from "./paint.ts";
import { ellipse, line, rect } from "./shape.ts";
import { stitches } from "./stitches.ts";
import { type ClothSurface, cover, fill } from "./surface.ts";
import type { ShoeSheets } from "./textures.ts";

/** The column of the toe, and the first row of the sole's edge. */
export const TOE = 256;
export const SOLE_ROW = 79;

/** Covers a shoe: the upper, the opening on top, and the sole with its edge. */
export function coverShoe(
  { side, top, sole }: ShoeSheets,
  upper: Paint,
  soleColor: string,
  opening: string,
): void {
  cover(side, upper);
  cover(top, opening);
  cover(sole, soleColor);
  for (let y = 14; y < 140; y += 16) fill(sole, rect(12, y, 72, 6, 3), SHADOW, { alpha: 0.3 });
  fill(side, rect(-9, SOLE_ROW, 530, 40), soleColor);
}

/** Shades a shoe: light on the toe, dark toward the heel and the sole's edge. */
export function shadeShoe({ side }: ShoeSheets): void {
  fill(side, ellipse(TOE, 52, 44, 14), "#ffffff", { atop: true, alpha: 0.22, soft: 24 });
  cover(side, down(0, 104, "#2a104030", "#ffffff10", "#2a104000", "#2a104026"), { atop: true });
  fill(side, rect(-9, SOLE_ROW - 3, 530, 4), SHADOW, { atop: true, alpha: 0.4, soft: 4 });
}

/** A line of grooves around the sole's edge. */
export function grooves(side: ClothSurface, color: string): void {
  fill(side, rect(-9, 95, 530, 9), bands(`${color} 8 #ffffff00 8`, Math.PI / 2));
}

/** Laces across the instep: bars of decreasing width, rows `from` to `to`. */
export function laces(side: ClothSurface, color: string, from = 8, to = 40, count = 3): void {
  for (let i = 0; i < count; i++) {
    const y = from + ((to - from) * i) / (count - 1);
    const half = 26 - i * 2;
    for (const [dy, tint, alpha] of [
      [3, SHADOW, 0.4],
      [0, color, 1],
    ] as const)
      fill(side, line(`${TOE - half},${y + dy} ${TOE + half},${y + dy}`, 8), tint, { alpha });
  }
}

/** A stitched seam on both sides of the toe, given for the right half of the picture. */
export function seam(side: ClothSurface, path: readonly (readonly [number, number])[], thread: string): void {
  stitches(side, path, thread);
  stitches(
    side,
    path.map(([x, y]) => [512 - x, y]),
    thread,
  );
}
