import { down, glow, INK, type Paint } from "./paint.ts";
import { arc, type Path, type Point, place, points, smooth } from "./points.ts";
import { blob, curve, ellipse, grow, line, meet, outline, polygon, rect } from "./shape.ts";
import { type ClothSurface, fill } from "./surface.ts";

/** The mascot's head, `size` pixels wide. */
export function bopiHeadMotif(to: ClothSurface, x: number, y: number, size: number): void {
  const u = size / 100;
  const head = rect(x - 50 * u, y - 43 * u, 100 * u, 86 * u, 34 * u);
  fill(to, grow(head, 3 * u), INK);
  fill(to, head, down(y - 43 * u, y + 43 * u, "#ffd23d", "#ffb800", "#f99205"));
  for (const side of [-1, 1]) {
    fill(to, ellipse(x + side * 20 * u, y - 4 * u, 8 * u, 13 * u), INK);
    fill(to, ellipse(x + side * 20 * u - 2.5 * u, y - 9 * u, 3 * u, 4.5 * u), "#ffffff");
    fill(to, ellipse(x + side * 33 * u, y + 14 * u, 8 * u, 5 * u), "#f0556a", { alpha: 0.7 });
  }
  const mouth = meet(ellipse(x, y + 15 * u, 17 * u, 17 * u), rect(x - 30 * u, y + 15 * u, 60 * u, 40 * u));
  fill(to, mouth, "#7a1440");
  fill(to, meet(mouth, ellipse(x, y + 33 * u, 10 * u, 8 * u)), "#f2688c");
  fill(to, meet(mouth, rect(x - 30 * u, y + 12 * u, 60 * u, 7 * u)), "#ffffff");
}

/** A rocket of about 100 × `size` by 1.9 pixels, its nose along `turn` (0 = up). */
export function rocketMotif(to: ClothSurface, at: Point, size: number, turn = 0): void {
  const u = size / 100;
  const put = (path: Path) => place(path, at, u, turn);
  const flame = blob(put("-16,46 16,46 20,70 6,78 0,104 -8,78 -20,68"));
  fill(to, flame, "#ff7a1a");
  fill(to, blob(put("-9,46 9,46 9,64 0,82 -9,64")), "#ffe04a");
  for (const side of [-1, 1]) {
    const fin = polygon(smooth(put(`${side * 20},8 ${side * 44},30 ${side * 46},60 ${side * 20},46`), true));
    fill(to, grow(fin, 3 * u), INK);
    fill(to, fin, "#e8303f");
  }
  const hull = blob(put("0,-92 18,-66 28,-24 26,22 18,48 -18,48 -26,22 -28,-24 -18,-66"));
  fill(to, grow(hull, 3 * u), INK);
  fill(to, hull, "#f6f3ff");
  const nose = blob(put("0,-96 20,-66 27,-46 0,-40 -27,-46 -20,-66"));
  fill(to, meet(hull, nose), "#e8303f");
  const [wx, wy] = put("0,-12")[0] as Point;
  fill(to, ellipse(wx, wy, 15 * u), INK);
  fill(to, ellipse(wx, wy, 11 * u), glow(wx, wy, 12 * u, "#d5f6ff", "#4fb8f0"));
}

/** A banana, about `size` pixels long. */
export function bananaMotif(to: ClothSurface, at: Point, size: number, turn = 0): void {
  const u = size / 100;
  const put = (path: Path) => place(path, at, u, turn);
  const body = blob(put("-46,-30 -30,4 0,18 34,4 50,-20 58,-14 50,18 24,42 -6,46 -38,28 -54,-8 -54,-28"));
  fill(to, grow(body, 3.5 * u), INK);
  fill(to, body, "#ffd62e");
  fill(to, meet(body, curve(put("-50,-8 -34,22 -4,40 26,34 52,6"), 11 * u)), "#f3a712");
  fill(to, line(put("-50,-28 -52,-40"), 11 * u), INK);
  fill(to, line(put("-50,-27 -51,-37"), 6 * u), "#8fae2e");
  fill(to, ellipse(...(put("55,-16")[0] as [number, number]), 5 * u), INK);
}

