import { noise } from "./pattern.ts";
import type { Rgb, WorldMood } from "./world-mood.ts";

/** An RGB picture with 3 floats per pixel, which effects add to before it is rounded to bytes. */
export type Canvas = { width: number; height: number; pixels: Float32Array };

/** Draws the sky behind a world: bands from top to bottom, and the mood's decorations. */
export function drawBackdrop(mood: WorldMood, width: number, height: number, seed: number): Canvas {
  const canvas: Canvas = { width, height, pixels: new Float32Array(width * height * 3) };
  for (let y = 0; y < height; y++) {
    // Few, wide bands: the steps suit the toy look and save palette entries.
    const t = Math.round((y / height) * 36) / 36;
    for (let x = 0; x < width; x++) {
      for (let i = 0; i < 3; i++)
        canvas.pixels[(y * width + x) * 3 + i] = (mood.top[i] ?? 0) * (1 - t) + (mood.bottom[i] ?? 0) * t;
    }
  }
  const u = width / 512;
  const random = (n: number) => noise(seed + n * 17, n * 31 + 5);
  decorate(canvas, mood, u, random);
  return canvas;
}

function decorate(canvas: Canvas, mood: WorldMood, u: number, random: (n: number) => number): void {
  const { width, height } = canvas;
  const at = (n: number) => [random(n) * width, random(n + 500) * height] as const;
  switch (mood.backdrop) {
    case "clouds":
      disc(canvas, width * (0.12 + random(1) * 0.7), height * 0.16, 25 * u, mood.accent, 0.4);
      for (let i = 0; i < 7; i++)
        cloud(
          canvas,
          (i + random(i + 2)) * (width / 7),
          height * (0.1 + random(i + 9) * 0.85),
          (16 + random(i + 20) * 16) * u,
          mood.accent,
        );
      return;
    case "moon":
      dots(canvas, at, 90, u * 1.1, [255, 255, 255], 0.75);
      disc(canvas, width * (0.12 + random(1) * 0.1), height * 0.22, 62 * u, mood.accent, 0.1);
      disc(canvas, width * (0.12 + random(1) * 0.1), height * 0.22, 46 * u, mood.accent, 0.14);
      disc(canvas, width * (0.12 + random(1) * 0.1), height * 0.22, 31 * u, mood.accent, 1);
      return;
    case "planet": {
      dots(canvas, at, 150, u * 1.2, [255, 255, 255], 0.85);
      const [x, y, r] = [width * (0.8 + random(1) * 0.1), height * 0.24, 44 * u];
      disc(canvas, x, y, r, mood.accent, 1);
      ring(canvas, x, y, r, [255, 220, 170]);
      disc(canvas, width * 0.1, height * 0.78, 17 * u, [110, 200, 230], 0.9);
      return;
    }
    case "flurry":
      for (let i = 0; i < 5; i++)
        hill(
          canvas,
          (i + 0.5) * (width / 5),
          height * 0.86,
          (120 + random(i) * 60) * u,
          [255, 255, 255],
          0.35,
        );
      dots(canvas, at, 90, u * 2, [255, 255, 255], 0.9);
      return;
    case "embers":
      for (let i = 0; i < 6; i++)
        hill(
          canvas,
          (i + random(i)) * (width / 6),
          height * 0.9,
          (70 + random(i + 7) * 80) * u,
          [46, 16, 26],
          0.5,
        );
      dots(canvas, at, 60, u * 1.6, mood.accent, 0.9);
      return;
    case "leaves":
      disc(canvas, width * 0.72, height * 0.12, 70 * u, [255, 250, 190], 0.25);
      for (let i = 0; i < 16; i++) {
        const edge = i % 2 ? 1 - random(i) * 0.13 : random(i) * 0.13;
        disc(canvas, width * edge, height * (i / 15), (26 + random(i + 4) * 26) * u, mood.accent, 0.45);
      }
      return;
    case "room":
      for (let i = 0; i < 9; i++)
        disc(canvas, ...at(i + 3), (14 + random(i + 40) * 30) * u, mood.accent, 0.1);
  }
}

type RandomPoint = (n: number) => readonly [number, number];

function dots(canvas: Canvas, at: RandomPoint, count: number, size: number, color: Rgb, alpha: number): void {
  for (let i = 0; i < count; i++)
    disc(canvas, ...at(i + 1), size * (0.5 + noise(i, 3) * 0.8), color, alpha * (0.4 + noise(i, 9) * 0.6));
}

/** Puffs in a row that share a flat base. */
function cloud(canvas: Canvas, x: number, y: number, r: number, color: Rgb): void {
  const puffs = [
    [-1.5, 0.55],
    [-0.6, 0.95],
    [0.35, 1.15],
    [1.25, 0.7],
    [1.9, 0.4],
  ] as const;
  paint(canvas, x - 2.6 * r, y - 1.9 * r, x + 2.6 * r, y, color, 0.6, (px, py) => {
    let inside = -1;
    for (const [dx, size] of puffs)
      inside = Math.max(inside, size * r - distance(px - x - dx * r, py - y + size * r * 0.62));
    return Math.min(inside, y - py);
  });
}

function disc(canvas: Canvas, x: number, y: number, r: number, color: Rgb, alpha: number): void {
  paint(canvas, x - r, y - r, x + r, y + r, color, alpha, (px, py) => r - distance(px - x, py - y));
}

function hill(canvas: Canvas, x: number, y: number, r: number, color: Rgb, alpha: number): void {
  paint(
    canvas,
    x - r,
    y - r,
    x + r,
    canvas.height,
    color,
    alpha,
    (px, py) => (py - y + r) * 0.7 - Math.abs(px - x) * 0.9,
  );
}

function ring(canvas: Canvas, x: number, y: number, r: number, color: Rgb): void {
  paint(canvas, x - 2 * r, y - r, x + 2 * r, y + r, color, 0.85, (px, py) => {
    const [dx, dy] = [px - x, (py - y + (px - x) * 0.28) * 3.4];
    const behind = py < y - (px - x) * 0.28 && distance(px - x, py - y) < r;
    return behind ? -1 : r * 0.16 - Math.abs(distance(dx, dy) - r * 1.6);
  });
}

/** Blends a color where `depth` (pixels inside the figure's edge) is positive; the outermost pixel fades. */
function paint(
  { width, height, pixels }: Canvas,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  color: Rgb,
  alpha: number,
  depth: (x: number, y: number) => number,
): void {
  for (let y = Math.max(0, Math.floor(y0)); y < Math.min(height, y1 + 1); y++) {
    for (let x = Math.max(0, Math.floor(x0)); x < Math.min(width, x1 + 1); x++) {
      const cover = Math.min(1, Math.max(0, depth(x + 0.5, y + 0.5) + 0.5)) * alpha;
      if (cover <= 0) continue;
      for (let i = 0; i < 3; i++) {
        const at = (y * width + x) * 3 + i;
        pixels[at] = (pixels[at] as number) * (1 - cover) + (color[i] ?? 0) * cover;
      }
    }
  }
}

/** `Math.hypot` guards against overflow and is several times slower. */
function distance(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