/** A filled taco with a face, about `size` pixels wide. */
export function tacoMotif(to: ClothSurface, x: number, y: number, size: number): void {
  const u = size / 100;
  const filling = ["#58b947", "#e8402f", "#58b947", "#ffd62e", "#58b947", "#e8402f", "#58b947"];
  for (const [i, color] of filling.entries()) {
    const dx = (i - 3) * 15;
    const bit = ellipse(x + dx * u, y - (30 - (dx / 8) ** 2 * 0.7) * u, 13 * u);
    fill(to, grow(bit, 3 * u), INK);
    fill(to, bit, color);
  }
  const shell = polygon([...arc(x, y + 28 * u, 54 * u, 56 * u, Math.PI, Math.PI * 2, 24)]);
  const round = grow(shell, 3 * u);
  fill(to, grow(round, 3 * u), INK);
  fill(to, round, down(y - 28 * u, y + 28 * u, "#ffc94a", "#f09a1e"));
  for (const [dx, dy] of points("-34,10 34,6 -20,-12 24,-14 2,-20"))
    fill(to, ellipse(x + dx * u, y + dy * u, 3 * u), "#c46f0c", { alpha: 0.7 });
  for (const side of [-1, 1]) {
    fill(to, ellipse(x + side * 15 * u, y + 4 * u, 5.5 * u, 7.5 * u), INK);
    fill(to, ellipse(x + side * 15 * u - 2 * u, y + u, 2 * u, 2.6 * u), "#ffffff");
  }
  fill(to, curve(arc(x, y + 9 * u, 9 * u, 8 * u, 0.3, Math.PI - 0.3, 8), 4.5 * u), INK);
}

/** A flower with five petals; `r` is its radius. */
export function flowerMotif(
  to: ClothSurface,
  x: number,
  y: number,
  r: number,
  petal: string,
  heart: string,
  turn = 0,
): void {
  for (const grown of [r * 0.1, 0])
    for (let i = 0; i < 5; i++) {
      const a = turn + (i * Math.PI * 2) / 5;
      const leaf = ellipse(x + Math.cos(a) * r * 0.55, y + Math.sin(a) * r * 0.55, r * 0.46, r * 0.36, a);
      fill(to, grow(leaf, grown), grown > 0 ? "#00000055" : petal);
    }
  for (let i = 0; i < 5; i++) {
    const a = turn + (i * Math.PI * 2) / 5;
    fill(to, line(place("0,0 60,0", [x, y], r / 100, a), r * 0.1, true), "#7a103c", { alpha: 0.35 });
  }
  fill(to, ellipse(x, y, r * 0.2), heart);
}

/** A long leaf with a rib, from its stem at `at` along `turn` (0 = right). */
export function leafMotif(to: ClothSurface, at: Point, length: number, turn: number, color: string): void {
  const put = (path: Path) => place(path, at, length / 100, turn);
  fill(to, blob(put("0,0 24,-20 62,-20 100,0 62,20 24,20")), color);
  fill(to, line(put("6,0 88,0"), length * 0.035), "#ffffff", { alpha: 0.35 });
}

/** Returns the outline of flames around a wrap of `width` pixels: tips at about `top`, the base at `bottom`. */
export function flameMotif(width: number, top: number, bottom: number, tongues: number): Point[] {
  const step = width / tongues;
  const heights = [1, 0.62, 0.88, 0.5, 0.76, 0.58];
  const edge = Array.from({ length: tongues }, (_, i): Point[] => {
    const x = i * step;
    const tip = bottom + (top - bottom) * (heights[i % heights.length] as number);
    const foot = bottom + (top - bottom) * 0.24;
    const rise = tip - foot;
    const at = (dx: number, up: number): Point => [x + step * dx, foot + rise * up];
    return [at(0.08, 0), at(0.26, 0.28), at(0.46, 0.62), at(0.82, 1), at(0.7, 0.56), at(0.78, 0.2)];
  }).flat();
  const [x, y] = edge[0] as Point;
  const ground = points(`${width + x},${bottom + 40} ${x},${bottom + 40}`);
  return [...smooth([...edge, [width + x, y]], false, 3), ...ground];
}

/** A planet with a ring. `paint` fills its ball. */
export function planetMotif(
  to: ClothSurface,
  x: number,
  y: number,
  r: number,
  paint: Paint,
  ring: string,
): void {
  const ball = ellipse(x, y, r);
  const hoop = outline(ellipse(x, y, r * 1.75, r * 0.5, -0.35), r * 0.2);
  fill(to, hoop, ring);
  fill(to, ball, paint);
  // The near half of the ring, below its long axis, passes in front.
  const near = { ...hoop, distance: (px: number, py: number) => -((py - y) * 0.94 + (px - x) * 0.34) };
  fill(to, meet(hoop, near), ring);
}
